import { formatCount } from '../../format.ts'
import { records } from './plural.ts'

/** The words of tables of datasets and of records. */
export const table = {
  oiv: 'OIV',
  category: 'Category',
  tree: 'a tree',
  updated: 'Updated',
  changed: 'Changed',
  recordNumber: 'No.',
  recordsAll: (count: number) => (count === 1 ? 'The one record' : `All ${records(count)}`),
  recordsFirst: (shown: number, count: number) => `First ${formatCount(shown)} of ${records(count)}`,
  /** Of a table that is printed record by record. */
  onPaper: (count: number) => `Printed: the first ${formatCount(count)} records.`,
  columnsCaption: 'What the values of each column are like',
} as const
