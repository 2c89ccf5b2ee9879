import type { Words } from '../type.ts'
import { datasets } from './plural.ts'

export const listPage: Words['listPage'] = {
  noCopy: 'Исправной копии этого списка нет.',
  unfiledCategory: 'Без категории',
  unfiledOiv: 'Без ОИВ',
  unfiledNote: 'Наборы данных, категории которых нет в списке категорий.',
  unfiledOivNote: 'Наборы данных, ОИВ которых нет в списке ОИВ.',
  allDatasets: (count) => `Показать ${datasets(count)}`,
  index: 'По первой букве',
  digits: '0–9',
  symbols: '#',
  part: (from, to) => `${from} – ${to}`,
  empty: 'Этот список пуст.',
  notUnderstood: 'Что означают записи этого списка, понять не удалось; они приведены как есть.',
}
