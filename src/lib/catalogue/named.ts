import { findNamingField, type NamingField } from './code-field.ts'
import { valuesOf } from './field.ts'
import { findKeyedReading, type ListDocument, type ListRecord } from './list-document.ts'
import { codesOf } from './list-entries.ts'
import { findNestedReadings } from './nested.ts'

/** Where a list has the codes of datasets. */
interface Naming {
  /** The list, or another reading of it. */
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
  if (field !== undefined && list.whole === undefined) return { list, field }
  const able = findOtherReadings(list).flatMap((reading) => {
    const naming = { list: reading, field: findNamingField(reading, known, preferred) }
    return naming.field && (field === undefined || isMore(naming, { list, field })) ? [naming] : []
  })
  return (
    able.reduce<Naming | undefined>((a, b) => (a && foundIn(a) >= foundIn(b) ? a : b), undefined) ?? {
      list,
      field,
    }
  )
}

/** The readings of a list besides the one that its shape suggests: by key, and of lists within its records or beside them. */
export function findOtherReadings(list: ListDocument): ListDocument[] {
  return [findKeyedReading(list) ?? [], findNestedReadings(list)].flat()
}

function foundIn({ field }: Naming): number {
  return field?.found ?? 0
}

// Whether a reading has all that another one has, and more entries: the other is one of several lists.
function isMore(more: Naming, { list, field }: Naming): boolean {
  const name = more.field?.name
  if (name === undefined || name !== field?.name || more.list.records.length <= list.records.length)
    return false
  const known = new Map(more.list.records.map((record) => [valuesOf(record.fields, name)[0], record]))
  return list.records.every(({ fields }) => {
    const same = known.get(valuesOf(fields, name)[0])
    return same !== undefined && [...fields.keys()].every((one) => same.fields.has(one))
  })
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
