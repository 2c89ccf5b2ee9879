import type { DatasetCode } from '../../lib/interface/dataset-code.ts'
import { hrefOf } from '../../lib/interface/path.ts'
import { datasetResource } from '../../lib/interface/resource.ts'
import { type SearchDataset, type SearchHead, STATE_ORDER } from '../../lib/site/search/head.ts'
import { runsIn } from '../../lib/site/search/runs.ts'
import { termsOf } from '../../lib/site/search/words.ts'
import { fillWords, type SearchWords, type Speech } from './words.ts'

/** A dataset that was found. */
export interface Hit {
  readonly dataset: SearchDataset
  /** The terms of its texts that match. */
  readonly terms: readonly string[]
}

/** What is needed to render results. */
export interface Making {
  readonly groups: Pick<SearchHead, 'categories' | 'oivs'>
  readonly words: SearchWords
  readonly speech: Speech
  /** The relative path to the root of the site. */
  readonly root: string
  /** Whether they are shown before the heading of the page, so that they are no headings. */
  readonly isBeside: boolean
}

const MOST_COLUMNS = 8

/** A found dataset as a list item: text nodes and marks only, whatever the data contains. */
export function itemOf({ dataset, terms }: Hit, making: Making): HTMLLIElement {
  const wanted = new Set(terms)
  const item = make('li', '', titleOf(dataset, making, wanted))
  const facts = factsOf(dataset, making, wanted)
  if (facts.length > 0) item.append(make('p', 'where', ...facts))
  if (dataset.description !== '')
    item.append(foreignText(make('p', 'about', ...marked(dataset.description, wanted))))
  const columns = dataset.columns
    .map((name) => marked(name, wanted))
    .filter((pieces) => pieces.some((piece) => typeof piece !== 'string'))
    .slice(0, MOST_COLUMNS)
    .flatMap((pieces, index) => [index === 0 ? '' : ', ', foreignText(make('span', '', ...pieces))])
  if (columns.length > 0) item.append(make('p', 'names', `${making.words.columns} `, ...columns))
  return item
}

function titleOf(
  { title, code, state }: SearchDataset,
  making: Making,
  wanted: ReadonlySet<string>,
): HTMLElement {
  const link = foreignText(make('a', '', ...marked(title, wanted)))
  link.href = pageAddress(code, making)
  const heading = making.isBeside ? make('p', 'title', link) : make('h2', '', link)
  const name = STATE_ORDER[state] ?? 'current'
  if (name !== 'current') heading.append(' ', make('span', `badge is-${name}`, making.words.states[name]))
  return heading
}

/** The address of the page of a dataset. */
export function pageAddress(code: string, { root }: Pick<Making, 'root'>): string {
  const folder = root + hrefOf(datasetResource(code as DatasetCode))
  return /^http/.test(location.protocol) ? folder : `${folder}index.html`
}

function factsOf(
  dataset: SearchDataset,
  { groups: known, words, speech }: Making,
  wanted: ReadonlySet<string>,
) {
  const groups = [
    ...dataset.oivs.map((place) => known.oivs[place]),
    ...dataset.categories.map((place) => known.categories[place]),
  ].map((group) => foreignText(make('span', '', ...marked(group?.title ?? '', wanted))))
  const { code, title, records, width = 0, wider, changed } = dataset
  // A code is shown where it was what was looked for.
  const pieces = code === title ? [] : marked(code, wanted)
  const codes = pieces.some((piece) => typeof piece !== 'string') ? [make('code', '', ...pieces)] : []
  const extent =
    records === undefined
      ? []
      : records < 0
        ? [words.tree]
        : [
            speech.count(words.records, records),
            fillWords(wider ? words.wider : '{columns}', { columns: speech.count(words.width, width) }),
          ]
  const day =
    changed === '' ? [] : [Object.assign(make('time', '', speech.day(changed)), { dateTime: changed })]
  return [
    ...codes.map((shown) => make('span', '', shown)),
    ...groups,
    ...[...extent, ...day].map((text) => make('span', '', text)),
  ]
}

function marked(text: string, wanted: ReadonlySet<string>): (string | HTMLElement)[] {
  return highlight(text, wanted).map((piece) => (piece.marked ? make('mark', '', piece.text) : piece.text))
}

// Text of the data, in an unknown language.
export function foreignText<Made extends HTMLElement>(element: Made): Made {
  element.dir = 'auto'
  element.lang = ''
  return element
}

/** Creates an element with a class and contents. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (name !== '') element.className = name
  element.append(...content)
  return element
}

/** A piece of a text; marked if it matches. */
interface Highlight {
  readonly text: string
  readonly marked: boolean
}

/** Cuts a text at the words that have one of these terms: whole words, in the form in which they occur. */
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
