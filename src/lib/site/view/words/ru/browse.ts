import { formatCount } from '../../format.ts'
import type { Words } from '../type.ts'
import { datasets } from './plural.ts'

export const browse: Words['browse'] = {
  sorts: {
    title: 'По названию',
    updated: 'Недавно обновлённые',
    changed: 'Недавно изменившиеся',
    rows: 'По числу записей',
    size: 'По размеру',
  },
  sortedBy: {
    title: 'по названию',
    updated: 'сначала недавно обновлённые',
    changed: 'сначала недавно изменившиеся',
    rows: 'сначала те, где больше записей',
    size: 'сначала самые большие',
  },
  sort: 'Порядок',
  narrow: 'Уточнить',
  facets: {
    category: 'Категория',
    oiv: 'ОИВ',
    format: 'Формат',
    size: 'Размер',
    updated: 'Обновлено',
    changed: 'Изменено',
    state: 'Состояние',
    sizeFrom: (from, to) => {
      if (from === '') return `до ${to}`
      return to === '' ? `от ${from}` : `${from} – ${to}`
    },
    noSize: 'нет исправной копии',
    undated: 'без даты',
    more: (count) => `ещё ${formatCount(count)}`,
    all: (count) => `Все ${formatCount(count)}`,
    linkOf: (link, facet) => `${facet}: ${link}`,
  },
  range: (from, to, count, order) =>
    from === 1 && to === count
      ? `${datasets(count)}, ${order}`
      : `Наборы данных: ${formatCount(from)}–${formatCount(to)} из ${formatCount(count)}, ${order}`,
  ofPages: (title, page, pages) => `${title}, страница ${formatCount(page)} из ${formatCount(pages)}`,
  valued: (facet, value) => `${facet}: ${value}`,
  lead: (count, what, site) => `${what}: ${datasets(count)}. ${site}.`,
  clocks: {
    origin: 'Год – по дате, которую указывает источник.',
    mirror: 'Год, в котором зеркало впервые увидело нынешние данные.',
  },
  searchHere: 'Искать здесь',
  pages: 'Страницы',
  previous: 'Назад',
  next: 'Вперёд',
  page: (number) => `Страница ${number}`,
  group: {
    related: { categories: 'Категории этого ОИВ', oivs: 'ОИВ в этой категории' },
    listed: 'Как в списке',
    size: 'размер',
    lastChanged: 'последнее изменение',
  },
  feed: {
    link: 'Лента изменений',
    title: (of) => `${of}: последние изменения`,
  },
}
