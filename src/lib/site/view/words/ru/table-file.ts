import { formatPlural } from '../../format.ts'
import type { Words } from '../type.ts'
import { records } from './plural.ts'

const LISTS = { one: 'списка', few: 'списков', many: 'списков', other: 'списка' } as const

export const tableFile: Words['tableFile'] = {
  format: 'csv',
  note: (format) =>
    `Все записи, для таблиц и программ: сделано этим зеркалом из ${format}, источник такого файла не даёт.`,
  partNote: (format, lists, path, count) =>
    `Один из ${formatPlural(lists, LISTS)}: ${path} (${records(count)}); в ${format} есть все. Для таблиц и программ: сделано этим зеркалом из ${format}, источник такого файла не даёт.`,
  checksums: 'в SHA256SUMS',
}
