import {
  type DatasetLink,
  decodeSegment,
  findCodeProblem,
  findDatasetLinks,
  hostForms,
  type ListOperation,
} from '../interface/index.ts'
import { type ListField, namePrior } from './field.ts'
import { KEY_FIELD } from './items.ts'
import type { ListDocument } from './list-document.ts'

/** A field of a list that may contain the dataset codes. */
export interface CodeField {
  readonly operation: ListOperation
  readonly name: string
  /** The distinct values in list order. Some may not be valid codes. */
  readonly values: readonly string[]
  /** How likely its name alone makes it; used only to order the candidates. */
  readonly prior: number
}

const LEAST_FILLED = 0.9
/** With at least this many entries, one may always lack a code. */
const MAY_LACK_ONE = 4
const LEAST_UNIQUE = 0.95

/**
 * The fields of a dataset list that may contain the codes, the likeliest first. A field that occurs in several formats is returned once.
 */
export function findCodeFields(documents: readonly ListDocument[]): CodeField[] {
  const found = new Map<string, CodeField>()
  for (const document of documents)
    for (const field of document.fields)
      for (const [kind, candidate] of [
        ['', findCodeField(field, kindOf(document))],
        ['joined ', findJoinedField(field, kindOf(document))],
      ] as const) {
        const id = `${kind}${document.operation} ${field.name}`
        if (candidate && !found.has(id)) found.set(id, { operation: document.operation, ...candidate })
      }
  return [...found.values()].sort((a, b) => b.prior - a.prior)
}

/** What a field of codes is like where it is. */
interface FieldKind {
  /** The least share of its values that are different. */
  readonly unique: number
  /** How much likelier its place makes it. */
  readonly prior: number
  /** The least share of its different values that can be codes; nearly all if undefined. */
  readonly usable?: number
}

/** Entries in groups, of which a dataset may be in several. Parts of a dataset have ids of their own, so they come after other fields. */
export const IN_GROUPS: FieldKind = { unique: 0.2, prior: -2 }

function kindOf({ shape }: ListDocument): FieldKind {
  return { unique: LEAST_UNIQUE, prior: shape === 'values' ? 4 : 0 }
}

/** A field as one that may contain codes; undefined if its values cannot be codes. */
export function findCodeField(
  { name, values, records, isOfParts }: ListField,
  kind: FieldKind,
): Omit<CodeField, 'operation'> | undefined {
  if (isOfParts) return undefined
  const filled = values.filter((value) => typeof value === 'string')
  const different = new Set(filled)
  const least =
    records < MAY_LACK_ONE ? records * LEAST_FILLED : Math.min(records * LEAST_FILLED, records - 1)
  if (filled.length < least || different.size < filled.length * kind.unique) return undefined
  const all = [...different].filter(mayBeCode)
  const usable = all.filter((value) => findCodeProblem(value) === undefined)
  if (usable.length < different.size * (kind.usable ?? LEAST_FILLED) || usable.length === 0) return undefined
  const bonus = name === KEY_FIELD ? 4 : 0
  return { name, values: all, prior: bonus + kind.prior + namePrior(name) + valuePrior(usable) }
}

/** How much less likely a field has several codes in one text. */
const JOINED = -6

/** A field of which some values are several codes in one text, `bus, tram`; undefined if they cannot be. */
export function findJoinedField(field: ListField, kind: FieldKind): Omit<CodeField, 'operation'> | undefined {
  const values = field.values.flat()
  const parts = values.flatMap((value) => {
    const joined = joinedIn(value)
    return joined.length > 0 ? joined : [value]
  })
  if (parts.length === values.length) return undefined
  const split = { ...field, values: parts, records: parts.length }
  return findCodeField(split, { unique: kind.unique, prior: kind.prior + JOINED })
}

/** A text of more parts has no codes. */
const MOST_JOINED = 50

/** The parts of a text that may have several codes: `bus, tram`. None if it has one part. */
export function joinedIn(text: string): string[] {
  const parts = text.split(/[,;|]/, MOST_JOINED).map((part) => part.trim())
  return parts.length > 1 ? parts.filter((part) => part !== '') : []
}

