import { isMembers, type ReadRecord, recordOfMembers, type Shape, type Value } from '../reading/index.ts'
import { GROUP_FIELD, isPlain, pairFields, type Root } from './items.ts'
import type { ListRecord } from './row.ts'
import { type RowCells, separateRows } from './separate-rows.ts'

/** The records of a list that have the form of most, and what else lies among them. */
interface SortedRecords {
  readonly shape: Shape
  readonly records: readonly ListRecord[]
  readonly others: readonly Root[]
  /** The names of the columns of rows. */
  readonly header: readonly string[]
}

/** Separates rows that lack cells, and values or rows among objects. Elements with the same number of elements each are rows as well. */
export function sortRecords(
  shape: Shape,
  records: readonly ListRecord[],
  beside: Value | undefined,
): SortedRecords {
  if (shape === 'rows') {
    const names = [...(records[0]?.fields.keys() ?? [])]
    const isNamed = names.some((name, at) => name !== `${at + 1}`)
    return sortCells(records, (fields) => [...fields.values()], isNamed ? names : [], true)
  }
  const pairs = shape === 'objects' ? joinPairs(records) : undefined
  if (pairs !== undefined) return { shape: 'keyed', records: pairs, others: [], header: [] }
  if (areCells(shape, records)) return sortCells(records, cellsIn, findHeaderBeside(records, beside), false)
  return shape === 'values' || shape === 'objects'
    ? sortValues(shape, records)
    : { shape, records, others: [], header: [] }
}

function sortCells(
  records: readonly ListRecord[],
  cellsOf: (fields: ReadRecord) => RowCells,
  header: readonly string[],
  isOwn: boolean,
): SortedRecords {
  const { names, rows, odd } = separateRows(
    records.map(({ fields }) => cellsOf(fields)),
    header,
    isOwn,
  )
  const isSame = isOwn && odd.length === 0 && rows.length === records.length && names.length === header.length
  const named = ({ cells, group }: (typeof rows)[number]): ListRecord => ({
    key: undefined,
    fields: new Map([
      ...cells.map((cell, at) => [names[at] ?? `${at + 1}`, cell] as const),
      ...(group === undefined ? [] : [[GROUP_FIELD, group] as const]),
    ]),
  })
  return {
    shape: 'rows',
    records: isSame ? records : rows.map(named),
    others: odd.length === 0 ? [] : [{ value: odd, place: 'short' }],
    header: names,
  }
}

/** The cells of XHTML, of which the first may be another one than the others. */
const CELLS: ReadonlySet<string> = new Set(['th', 'td'])

/** Whether all records consist of one repeated element, most of them of as many, as the cells of rows. */
export function areCells(shape: Shape, records: readonly ListRecord[]): boolean {
  if (shape !== 'elements' || records.length < 2) return false
  const names = new Set(records.flatMap(({ fields }) => [...fields.keys()]))
  if (names.size !== 1 && !(names.size > 0 && names.isSubsetOf(CELLS))) return false
  const rows = records.map(({ fields }) => cellsIn(fields))
  const most = Math.max(
    ...[...Map.groupBy(rows, ({ length }) => length)].map(([count, same]) => (count > 1 ? same.length : 0)),
  )
  return most * 2 > rows.length && rows.every((cells) => cells.every(isPlain))
}

function cellsIn(fields: ReadRecord): RowCells {
  return [...fields.values()].flat().map((value) => textIn(value as Value))
}

// The text of an element within elements, such as `<Cell><Data ss:Type="String">bus</Data></Cell>`.
function textIn(value: Value): Value {
  if (!isMembers(value)) return value
  const [inner, ...more] = value.members.filter(([name]) => !name.startsWith('@'))
  return inner === undefined ? null : more.length > 0 ? value : textIn(inner[1])
}

// Names of columns in an element of another name: `<header><cell>code</cell><cell>title</cell></header>`.
function findHeaderBeside(records: readonly ListRecord[], beside: Value = null): readonly string[] {
  const names = new Set(records.flatMap(({ fields }) => [...fields.keys()]))
  for (const [, value] of isMembers(beside) ? beside.members : []) {
    const fields: ReadRecord = isMembers(value) ? recordOfMembers(value.members) : new Map()
    const cells = fields.size === 1 && names.has([...fields.keys()][0] ?? '') ? cellsIn(fields) : []
    if (cells.length > 1 && cells.every((one) => typeof one === 'string')) return cells as readonly string[]
  }
  return []
}

// `[{"bus": "Bus stops"}, {"tram": "Tram stops"}]` is `{"bus": "Bus stops", "tram": "Tram stops"}`.
function joinPairs(records: readonly ListRecord[]): readonly ListRecord[] | undefined {
  const pairs = records.flatMap(({ fields }) => (fields.size === 1 ? [...fields] : []))
  const names = new Set(pairs.map(([name]) => name))
  const isJoined = pairs.length === records.length && names.size === records.length && records.length > 1
  if (!isJoined || !pairs.every(([, value]) => isPlain(value))) return undefined
  return pairs.map(([key, value]) => ({ key, fields: pairFields(key, value) }))
}

// A value among objects has the name that a list of values gives it.
function sortValues(shape: Shape, records: readonly ListRecord[]): SortedRecords {
  const plainIn = ({ fields }: ListRecord) => (fields.size === 1 ? fields.get('value') : undefined)
  const isObject = (record: ListRecord) => {
    const value = plainIn(record)
    return value === undefined || isMembers(value)
  }
  const objects = records.filter(isObject)
  if (objects.length === 0 || objects.length === records.length)
    return { shape, records, others: [], header: [] }
  const toObject = (record: ListRecord) => {
    const value = plainIn(record) ?? null
    return isMembers(value) ? { ...record, fields: recordOfMembers(value.members) } : record
  }
  const [first = { fields: new Map() }] = objects.map(toObject)
  return {
    shape: 'objects',
    records: objects.map(toObject),
    others: [
      { value: records.filter((one) => !isObject(one)).map((one) => plainIn(one) ?? null), place: 'odd' },
    ],
    header: [...first.fields.keys()],
  }
}
