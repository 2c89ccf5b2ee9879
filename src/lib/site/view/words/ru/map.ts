import { formatCount } from '../../format.ts'
import type { Words } from '../type.ts'
import { records } from './plural.ts'

const SIDES = { north: 'с. ш.', south: 'ю. ш.', east: 'в. д.', west: 'з. д.' } as const

export const map: Words['map'] = {
  title: 'Карта',
  degrees: (number, side) =>
    side === undefined ? `${number}°` : `${number}°\u00a0${SIDES[side].replace(' ', '\u00a0')}`,
  kilometres: (count) => `${count}\u00a0км`,
  metres: (count) => `${count}\u00a0м`,
  label: (count, [south, north], [west, east]) =>
    `Карта: ${records(count)}, от ${south} до ${north} и от ${west} до ${east}`,
  placed: (count, all, columns) =>
    `Записей с местом: ${formatCount(count)} из ${formatCount(all)}; прочитано из ${columns.join(', ')}.`,
  metresNote: 'Метры прочитаны как координаты веб-проекции Меркатора.',
  someShapes: (drawn, all) =>
    drawn === 0
      ? 'Линии и площади слишком малы для карты такого размера: вместо них точки.'
      : `Из ${formatCount(all)} фигур ${formatCount(drawn)}, взятые по всему файлу, нарисованы фигурами, остальные – точками.`,
  dots: (most) => `Близкие места показаны одной точкой; чем она больше, тем их больше, до ${most}.`,
  exchanged: (count) =>
    `Широта и долгота перепутаны: ${records(count)}; показано с переставленными координатами.`,
  beyond: (count) => `Далеко от остальных, за краем карты: ${records(count)}.`,
  astray: (count) => `Не показано: ${records(count)} с координатами вне пределов Земли или 0°, 0°.`,
  source: 'Контуры: Natural Earth.',
}
