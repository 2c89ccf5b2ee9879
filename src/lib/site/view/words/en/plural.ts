import { formatPlural } from '../../format.ts'

export const nouns = {
  records: { one: 'record', other: 'records' },
  columns: { one: 'column', other: 'columns' },
  datasets: { one: 'dataset', other: 'datasets' },
  categories: { one: 'category', other: 'categories' },
  oivs: { one: 'OIV', other: 'OIVs' },
} as const

export const records = (count: number) => formatPlural(count, nouns.records)
export const datasets = (count: number) => formatPlural(count, nouns.datasets)
export const gaps = (count: number) => formatPlural(count, { one: 'gap', other: 'gaps' })
