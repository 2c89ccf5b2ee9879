import type { Column, ColumnKind, Reading, TreeNode } from '../../../src/lib/reading/index.ts'

/** A reading of an array of objects with a rough profile, similar to a real one. */
export function readingOf(objects: readonly object[], over: Partial<Reading> = {}): Reading {
  const names = [...new Set(objects.slice(0, 500).flatMap(Object.keys))]
  const cells = (name: string) => objects.map((row) => cellOf((row as Record<string, unknown>)[name]))
  return {
    format: 'json',
    encoding: 'utf-8',
    shape: 'objects',
    path: '',
    count: objects.length,
    columns: names.map((name) => columnOf(name, cells(name))),
    rows: objects
      .slice(0, 100)
      .map((row) => names.map((name) => cellOf((row as Record<string, unknown>)[name]))),
    beside: [],
    ...over,
  }
}

/** A reading of a document without records. */
export function treeReading(value: unknown): Reading {
  return readingOf([], { shape: 'tree', tree: treeOf(value) })
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function columnOf(name: string, cells: readonly (string | null)[]): Column {
  const filled = cells.filter((cell): cell is string => cell !== null && cell.trim() !== '')
  const counts = new Map<string, number>()
  for (const cell of filled) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  const kind = kindOf(name, filled)
  const numbers = kind === 'number' || kind === 'latitude' || kind === 'longitude' ? filled.map(Number) : []
  const times = kind === 'date' ? filled.map((cell) => Date.parse(cell)) : []
  const ordered = numbers.length > 0 || times.length > 0
  const sorted = ordered
    ? filled.toSorted((a, b) => (kind === 'date' ? Date.parse(a) - Date.parse(b) : Number(a) - Number(b)))
    : []
  const [min, max] = [sorted[0], sorted.at(-1)]
  return {
    name,
    kind,
    type: { field: { type: 'string' }, exact: 'text' },
    filled: filled.length,
    distinct: counts.size,
    distinctIsFloor: counts.size > 5000,
    ...(min !== undefined && max !== undefined && { min, max }),
    frequent: [...counts]
      .filter(([, count]) => count > 1)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 10)
      .map(([value, count]) => ({ value, count })),
    ...(ordered && { histogram: binsOf(numbers.length > 0 ? numbers : times) }),
    partial: cells.length > 5000,
  }
}

function kindOf(name: string, cells: readonly string[]): ColumnKind {
  const every = (test: (cell: string) => boolean) => cells.every(test)
  if (cells.length === 0) return 'empty'
  if (every((cell) => cell === 'true' || cell === 'false')) return 'boolean'
  if (every((cell) => cell.trim() === cell && Number.isFinite(Number(cell)))) {
    if (/^lat/i.test(name)) return 'latitude'
    return /^lon/i.test(name) ? 'longitude' : 'number'
  }
  if (every((cell) => /^https?:/.test(cell))) return 'link'
  if (
    every((cell) => /\d/.test(cell) && /^[\d\w ,:.+-]{6,30}$/.test(cell) && !Number.isNaN(Date.parse(cell)))
  )
    return 'date'
  return every((cell) => /^[[{]/.test(cell)) ? 'nested' : 'text'
}

function binsOf(values: readonly number[]): NonNullable<Column['histogram']> {
  const from = values.reduce((a, b) => Math.min(a, b))
  const to = values.reduce((a, b) => Math.max(a, b))
  const counts = new Array<number>(20).fill(0)
  for (const value of values) {
    const bin = to === from ? 0 : Math.min(19, Math.floor(((value - from) / (to - from)) * 20))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from, to, counts }
}

function treeOf(value: unknown, name?: string): TreeNode {
  const named = name === undefined ? {} : { name }
  if (Array.isArray(value)) {
    const children = value.slice(0, 20).map((item) => treeOf(item))
    return {
      ...named,
      kind: 'array',
      children,
      ...(value.length > 20 && { omitted: value.length - 20 }),
    }
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    const children = members.slice(0, 50).map(([key, member]) => treeOf(member, key))
    return {
      ...named,
      kind: 'object',
      children,
      ...(members.length > 50 && { omitted: members.length - 50 }),
    }
  }
  if (value === null) return { ...named, kind: 'null', text: 'null' }
  const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
  return { ...named, kind, text: String(value) }
}
