import type { Operation } from '../../../src/lib/interface/index.ts'
import type { HtmlStyle } from '../shapes/types.ts'

/** The texts of html pages in one language. */
export interface HtmlWords {
  readonly operations: Readonly<Record<Operation, string>>
  readonly home: string
  readonly alsoAs: string
  readonly firstRows: (shown: number, all: number) => string
  readonly noTable: string
  readonly licence: string
  readonly source: string
}

const EN: HtmlWords = {
  operations: {
    list: 'Available data',
    list_categories: 'Categories',
    list_oivs: 'Publishers',
    list_datasets: 'Datasets',
    get_dataset: 'Dataset',
  },
  home: 'Home',
  alsoAs: 'The same as',
  firstRows: (shown, all) => (shown === all ? `All ${all} rows.` : `The first ${shown} of ${all} rows.`),
  noTable: 'This dataset is not a table.',
  licence: 'Licence',
  source: 'Source',
}

const RU: HtmlWords = {
  operations: {
    list: 'Доступные данные',
    list_categories: 'Категории',
    list_oivs: 'Органы исполнительной власти',
    list_datasets: 'Наборы данных',
    get_dataset: 'Набор данных',
  },
  home: 'Главная',
  alsoAs: 'То же в формате',
  firstRows: (shown, all) => (shown === all ? `Все строки: ${all}.` : `Первые строки: ${shown} из ${all}.`),
  noTable: 'Этот набор не является таблицей.',
  licence: 'Лицензия',
  source: 'Источник',
}

/** The texts of a language. */
export function htmlWordsOf(language: HtmlStyle['language']): HtmlWords {
  return language === 'ru' ? RU : EN
}
