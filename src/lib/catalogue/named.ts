import { findNamingField, type NamingField } from './code-field.ts'
import { findKeyedReading, type ListDocument, type ListRecord } from './list-document.ts'
import { codesOf } from './list-entries.ts'

/** Where a list has the codes of datasets. */
interface Naming {
  /** The list, or its alternative reading as a keyed list. */
  readonly list: ListDocument
  readonly field: NamingField | undefined
}

/** The reading of a list that has known codes in a field, and that field; none if only its links contain codes. */
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

/** The known datasets in a list, from the field with most of their codes, or from links. */
export function findNamedCodes(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): ReadonlySet<string> {
  const { field } = findNaming(list, known, preferred)
  const all = [...(field?.values ?? []), ...list.links.map(({ code }) => code)]
  return new Set(all.filter((code) => known.has(code)))
}

/** The entries of a list without a dataset, if most of the others have one; else none. */
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
