import { findDatasetLinks } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import { valuesOf } from './field.ts'
import type { ListDocument, ListRecord } from './list-document.ts'

/** What the lists say of each dataset, as one text by code: two of them differ when anything that is said does. */
export function listEntries(
  documents: readonly ListDocument[],
  field: string | undefined,
): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const { operation, format, records } of documents)
    for (const record of records) {
      const said = `${operation} ${format} ${JSON.stringify([...record.fields])}\n`
      for (const code of new Set(codesOf(record, field))) entries.set(code, (entries.get(code) ?? '') + said)
    }
  return entries
}

/** The codes a record of a list may be about: the value of the code field, then links in its values. */
export function codesOf({ fields }: ListRecord, field: string | undefined): string[] {
  const named = field === undefined ? [] : valuesOf(fields, field)
  const linked = [...fields.values()].flatMap((value) =>
    findDatasetLinks(cellText(value) ?? '').map(({ code }) => code),
  )
  return [...named, ...linked]
}
