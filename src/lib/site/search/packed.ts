import type { SearchCatalogue, SearchDataset, SearchGroup } from './catalogue.ts'

/**
 * A catalogue as it is sent: a text for each field, a line for each dataset, so that what is alike lies together and packs well.
 * Column names and whole lists of them are written once.
 */
export interface PackedCatalogue {
  /** The layout of this object. */
  readonly search: 1
  readonly codes: string
  readonly titles: string
  readonly descriptions: string
  readonly categories: string
  readonly oivs: string
  /** Names of columns, then lists of their places, then which list a dataset has. */
  readonly names: string
  readonly lists: string
  readonly columns: string
  readonly records: string
  readonly widths: string
  readonly states: string
  readonly changed: string
  readonly categoryKeys: string
  readonly categoryTitles: string
  readonly oivKeys: string
  readonly oivTitles: string
}

/** Packs a catalogue. Line ends inside texts for people become blanks. */
export function packCatalogue({ datasets, categories, oivs }: SearchCatalogue): PackedCatalogue {
  const names = openPlaces()
  const lists = openPlaces()
  const columns = datasets.map((dataset) =>
    lists.put(dataset.columns.map((name) => names.put(escapeLine(name)).toString(36)).join(' ')),
  )
  const field = (text: (dataset: SearchDataset) => string) => joinLines(datasets.map(text))
  return {
    search: 1,
    codes: field(({ code }) => encodeLine(code)),
    titles: field(({ title }) => escapeLine(title)),
    descriptions: field(({ description }) => escapeLine(description)),
    categories: field((dataset) => dataset.categories.join(' ')),
    oivs: field((dataset) => dataset.oivs.join(' ')),
    names: joinLines(names.all()),
    lists: joinLines(lists.all()),
    columns: joinLines(columns.map((list) => list.toString(36))),
    records: field(({ records }) => (records === undefined ? '' : String(records))),
    widths: field(({ width, wider }) => (width === undefined ? '' : `${width}${wider ? '+' : ''}`)),
    states: field(({ state }) => String(state)),
    changed: field(({ changed }) => changed),
    categoryKeys: joinLines(categories.map(({ key }) => encodeLine(key))),
    categoryTitles: joinLines(categories.map(({ title }) => escapeLine(title))),
    oivKeys: joinLines(oivs.map(({ key }) => encodeLine(key))),
    oivTitles: joinLines(oivs.map(({ title }) => escapeLine(title))),
  }
}

/** The catalogue that was packed. */
export function unpackCatalogue(packed: PackedCatalogue): SearchCatalogue {
  const names = splitLines(packed.names)
  const lists = splitLines(packed.lists).map((list) =>
    splitBlanks(list).map((place) => names[Number.parseInt(place, 36)] ?? ''),
  )
  const columns = splitLines(packed.columns)
  const fields = {
    titles: splitLines(packed.titles),
    descriptions: splitLines(packed.descriptions),
    categories: splitLines(packed.categories),
    oivs: splitLines(packed.oivs),
    records: splitLines(packed.records),
    widths: splitLines(packed.widths),
    states: splitLines(packed.states),
    changed: splitLines(packed.changed),
  }
  return {
    categories: groupsOf(packed.categoryKeys, packed.categoryTitles),
    oivs: groupsOf(packed.oivKeys, packed.oivTitles),
    datasets: splitLines(packed.codes).map((code, at) => {
      const width = fields.widths[at] ?? ''
      return {
        code: decodeLine(code),
        title: fields.titles[at] ?? '',
        description: fields.descriptions[at] ?? '',
        categories: splitBlanks(fields.categories[at] ?? '').map(Number),
        oivs: splitBlanks(fields.oivs[at] ?? '').map(Number),
        columns: lists[Number.parseInt(columns[at] ?? '', 36)] ?? [],
        ...(fields.records[at] && { records: Number(fields.records[at]) }),
        ...(width !== '' && { width: Number.parseInt(width, 10) }),
        ...(width.endsWith('+') && { wider: true }),
        state: Number(fields.states[at]),
        changed: fields.changed[at] ?? '',
      }
    }),
  }
}

/** Text for people, in one line. */
export function escapeLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function groupsOf(keys: string, titles: string): SearchGroup[] {
  const texts = splitLines(titles)
  return splitLines(keys).map((key, at) => ({ key: decodeLine(key), title: texts[at] ?? '' }))
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

/** The name under which the index lies while the page takes it. */
export const INDEX_NAME = 'searchIndex'
/** The file below the root of the site. */
export const INDEX_FILE = 'search-index.js'

/** The index as a script, since a page opened from a disk can load one and nothing else. It holds data only. */
export function renderIndex(catalogue: SearchCatalogue): string {
  const json = JSON.stringify(packCatalogue(catalogue))
  // Legal in json and in scripts since 2019; before that the two ended a line of a script. A tag would end one inside a page.
  const safe = json.replace(
    /[\u2028\u2029]|<(?=[/!])/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `self.${INDEX_NAME}=${safe}\n`
}
