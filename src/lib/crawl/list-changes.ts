import { hash } from 'node:crypto'
import type { ListRecord, NamedList } from '../catalogue/index.ts'
import { detachString } from '../reading/index.ts'

/** The entries of one list, as digests. */
interface ListDigest {
  /** Names of fields; an entry refers to them by their position. */
  readonly names: readonly string[]
  /** The fields of each entry with a code, see {@link digestFields}. */
  readonly coded: ReadonlyMap<string, string>
  /** Entries without a code, which cannot be matched in another way. */
  readonly others: ReadonlySet<string>
}

/** Lists by their names: `list_datasets (json)`. */
export type ListDigests = ReadonlyMap<string, ListDigest>

/** Digests lists of datasets with these codes, so that they can be compared later without keeping them. */
export function digestLists(lists: readonly NamedList[], codes: readonly string[]): ListDigests {
  const known = new Map(codes.map((code) => [code, code]))
  return new Map(lists.map((one) => [`${one.list.operation} (${one.list.format})`, digestList(one, known)]))
}

// Codes of a list are slices of its text, so those that are known are used instead.
function digestList({ records, recordOf }: NamedList, codes: ReadonlyMap<string, string>): ListDigest {
  const positions = new Map<string, number>()
  const coded = new Map<string, string>()
  for (const [code, record] of recordOf)
    coded.set(codes.get(code) ?? detachString(code), digestFields(record, positions))
  const known = new Set(recordOf.values())
  const others = records.filter((record) => !known.has(record))
  return {
    names: [...positions.keys()],
    coded,
    others: new Set(others.map(({ key, fields }) => digest([key, ...fields]))),
  }
}

const POSITION_LENGTH = 5
const DIGEST_LENGTH = 8

// For each field the position of its name and a digest of its value: 13 bytes. `positions` grows.
function digestFields({ fields }: ListRecord, positions: Map<string, number>): string {
  let all = ''
  for (const [name, value] of fields) {
    const position = positions.get(name) ?? positions.size
    positions.set(name, position)
    all += position.toString(36).padStart(POSITION_LENGTH, '0') + digest(value)
  }
  // As one string; V8 would keep all the parts.
  return Buffer.from(all, 'latin1').toString('latin1')
}

function digest(value: unknown): string {
  return hash('sha1', JSON.stringify(value) ?? '', 'binary').slice(0, DIGEST_LENGTH)
}

function* fieldsIn(entry: string, names: readonly string[]): Generator<[name: string, digest: string]> {
  const length = POSITION_LENGTH + DIGEST_LENGTH
  for (let at = 0; at < entry.length; at += length) {
    const position = Number.parseInt(entry.slice(at, at + POSITION_LENGTH), 36)
    yield [names[position] as string, entry.slice(at + POSITION_LENGTH, at + length)]
  }
}

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
  before: ListDigests,
  now: ListDigests,
  ignored: ReadonlySet<string> = new Set(),
): ListChanges {
  const places = new Set<string>()
  const codes = new Set<string>()
  let named = before.size !== now.size
  for (const [name, list] of now) {
    const earlier: ListDigest = before.get(name) ?? { names: [], coded: new Map(), others: new Set() }
    const isNamed = !haveSameKeys(earlier.coded, list.coded)
    if (isNamed || !haveSameKeys(earlier.others, list.others)) places.add(name)
    named ||= isNamed
    for (const [code, entry] of list.coded) {
      const then = earlier.coded.get(code)
      if (then === undefined) continue
      for (const field of changedFields(then, earlier.names, entry, list.names)) {
        const place = `${name} ${field}`
        if (ignored.has(place)) continue
        places.add(place)
        codes.add(code)
      }
    }
  }
  return { places, codes, named }
}

function haveSameKeys(
  one: Pick<ReadonlySet<string>, 'size' | 'keys'>,
  other: Pick<ReadonlySet<string>, 'size' | 'has'>,
): boolean {
  return one.size === other.size && one.keys().every((key) => other.has(key))
}

function changedFields(
  before: string,
  namesBefore: readonly string[],
  now: string,
  namesNow: readonly string[],
): string[] {
  if (before === now && namesBefore.join() === namesNow.join()) return []
  const [then, fields] = [new Map(fieldsIn(before, namesBefore)), new Map(fieldsIn(now, namesNow))]
  const names = new Set([...then.keys(), ...fields.keys()])
  return [...names].filter((name) => then.get(name) !== fields.get(name))
}
