import type { DatasetEntry, Entry } from '../../../src/lib/catalogue/index.ts'
import { parseDatasetCode } from '../../../src/lib/interface/index.ts'
import type { Value } from '../../../src/lib/reading/index.ts'
import type { RunChanges } from '../../../src/lib/snapshot/index.ts'

/** A run that changed something; omitted fields are unchanged. */
export function runOf(at: string, what: Partial<RunChanges>): RunChanges {
  const nothing = { added: [], changed: [], withdrawn: [], returned: [], dropped: [] }
  return { generation: at, at, ...nothing, ...what }
}

/** An entry of the list of datasets. */
export function datasetEntry(code: string, rest: Partial<DatasetEntry> = {}): DatasetEntry {
  const title = rest.title ?? code
  return {
    key: code,
    code: parseDatasetCode(code),
    title,
    categories: [],
    oivs: [],
    fields: new Map<string, Value>([
      ['id', code],
      ['title', title],
    ]),
    ...rest,
  }
}

/** An entry of the list of categories or publishers. */
export function entry(key: string, title: string, rest: Partial<Entry> = {}): Entry {
  return {
    key,
    title,
    fields: new Map<string, Value>([
      ['id', key],
      ['name', title],
    ]),
    ...rest,
  }
}
