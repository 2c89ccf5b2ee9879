import { formatPlural } from '../format.ts'

export const records = (count: number) => formatPlural(count, 'record', 'records')
export const datasets = (count: number) => formatPlural(count, 'dataset', 'datasets')
export const holes = (count: number) => formatPlural(count, 'hole', 'holes')
