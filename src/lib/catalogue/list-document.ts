import { type DatasetLink, type Format, findDatasetLinks, type ListOperation } from '../interface/index.ts'
import {
  type ByteSource,
  eachRecord,
  eachText,
  type ReadRecord,
  type Shape,
  UnreadableDocument,
} from '../reading/index.ts'

/** One record of a list, and what names it when the list is keyed. */
export interface ListRecord {
  readonly key: string | undefined
  readonly fields: ReadRecord
}

/** One list in one format, read whole: its records, and every link to a dataset anywhere in it. */
export interface ListDocument {
  readonly operation: ListOperation
  readonly format: Format
  readonly shape: Shape
  readonly records: readonly ListRecord[]
  readonly links: readonly DatasetLink[]
  /** Why it may be one page of several, when it says so. */
  readonly paging?: string
}

/** The name under which the keys of a keyed list are offered as a field. */
export const KEY_FIELD = '(key)'

/** Reads a list whole. Throws UnreadableDocument. */
export function readList(
  operation: ListOperation,
  source: ByteSource,
  hint: { format: Format; charset?: string },
): ListDocument {
  const records: ListRecord[] = []
  const { shape, paging } = eachRecord(source, hint, (fields, key) => {
    records.push({ key, fields: key === undefined ? fields : new Map([[KEY_FIELD, key], ...fields]) })
  })
  const links: DatasetLink[] = []
  eachText(source, hint, (text) => {
    for (const link of findDatasetLinks(text)) links.push(link)
  })
  return { operation, format: hint.format, shape, records, links, ...(paging !== undefined && { paging }) }
}

/** The name under which the plain values of a keyed list are offered. */
const VALUE_FIELD = '(value)'

/**
 * A single record of plain values may as well be a list by key, `{"roads": "Roads of 2024"}`: that other reading of it,
 * undefined when there is none. Which of the two is meant, only the origin's answers or another list can tell.
 */
export function findKeyedReading(document: ListDocument): ListDocument | undefined {
  const [only, ...more] = document.records
  if (document.shape !== 'single' || only === undefined || more.length > 0) return undefined
  const entries = [...only.fields]
  if (!entries.every(([, value]) => typeof value === 'string')) return undefined
  const records = entries.map(([key, value]) => ({
    key,
    fields: new Map([
      [KEY_FIELD, key],
      [VALUE_FIELD, value],
    ]),
  }))
  return { ...document, shape: 'keyed', records }
}

/** A list as it lies in a snapshot. */
export interface StoredList {
  readonly operation: ListOperation
  readonly format: Format
  readonly charset?: string
  readonly source: ByteSource
}

const ORDER: readonly Format[] = ['json', 'xml', 'html']

/** Reads every list that is there, json before xml before html. What cannot be read is left out. */
export function readLists(lists: readonly StoredList[]): ListDocument[] {
  return lists.toSorted((a, b) => ORDER.indexOf(a.format) - ORDER.indexOf(b.format)).flatMap(findList)
}

function findList({ operation, source, format, charset }: StoredList): ListDocument[] {
  try {
    return [readList(operation, source, { format, ...(charset && { charset }) })]
  } catch (error) {
    if (error instanceof UnreadableDocument) return []
    throw error
  }
}
