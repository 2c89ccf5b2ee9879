import { formatPlural } from '../../format.ts'
import { records } from './plural.ts'

/** The words of the csv beside the origin's files. */
export const tableFile = {
  format: 'csv',
  note: (format: string) =>
    `All records, for spreadsheets and programs: made by this mirror from the ${format}, not the origin’s own.`,
  partNote: (format: string, lists: number, path: string, count: number) =>
    `One of ${formatPlural(lists, { one: 'list', other: 'lists' })}: ${path} (${records(count)}); the ${format} has all. For spreadsheets and programs: made by this mirror from the ${format}, not the origin’s own.`,
  checksums: 'in SHA256SUMS',
} as const
