import { findNamingField, type NamingField } from './code-field.ts'
import { findKeyedReading, type ListDocument, type ListRecord } from './list-document.ts'
import { codesOf } from './list-entries.ts'

/** How a list names datasets. */
export interface Naming {
  /** The list, or its other reading by key. */
  readonly list: ListDocument
  readonly field: NamingField | undefined
}

/** The reading of a list that names known datasets in a field, and that field; a list of links has none. */
export function findNaming(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): Naming {
  const field = findNamingField(list, known, preferred)
  if (field) return { list, field }
  const keyed = findKeyedReading(list)
  const key = keyed && findNamingField(keyed, known, preferred)
  return keyed && key ? { list: keyed, field: key } : { list, field }
}

/** The known datasets that a list names, in whatever field it has for them or by links. */
export function findNamedCodes(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): ReadonlySet<string> {
  const { field } = findNaming(list, known, preferred)
  const all = [...(field?.values ?? []), ...list.links.map(({ code }) => code)]
  return new Set(all.filter((code) => known.has(code)))
}

/** The entries of a list that name no dataset, where most others do; none where they do not. */
export function findUnnamed(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): ListRecord[] {
  const naming = findNaming(list, known, preferred)
  const { records } = naming.list
  const unnamed = records.filter((record) => codesOf(record, naming.field?.name).length === 0)
  return unnamed.length * 2 < records.length ? unnamed : []
}
