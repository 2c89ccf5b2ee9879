import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A record of the dataset for testing the explorer. Its number is a text here, because it is too large for a float. */
export interface Place {
  readonly id: string
  readonly name: string
  readonly kind: string | null
  readonly opened: string
  readonly active: boolean
  readonly site: string | null
  readonly note: string | null
  /** A column with the name of a setting in the address. */
  readonly sort: number
}

const KINDS = ['school', 'library', 'museum', null] as const
const NOTES = [
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("https://example.org")',
  'first line\nsecond, "quoted" line',
  null,
  '',
] as const

/** 260 records with values that are difficult in a table. */
export const PLACES: readonly Place[] = Array.from({ length: 260 }, (_, at) => ({
  id: String(9007199254740993n + BigInt((at * 37) % 260)),
  name: `Объект № ${(at * 13) % 260}${at % 9 === 0 ? ' ёлочный' : ''}`,
  kind: KINDS[at % 4] ?? null,
  opened: `20${String(10 + (at % 10))}-0${1 + (at % 9)}-1${at % 10}`,
  active: at % 3 === 0,
  site: at % 2 === 0 ? `https://example.org/${at}` : null,
  note: NOTES[at % 5] ?? null,
  sort: at % 7,
}))

/** Few enough records to fit on one page. */
export const FEW = PLACES.slice(0, 30).map(({ name, sort }) => ({ name, sort }))

/** 120 records whose name comes late, between columns that tell little. */
export const WIDE = Array.from({ length: 120 }, (_, at) => ({
  uid: `a${(at * 7919).toString(16)}-${at}`,
  nothing: null,
  district: ['North', 'South', 'East'][at % 3],
  name: `Kiosk ${at + 1}`,
  area: (at * 13) % 57,
  rooms: at % 5,
  street: `${at % 20} Long Street`,
  ref: `r-${at}`,
  note: at % 4 === 0 ? 'closed' : 'open',
}))

/** 40 records of six bodies whose names are long or have no place for a break, in two districts. */
export const LONG = Array.from({ length: 40 }, (_, at) => ({
  body:
    at % 2 === 0
      ? `https://example.org/${'x'.repeat(150)}/${at % 6}`
      : `${'Городской центр культуры и дополнительного образования '.repeat(4)}№ ${at % 6}`,
  district: ['Центральный', 'Северный'][at % 3 === 0 ? 0 : 1],
  amount: at * 1000 - 9999,
}))

/** 60 records of more columns than a page lays out a hundred records of. */
export const BROAD = Array.from({ length: 60 }, (_, at) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, column) => [`c${column}`, (at * (column + 1)) % 41])),
)

/** Writes a data package of these records into a folder; returns the path of its descriptor. */
export function writeExplored(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const numeral = (_: string, value: unknown) =>
    typeof value === 'string' && /^\d{16,}$/.test(value) ? `<${value}>` : value
  const exact = JSON.stringify(PLACES, numeral).replace(/"<(\d+)>"/g, '$1')
  writeFileSync(join(folder, 'places.json'), exact)
  writeFileSync(join(folder, 'few.json'), JSON.stringify(FEW))
  writeFileSync(join(folder, 'wide.json'), JSON.stringify(WIDE))
  writeFileSync(join(folder, 'broad.json'), JSON.stringify(BROAD))
  writeFileSync(join(folder, 'long.json'), JSON.stringify(LONG))
  const resources = ['places', 'few', 'wide', 'broad', 'long'].map((name) => ({
    name,
    title: name,
    path: `${name}.json`,
    format: 'json',
  }))
  const descriptor = join(folder, 'datapackage.json')
  writeFileSync(descriptor, JSON.stringify({ name: 'explored', title: 'Explored', resources }))
  return descriptor
}
