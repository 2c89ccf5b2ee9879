import type { SearchDataset } from './head.ts'

/** What results show of a dataset, besides what {@link SearchHead} has of all. */
export type SearchTexts = Omit<SearchDataset, 'categories' | 'oivs' | 'shown' | 'state'>

/**
 * Datasets as they are sent: a text for each field, a line for each dataset, so that what is alike lies together and compresses well.
 * Column names and whole lists of them are written once.
 */
export interface PackedTexts {
  readonly codes: string
  readonly titles: string
  readonly descriptions: string
  /** Names of columns, then lists of their places, then which list a dataset has. */
  readonly names: string
  readonly lists: string
  readonly columns: string
  /** Which list has the names that are shown first; empty for none. */
  readonly first: string
  readonly years: string
  readonly records: string
  readonly widths: string
  readonly changed: string
}

/** Packs datasets. Line ends inside texts for people become blanks. */
export function packTexts(datasets: readonly SearchTexts[]): PackedTexts {
  const names = openPlaces()
  const lists = openPlaces()
  const listOf = (all: readonly string[]) =>
    lists.put(all.map((name) => names.put(escapeLine(name)).toString(36)).join(' ')).toString(36)
  const columns = datasets.map((dataset) => listOf(dataset.columns))
  const first = datasets.map((dataset) => (dataset.first ? listOf(dataset.first) : ''))
  const field = (text: (dataset: SearchTexts) => string) => joinLines(datasets.map(text))
  return {
    codes: field(({ code }) => encodeLine(code)),
    titles: field(({ title }) => escapeLine(title)),
    descriptions: field(({ description }) => escapeLine(description)),
    names: joinLines(names.all()),
    lists: joinLines(lists.all()),
    columns: joinLines(columns),
    first: joinLines(first),
    years: field(({ years = '' }) => years),
    records: field(({ records }) => (records === undefined ? '' : String(records))),
    widths: field(({ width, wider }) => (width === undefined ? '' : `${width}${wider ? '+' : ''}`)),
    changed: field(({ changed }) => changed),
  }
}

/** The datasets that were packed. */
export function unpackTexts(packed: PackedTexts): SearchTexts[] {
  const texts = Object.entries(packed).map(([name, text]) => [name, splitLines(text)])
  const lines: Readonly<Record<keyof PackedTexts, readonly string[]>> = Object.fromEntries(texts)
  const lists = lines.lists.map((list) =>
    splitBlanks(list).map((place) => lines.names[Number.parseInt(place, 36)] ?? ''),
  )
  const listAt = (place: string | undefined) => lists[Number.parseInt(place ?? '', 36)]
  return lines.codes.map((code, at) => {
    const first = listAt(lines.first[at])
    const years = lines.years[at]
    const records = lines.records[at]
    const width = lines.widths[at] ?? ''
    return {
      code: decodeLine(code),
      title: lines.titles[at] ?? '',
      description: lines.descriptions[at] ?? '',
      columns: listAt(lines.columns[at]) ?? [],
      ...(first && { first }),
      ...(years && { years }),
      ...(records && { records: Number(records) }),
      ...(width !== '' && { width: Number.parseInt(width, 10) }),
      ...(width.endsWith('+') && { wider: true }),
      changed: lines.changed[at] ?? '',
    }
  })
}

/** Text for people, in one line. */
function escapeLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function splitLines(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

function splitBlanks(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

function encodeLine(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\n', '%0A')
}

function decodeLine(text: string): string {
  return text.replaceAll('%0A', '\n').replaceAll('%25', '%')
}

function openPlaces() {
  const places = new Map<string, number>()
  return {
    put(item: string): number {
      const place = places.get(item) ?? places.size
      places.set(item, place)
      return place
    },
    all: () => [...places.keys()],
  }
}

/** The name under which parts lie in a page until they are taken. */
const WAITING = 'waitingParts'

type Waiting = Record<string, unknown>

/**
 * A part of an index as a script: a page opened from a disk can load scripts and nothing else. It contains data only. `value` is json;
 * `name` is what {@link takePart} takes it by.
 */
export function renderPart(name: string, value: unknown): string {
  // Legal in json and in scripts since 2019; before that the two ended a line of a script. A tag would end one inside a page.
  const json = JSON.stringify(value).replace(
    /[\u2028\u2029]|<(?=[/!])/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `(self.${WAITING}??={})[${JSON.stringify(name)}]=${json}\n`
}

/** Takes the value of a part whose script has run in this scope; undefined if none has. */
export function takePart(scope: object, name: string): unknown {
  const waiting = (scope as Record<string, Waiting | undefined>)[WAITING]
  const value = waiting?.[name]
  delete waiting?.[name]
  return value
}
