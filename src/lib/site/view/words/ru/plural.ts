import { formatPlural } from '../../format.ts'

export const nouns = {
  records: { one: 'запись', few: 'записи', many: 'записей', other: 'записи' },
  columns: { one: 'столбец', few: 'столбца', many: 'столбцов', other: 'столбца' },
  datasets: { one: 'набор данных', few: 'набора данных', many: 'наборов данных', other: 'набора данных' },
  categories: { one: 'категория', few: 'категории', many: 'категорий', other: 'категории' },
  oivs: { one: 'ОИВ', other: 'ОИВ' },
} as const

const GAPS = { one: 'пропуск', few: 'пропуска', many: 'пропусков', other: 'пропуска' } as const

export const records = (count: number) => formatPlural(count, nouns.records)
export const datasets = (count: number) => formatPlural(count, nouns.datasets)
export const gaps = (count: number) => formatPlural(count, GAPS)