/** Whether a text is not empty and no address. */
export function mayBeCode(text: string): boolean {
  return text !== '' && !/^https?:\/\//.test(text)
}

/** The configured field of codes, whatever its values; that of `list_datasets` goes before the same field of `list`. */
export function findNamedField(documents: readonly ListDocument[], name: string): CodeField | undefined {
  for (const operation of ['list_datasets', 'list'] as const)
    for (const document of documents.filter((one) => one.operation === operation)) {
      const values = document.fields.find((field) => field.name === name)?.values.flat() ?? []
      if (values.length > 0)
        return {
          operation,
          name,
          values: [...new Set(codesIn(values))].filter((code) => code !== ''),
          prior: 0,
        }
    }
  return undefined
}

/** The field in which a list has the codes of datasets. */
interface NamingField {
  readonly name: string
  /** How many of its distinct values are known codes. */
  readonly found: number
}

/**
 * The field in which a list has most of the known codes; undefined if it has none. The formats of a list may name it differently: an
 * element in xml may be the key of an object in json. `preferred` wins against fields with up to twice as many.
 */
export function findNamingField(
  document: ListDocument,
  known: ReadonlySet<string>,
  preferred?: string,
): NamingField | undefined {
  const kind = kindOf(document)
  const able = document.fields.flatMap((field): NamingField[] => {
    if (field.name !== preferred && !findCodeField(field, kind)) return []
    return [{ name: field.name, found: distinctValues(field).filter((value) => known.has(value)).length }]
  })
  const weight = ({ name, found }: NamingField) => (name === preferred ? found * 2 : found)
  const [best] = able.sort((a, b) => weight(b) - weight(a))
  return best && best.found > 0 ? best : undefined
}

function distinctValues({ values }: ListField): string[] {
  return [...new Set(codesIn(values.flat()))].filter(mayBeCode)
}

/**
 * The code in each value of a field; for a field of addresses, those in them, and '' for other addresses where some lead to datasets. A single
 * value with a slash among codes is an invalid code.
 */
export function codesIn(values: readonly string[]): readonly string[] {
  if (!values.every((value) => value.includes('/'))) return values
  const linked = values.map((value) => findDatasetLinks(value)[0]?.code)
  const areLinks = linked.some((code) => code !== undefined)
  return values.map((value, at) => linked[at] ?? (areLinks ? '' : codeIn(value)))
}

// Codes are short with few spaces; titles are long with many.
function valuePrior(values: readonly string[]): number {
  const sample = values.slice(0, 200)
  const blanks = sample.filter((value) => /\s/.test(value)).length / sample.length
  const length = sample.reduce((sum, value) => sum + value.length, 0) / sample.length
  return (blanks < 0.1 ? 1 : -blanks) + (length <= 40 ? 1 : -1)
}

/** The distinct codes in links of the lists to this interface (relative, or to one of its hosts), in order. */
export function findLinkedCodes(documents: readonly ListDocument[], hosts: readonly string[]): string[] {
  const own = new Set(hosts.flatMap(hostForms))
  const leadsHere = ({ host }: DatasetLink) => host === undefined || own.has(host)
  return [...new Set(documents.flatMap(({ links }) => links.filter(leadsHere).map(({ code }) => code)))]
}

/**
 * The code in a value of the field of codes: the value itself; or for an address, which is never a valid code, the code that it links to,
 * else the last segment of its path. An address with a query that does not link to a dataset is returned unchanged.
 */
export function codeIn(value: string): string {
  if (!value.includes('/')) return value
  const [link] = findDatasetLinks(value)
  if (link !== undefined) return link.code
  const segment = /[?#]/.test(value) ? undefined : value.split('/').findLast((part) => part !== '')
  return (segment && decodeSegment(segment)) ?? value
}

/** Up to `count` values, evenly spread over a list, including its first and last; one is the first. */
export function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count || count === 1) return values.slice(0, count)
  const step = (values.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => values[Math.round(index * step)] as T)
}

/** The share of some values that is in a set, from 0 to 1. */
export function shareIn(values: readonly string[], set: ReadonlySet<string>): number {
  return values.length === 0 ? 0 : values.filter((value) => set.has(value)).length / values.length
}
