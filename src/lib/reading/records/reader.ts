import { ANY, ITEM } from '../events.ts'
import { type Candidate, recordNode } from '../find/candidate.ts'
import type { ReadRecord, Value } from '../types.ts'
import { isMembers, recordOfMembers } from '../value.ts'
import { elementReader } from './element.ts'
import { featureReader } from './feature.ts'
import { Names } from './names.ts'

/** Turns the value of a record, and its key in a keyed list, into columns. */
type RecordReader = (value: Value, key: string | undefined) => ReadRecord

/** The column of records that are plain values. */
const VALUE_COLUMN = 'value'

/** The column of the keys of a keyed list. */
const KEY_COLUMN = '(key)'

/** Creates the function that turns the records of a list into columns; one for all, so the columns are consistent. */
export function createRecordReader(candidate: Candidate): RecordReader {
  const node = recordNode(candidate)
  if (candidate.shape === 'rows') return rowReader(candidate)
  if (candidate.shape === 'keyed') return keyedReader(candidate)
  if (candidate.shape === 'values') return (value) => new Map([[VALUE_COLUMN, value]])
  if (candidate.shape === 'features') return featureReader(node)
  if (node.elements > 0) return elementReader(node)
  return readMembers
}

function readMembers(value: Value): Map<string, Value> {
  return isMembers(value) ? recordOfMembers(value.members) : new Map([[VALUE_COLUMN, value]])
}

function keyedReader({ nodes, steps }: Candidate): RecordReader {
  const members = [...(nodes[steps.indexOf(ANY)]?.children.values() ?? [])]
  const records = members.map((member) => member.children.get(ITEM) ?? member)
  const column = new Names(records.flatMap((record) => [...record.children.keys()])).take(KEY_COLUMN)
  return (value, key) => new Map<string, Value>([[column, key ?? null], ...readMembers(value)])
}

function rowReader({ header, nodes }: Candidate): RecordReader {
  const taken = new Names()
  const width = Math.max(nodes.at(-1)?.width ?? 0, header?.names.length ?? 0)
  const names = (header?.names ?? []).map((name) => taken.take(name))
  for (let column = names.length; column < width; column++) names.push(taken.take(`${column + 1}`))
  // All names of a header become columns, even without any cells: the first record has them all.
  let least = header?.names.length ?? 0
  return (value) => {
    const cells: Value[] = Array.isArray(value) ? [...value] : [value]
    while (cells.length < least) cells.push(null)
    least = 0
    return new Map(cells.map((cell, column) => [names[column] ?? `${column + 1}`, cell]))
  }
}
