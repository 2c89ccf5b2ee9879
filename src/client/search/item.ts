import type { DatasetCode } from '../../lib/interface/dataset-code.ts'
import { hrefOf } from '../../lib/interface/path.ts'
import { datasetResource } from '../../lib/interface/resource.ts'
import { type SearchDataset, type SearchHead, SHOWN_ORDER, STATE_ORDER } from '../../lib/site/search/head.ts'
import { runsIn } from '../../lib/site/search/runs.ts'
import { termsOf } from '../../lib/site/search/words.ts'
import { keepDashes } from '../../lib/site/view/text.ts'
import type { Words } from '../../lib/site/view/words/en.ts'
import { element } from '../element.ts'
import { fillCount, fillTemplate, showDay } from '../words.ts'

/** The texts of the search. */
export type SearchWords = Words['search']['script'] & Pick<Words, 'states'>

/** A dataset that was found. */
export interface Hit {
  readonly dataset: SearchDataset
  /** The terms in its texts that match the query. */
  readonly terms: readonly string[]
}

/** What results are rendered with. */
export interface Making {
  readonly groups: Pick<SearchHead, 'categories' | 'oivs'>
  readonly words: SearchWords
  /** The relative path to the root of the site. */
  readonly root: string
  /** Whether the results are shown before the heading of the page, so that their titles must not be headings. */
  readonly isBeside: boolean
}

const MOST_COLUMNS = 8
const MAP = SHOWN_ORDER.indexOf('map')

/** A found dataset as a list item. Texts of the data become text nodes and `mark` elements, never markup. */
export function itemOf({ dataset, terms }: Hit, making: Making): HTMLLIElement {
  const wanted = new Set(terms)
  const item = element('li', {}, titleOf(dataset, making, wanted))
  const facts = factsOf(dataset, making, wanted)
  if (facts.length > 0) item.append(element('p', { className: 'where' }, ...facts))
  if (dataset.description !== '')
    item.append(element('p', { className: 'about', ...FOREIGN }, ...marked(dataset.description, wanted)))
  const inside = insideOf(dataset, making, wanted)
  if (inside.length > 0) item.append(element('p', { className: 'names' }, ...inside))
  return item
}

/** What the records contain: the columns that match, or else the first ones; the years; and whether there is a map. */
function insideOf(
  { columns, first = [], width = 0, years, shown }: SearchDataset,
  { words }: Making,
  wanted: ReadonlySet<string>,
): HTMLElement[] {
  const found = columns
    .map((name) => marked(name, wanted))
    .filter((pieces) => pieces.some((piece) => typeof piece !== 'string'))
    .slice(0, MOST_COLUMNS)
  const named: readonly (string | HTMLElement)[][] =
    found.length > 0 ? found : first.filter((name) => name !== '').map((name) => [name])
  const list = named.flatMap((pieces, at) => [at === 0 ? '' : ', ', element('bdi', FOREIGN, ...pieces)])
  const more = found.length === 0 && width > first.length ? ['…'] : []
  return [
    ...(list.length > 0 ? [element('span', {}, `${words.columns} `, ...list, ...more)] : []),
    ...[years ?? [], shown === MAP ? words.shown.map : []].flat().map((text) => element('span', {}, text)),
  ]
}

function titleOf(
  { title, code, state }: SearchDataset,
  making: Making,
  wanted: ReadonlySet<string>,
): HTMLElement {
  const link = element('a', { ...FOREIGN, href: pageAddress(code, making) }, ...marked(title, wanted))
  const heading = making.isBeside ? element('p', { className: 'title' }, link) : element('h2', {}, link)
  const name = STATE_ORDER[state] ?? 'current'
  if (name !== 'current')
    heading.append(' ', element('span', { className: `badge is-${name}` }, making.words.states[name]))
  return heading
}

export function pageAddress(code: string, { root }: Pick<Making, 'root'>): string {
  const folder = root + hrefOf(datasetResource(code as DatasetCode))
  return /^http/.test(location.protocol) ? folder : `${folder}index.html`
}

function factsOf(dataset: SearchDataset, { groups: known, words }: Making, wanted: ReadonlySet<string>) {
  const groups = [
    ...dataset.oivs.map((place) => known.oivs[place]),
    ...dataset.categories.map((place) => known.categories[place]),
  ].map((group) => element('span', FOREIGN, ...marked(group?.title ?? '', wanted)))
  const { code, title, records, width = 0, wider, changed } = dataset
  // The code is only shown if it matches the query.
  const pieces = code === title ? [] : marked(code, wanted)
  const codes = pieces.some((piece) => typeof piece !== 'string') ? [element('code', {}, ...pieces)] : []
  const extent =
    records === undefined
      ? []
      : records < 0
        ? [words.tree]
        : [
            fillCount(words.records, records),
            fillTemplate(wider ? words.wider : '{columns}', { columns: fillCount(words.width, width) }),
          ]
  const day = changed === '' ? [] : [element('time', { dateTime: changed }, showDay(changed))]
  return [
    ...codes.map((shown) => element('span', {}, shown)),
    ...groups,
    ...[...extent, ...day].map((text) => element('span', {}, text)),
  ]
}

function marked(text: string, wanted: ReadonlySet<string>): (string | HTMLElement)[] {
  return highlight(keepDashes(text), wanted).map((piece) =>
    piece.marked ? element('mark', {}, piece.text) : piece.text,
  )
}

/** The properties of an element with a text of the data, whose language is unknown. */
export const FOREIGN = { dir: 'auto', lang: '' } as const

/** The properties of an element with several short facts. */
export const DOTTED = { className: 'dotted' } as const

/** A piece of a text; marked if it matches. */
interface Highlight {
  readonly text: string
  readonly marked: boolean
}

/** Divides a text at the words that have one of these terms. Whole words are marked, in the form in which they occur. */
export function highlight(text: string, terms: ReadonlySet<string>): Highlight[] {
  const pieces: Highlight[] = []
  let done = 0
  for (const { start, end, text: run } of runsIn(text)) {
    if (!termsOf(run).some((term) => terms.has(term))) continue
    if (start > done) pieces.push({ text: text.slice(done, start), marked: false })
    pieces.push({ text: run, marked: true })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), marked: false })
  return pieces
}
