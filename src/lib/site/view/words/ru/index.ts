import type { Words } from '../type.ts'
import { aboutPage } from './about.ts'
import { browse } from './browse.ts'
import { changes } from './changes.ts'
import { cite } from './cite.ts'
import { columns } from './columns.ts'
import { datasetPage } from './dataset.ts'
import { explorer } from './explorer.ts'
import { homePage } from './home.ts'
import { listPage } from './list.ts'
import { listed } from './listed.ts'
import { map } from './map.ts'
import { offline } from './offline.ts'
import { nouns } from './plural.ts'
import { search } from './search.ts'
import { status } from './status.ts'
import { table } from './table.ts'
import { tableFile } from './table-file.ts'
import { useFrom } from './use-from.ts'

const states: Words['states'] = {
  current: 'актуально',
  stale: 'сохранено',
  derived: 'производное',
  withdrawn: 'снято с публикации',
  missing: 'в карантине',
}

const stateMeanings: Words['stateMeanings'] = {
  current: 'Байты самого источника, какими они были при последнем чтении.',
  stale: 'При последнем запуске источник этого не отдал. Это последние исправные байты.',
  derived: 'Не байты самого источника: получено из другого формата или переведено в UTF-8.',
  withdrawn: 'В списках источника этого больше нет. Это последние байты, которые он отдал.',
  missing: 'Есть в списках источника, но исправной копии он ни разу не отдал. Ничего не опубликовано.',
}

/** Every word and sentence of the pages in Russian. */
export const ru: Words = {
  language: 'ru',
  siteTitle: (host) => `Зеркало ${host}`,
  siteTitleOfSample: 'Зеркало встроенного образца',
  skip: 'Перейти к содержанию',
  siteNav: 'Сайт',
  crumbs: 'Вы здесь',
  home: 'Главная',
  about: 'Об этом зеркале',
  aboutShort: 'О зеркале',
  none: '–',
  unnamed: '(без названия)',

  lists: {
    list: 'Доступные данные',
    list_categories: 'Категории',
    list_oivs: 'ОИВ',
    list_datasets: 'Наборы данных',
  },
  listLeads: {
    list: 'Что, по словам источника, у него есть: его словами и в его порядке.',
    list_categories: 'Темы, по которым распределены наборы данных.',
    list_oivs: 'Органы исполнительной власти, которые публикуют данные.',
    list_datasets: 'Все наборы данных этого зеркала.',
  },

  states,
  stateMeanings,
  stated: (state) =>
    `${states[state].charAt(0).toUpperCase()}${states[state].slice(1)}. ${stateMeanings[state]}`,

  badges: {
    stale: (formats) => `${formats}: сохранено с прошлого раза`,
    staleWhole: 'Сохранено с прошлого раза',
    derived: (formats) => `${formats}: производное`,
    withdrawn: 'Снято с публикации источником',
    missing: (formats) => `нет ${formats}`,
    missingWhole: 'Нет исправной копии',
  },
  notices: {
    stale: (formats) =>
      `При последнем запуске источник этого не отдал (${formats}). Здесь хранится последняя исправная копия.`,
    transcoded: (format) =>
      `Источник прислал ${format} в кодировке, которую статический хостинг не может указать. Файл опубликован в UTF-8; пришедшие байты хранятся в снимке.`,
    derived: (format, from) => `Зеркало само составило ${format} из ${from}; это не файл источника.`,
    withdrawn: (formats) =>
      `В списках источника этого больше нет. Здесь хранится последнее, что он отдал: ${formats}.`,
    missing: (formats) => `Есть в списках источника, но исправной копии (${formats}) он ни разу не отдал.`,
    since: 'Начиная с',
    lastListed: 'Последний раз в списках',
    reason: 'Причина',
  },
  and: (items) => items.join(' и '),

  kinds: {
    text: 'текст',
    number: 'число',
    date: 'дата',
    boolean: 'да или нет',
    link: 'ссылка',
    code: 'код',
    latitude: 'широта',
    longitude: 'долгота',
    nested: 'вложенные данные',
    empty: 'пусто',
  },
  shapes: {
    objects: 'массив объектов',
    rows: 'массивы под строкой заголовков',
    values: 'массив значений',
    keyed: 'объекты по ключам',
    features: 'объекты GeoJSON',
    elements: 'повторяющиеся элементы XML',
    table: 'строки таблицы',
    single: 'одна запись',
    tree: 'дерево без записей',
    empty: 'пустой список',
  },

  facts: {
    ...nouns,
    bytes: (formats) => `в виде ${formats}`,
    changed: 'последнее изменение',
    updated: 'обновлено источником',
  },

  homePage,
  listPage,
  listed,
  map,
  table,
  columns,
  datasetPage,
  browse,
  aboutPage,
  changes,
  search,
  status,
  offline,
  cite,
  tableFile,
  useFrom,
  explorer,

  footer: {
    mirrorOf: 'Зеркало',
    howComplete: 'Насколько зеркало полно и когда в последний раз читался источник',
    tool: 'Создано программой',
  },

  notFound: {
    title: 'Не найдено',
    text: 'По этому адресу страницы нет. Возможно, у набора данных другой код или адрес обрезан.',
    home: 'К началу этого зеркала',
    datasets: 'Все наборы данных',
  },
}
