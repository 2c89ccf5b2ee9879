import { DATA_PACKAGE } from '../../interface/index.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { DatasetView } from './dataset.ts'
import type { DocumentView } from './document.ts'
import { madeFilesOf } from './files.ts'
import type { Locale } from './locale.ts'
import { plainOf } from './prose.ts'
import { meaningText, type RecordsTable } from './table.ts'
import { shorten } from './text.ts'

/** How many records and columns a table of records has, and how long a cell is. */
const [ROWS, COLUMNS, CELL] = [10, 40, 120]
/** The most frequent values of a column that are named. */
const VALUES = 3

/** The page of a dataset as Markdown, for language models and scripts: what it is, its files and columns, and the first records. */
export function datasetMarkdown({ words, format }: Locale, view: DatasetView): string {
  const label = words.datasetPage
  const { document, description, sentence, notices, files } = view
  const parts = [
    `# ${inMarkdown(view.title)}`,
    sentence.length > 0 && paragraphOf(`${sentence.map(clauseOf).join('; ')}.`),
    ...(description === undefined ? [] : plainOf(description).split('\n').map(paragraphOf)),
    factsOf({ words }, view),
    ...notices.map((notice) => paragraphOf(notice.sentence)),
    ...(files.length > 0 ? [`## ${label.files}`, filesOf(view)] : []),
    ...(document ? documentOf({ words, format }, document) : []),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function clauseOf({ column, text, value, share }: DatasetView['sentence'][number]): string {
  return `${column === undefined ? '' : `${column}: `}${[text, value, share && `(${share})`].filter(Boolean).join(' ')}`
}

function factsOf({ words }: Pick<Locale, 'words'>, view: DatasetView): string {
  const { changed, state, licences, chrome } = view
  const facts: (readonly [name: string, value: string])[] = [
    ...view.oivs.map(({ text }) => [words.table.oiv, text] as const),
    ...view.categories.map(({ text }) => [words.table.category, text] as const),
    ...(changed ? [[changed.label, changed.figure] as const] : []),
    ...(state ? [[words.datasetPage.state, state.stateWord] as const] : []),
    ...licences.map(({ name, label = name, text }) => [label, text] as const),
    [words.datasetPage.code, view.code],
    ...(chrome.canonical === undefined ? [] : [['URL', chrome.canonical] as const]),
  ]
  return listOf(facts)
}

function listOf(facts: readonly (readonly [name: string, value: string])[]): string {
  return facts.map(([name, value]) => `- ${inMarkdown(name)}: ${inMarkdown(value)}`).join('\n')
}

function filesOf({ files, table }: DatasetView): string {
  const all = [
    ...madeFilesOf(table).map(({ format, href, size }) => ({ name: format, href, facts: [size] })),
    ...files.map(({ format, href, size, stateWord, sha256 }) => ({
      name: format,
      href,
      facts: [size, stateWord, `sha256 ${sha256}`],
    })),
    ...(table ? [{ name: 'Data Package', href: DATA_PACKAGE, facts: [] }] : []),
  ]
  return all
    .map(({ name, href, facts }) =>
      [`- [${name}](${href})`, ...facts.filter((fact) => fact !== undefined)].join(', '),
    )
    .join('\n')
}

function documentOf(locale: Pick<Locale, 'words' | 'format'>, document: DocumentView): string[] {
  const { words } = locale
  const { columns, folded, table, bare, paging, unshown } = document
  const label = words.datasetPage
  const profiles = columns.map(({ name, kind, filled, distinct, ...column }) => [
    ...[name, kind, filled, distinct].map(inMarkdown),
    inMarkdown(valuesOf(column)),
  ])
  const meanings = [...columns, ...folded.flatMap((one) => one.columns)].flatMap(({ name, meaning }) =>
    meaning === undefined ? [] : [[name, meaningText(meaning)] as const],
  )
  const head = [label.column, label.kind, label.filled, label.distinct, label.values].map(inMarkdown)
  return [
    ...(columns.length > 0 ? [`## ${label.columns}`, markdownTable(head, profiles)] : []),
    ...(meanings.length > 0 ? [listOf(meanings)] : []),
    ...folded.map(({ text, columns, more }) =>
      paragraphOf(`${text}: ${[...columns.map(namedValueOf), ...(more ? [more] : [])].join(', ')}`),
    ),
    ...(table ? [`## ${label.records}`, ...recordsOf(locale, table)] : []),
    ...[bare, paging === undefined ? undefined : `${label.paging}: ${paging}`, ...unshown]
      .filter((text) => text !== undefined)
      .map(paragraphOf),
  ]
}

function namedValueOf({ name, value }: { readonly name: string; readonly value?: string }): string {
  return value === undefined ? name : `${name} (${value})`
}

function valuesOf({
  range,
  frequent,
  examples,
}: Pick<ColumnProfile, 'range' | 'frequent' | 'examples'>): string {
  if (range) return range.to === undefined ? range.from : `${range.from} – ${range.to}`
  if (frequent.length === 0) return examples.join(', ')
  return frequent
    .slice(0, VALUES)
    .map(({ value, share }) => `${value} (${share})`)
    .join(', ')
}

function recordsOf({ words }: Pick<Locale, 'words'>, { columns, rows, count }: RecordsTable): string[] {
  const shown = rows.slice(0, ROWS)
  const { recordsAll, recordsFirst } = words.table
  return [
    paragraphOf(shown.length < count ? recordsFirst(shown.length, count) : recordsAll(count)),
    markdownTable(
      columns.slice(0, COLUMNS).map(({ name }) => inMarkdown(name)),
      shown.map((row) =>
        row
          .slice(0, COLUMNS)
          .map((cell) => (cell ? inMarkdown(shorten(cell.written ?? cell.text, CELL)) : '')),
      ),
    ),
    ...(columns.length > COLUMNS ? [paragraphOf(words.datasetPage.moreColumns)] : []),
  ]
}

/** Characters that begin markup inside a line, or could: emphasis, code, links, html, entities, tables, strikethrough. */
const INLINE = /[\\`*[\]<|~#]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** What makes a line something else than a paragraph: a list, a quotation, the line under a heading. */
const BLOCK = /^(?=[-+=>])|^(\d{1,9})(?=[.)])/

/** Foreign text inside a line of Markdown (CommonMark 0.31, 2.4, with the tables of GFM): without markup, on one line. */
export function inMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(INLINE, '\\$&')
}

/** Foreign text as a paragraph of Markdown. */
export function paragraphOf(text: string): string {
  return inMarkdown(text).replace(BLOCK, '$1\\')
}

/** A table of Markdown (GFM 4.10); the cells are Markdown on one line. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
