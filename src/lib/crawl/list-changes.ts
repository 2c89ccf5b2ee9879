import { codesOf, type ListDocument, type ListRecord } from '../catalogue/index.ts'
import type { ListSurvey } from './survey.ts'

const CODE = 'code '

/** The differences between two readings of the lists. */
interface ListChanges {
  /** Names of the differing places: `list_datasets (json) views` for a field, `list_datasets (json)` for added or removed entries. */
  readonly places: ReadonlySet<string>
  /** Codes of the entries with a changed field. */
  readonly codes: ReadonlySet<string>
  /** Whether the two list different datasets. */
  readonly named: boolean
}

/**
 * Compares two readings of the lists, ignoring the order of entries, values outside of them (such as the time of the response), and fields
 * in `ignored`.
 */
export function findListChanges(
  before: ListSurvey,
  now: ListSurvey,
  ignored: ReadonlySet<string> = new Set(),
): ListChanges {
  const places = new Set<string>()
  const codes = new Set<string>()
  const field = now.discovery.field?.name
  const then = new Map(before.documents.map((document) => [nameOf(document), document]))
  let named = then.size !== now.documents.length
  for (const document of now.documents) {
    const name = nameOf(document)
    const entries = entriesOf(then.get(name)?.records ?? [], field)
    const records = entriesOf(document.records, field)
    const coming = [...records.keys()].filter((key) => !entries.has(key))
    const going = [...entries.keys()].filter((key) => !records.has(key))
    if (coming.length + going.length > 0) places.add(name)
    named ||= [...coming, ...going].some((key) => key.startsWith(CODE))
    for (const [key, record] of records)
      for (const place of changedFields(name, entries.get(key), record))
        if (!ignored.has(place)) {
          places.add(place)
          for (const code of codesOf(record, field)) codes.add(code)
        }
  }
  return { places, codes, named }
}

function nameOf({ operation, format }: ListDocument): string {
  return `${operation} (${format})`
}

// Entries by their code; those without a code by their text, since they cannot be matched in another way.
function entriesOf(records: readonly ListRecord[], field: string | undefined): Map<string, ListRecord> {
  return new Map(
    records.map((record) => {
      const [code] = codesOf(record, field)
      return [code === undefined ? textOf(record) : CODE + code, record]
    }),
  )
}

function textOf({ key, fields }: ListRecord): string {
  return JSON.stringify([key, ...fields])
}

function changedFields(list: string, before: ListRecord | undefined, now: ListRecord): string[] {
  if (before === undefined || textOf(before) === textOf(now)) return []
  const names = new Set([...before.fields.keys(), ...now.fields.keys()])
  return [...names]
    .filter((name) => JSON.stringify(before.fields.get(name)) !== JSON.stringify(now.fields.get(name)))
    .map((name) => `${list} ${name}`)
}
