import type { Words } from '../type.ts'

export const tableFile: Words['tableFile'] = {
  format: 'csv',
  note: (format) =>
    `Все записи, для таблиц и программ: сделано этим зеркалом из ${format}, источник такого файла не даёт.`,
  checksums: 'в SHA256SUMS',
}
