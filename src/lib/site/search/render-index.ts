import { hash } from 'node:crypto'
import {
  INDEX_FILE,
  INDEX_NAME,
  packValues,
  type RecordWordsHead,
  type SearchCatalogue,
  type SearchHead,
  termPartName,
  textPartName,
  WORDS_NAME,
  wordPartName,
} from './head.ts'
import { packTexts, renderPart } from './packed.ts'
import { FIELDS, type SearchField } from './query.ts'
import { runTextsIn } from './runs.ts'
import { openNumberWriter } from './terms/numbers.ts'
import { openTermWriter, startOf } from './terms/term-writer.ts'
import type { WordCounts } from './values/count-words.ts'
import { mergeWords } from './values/merge-words.ts'
import { termsOf } from './words.ts'

/** A file of the search index. */
interface IndexFile {
  /** Its path below the root of the site. */
  readonly path: string
  readonly text: string
}

/** How many datasets have their texts in one part. */
const TEXTS_EACH = 64
const FIELD_NAMES = Object.keys(FIELDS) as SearchField[]

/**
 * The files of the search index: its parts in `folder`, whose names contain a hash of their content, and last the head. `words`: those of
 * the records of each dataset. The same catalogue and words give the same files.
 */
export function* renderIndex(
  catalogue: SearchCatalogue,
  folder: string,
  words: readonly (WordCounts | undefined)[] = [],
): Generator<IndexFile> {
  const wordsHead = yield* renderWords(words, folder)
  const terms = indexTerms(catalogue)
  const termFiles = terms.parts.map((part, at) => partFile(folder, termPartName(at), part))
  const textFiles = slicesOf(catalogue.datasets, TEXTS_EACH).map((datasets, at) =>
    partFile(folder, textPartName(at), packTexts(datasets)),
  )
  yield* termFiles
  yield* textFiles
  const nameOf = ({ path }: IndexFile) => path.slice(folder.length)
  const head: SearchHead = {
    search: 4,
    folder,
    terms: { ...terms.head, files: termFiles.map(nameOf) },
    ...(wordsHead && { words: nameOf(wordsHead) }),
    texts: { each: TEXTS_EACH, files: textFiles.map(nameOf) },
    categories: catalogue.categories,
    oivs: catalogue.oivs,
    ...packValues(catalogue),
  }
  yield { path: INDEX_FILE, text: renderPart(INDEX_NAME, head) }
}

/** The words of records. Returns the file of their head; undefined if there are none. */
function* renderWords(
  words: readonly (WordCounts | undefined)[],
  folder: string,
): Generator<IndexFile, IndexFile | undefined> {
  const { parts, cut } = mergeWords(words)
  const starts: string[] = []
  const files: string[] = []
  for (const part of parts) {
    const file = partFile(folder, wordPartName(files.length), part)
    starts.push(startOf(part))
    files.push(file.path.slice(folder.length))
    yield file
  }
  if (files.length === 0) return undefined
  const writer = openNumberWriter()
  for (const place of cut) writer.put(place)
  const head: RecordWordsHead = { starts, files, cut: writer.take() }
  const file = partFile(folder, WORDS_NAME, head)
  yield file
  return file
}

function partFile(folder: string, name: string, value: object): IndexFile {
  const text = renderPart(name, value)
  return { path: `${folder}${name}.${hash('sha256', text).slice(0, 8)}.js`, text }
}

function indexTerms(catalogue: SearchCatalogue) {
  const writer = openTermWriter(FIELD_NAMES.length)
  const read = readerOf(catalogue, writer.occurrencesOf)
  for (const at of catalogue.datasets.keys()) writer.add(read(at))
  return writer.finish()
}

/** A function that reads a dataset into the terms of its fields. Names of groups and lists of columns are read once. */
function readerOf<Term>(
  { datasets, categories, oivs }: SearchCatalogue,
  termOf: (term: string) => Term,
): (at: number) => Term[][] {
  const byRun = new Map<string, readonly Term[]>()
  const readRun = (run: string) => {
    const known = byRun.get(run)
    if (known) return known
    const terms = termsOf(run).map(termOf)
    byRun.set(run, terms)
    return terms
  }
  // Most of the time an index takes is spent here.
  const read = (text: string) => {
    const read: Term[] = []
    for (const run of runTextsIn(text)) for (const term of readRun(run)) read.push(term)
    return read
  }
  const categoryTerms = categories.map(({ title }) => read(title))
  const oivTerms = oivs.map(({ title }) => read(title))
  const byColumns = new Map<readonly string[], Term[]>()
  const readColumns = (columns: readonly string[]) => {
    const terms = byColumns.get(columns) ?? [...new Set(columns.flatMap(read))]
    byColumns.set(columns, terms)
    return terms
  }
  return (at) => {
    const dataset = datasets[at]
    if (dataset === undefined) return []
    const fields: Record<SearchField, Term[]> = {
      title: read(dataset.title),
      code: read(dataset.code),
      oivs: dataset.oivs.flatMap((place) => oivTerms[place] ?? []),
      categories: dataset.categories.flatMap((place) => categoryTerms[place] ?? []),
      description: read(dataset.description),
      columns: readColumns(dataset.columns),
    }
    return FIELD_NAMES.map((name) => fields[name])
  }
}

function slicesOf<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, at) =>
    items.slice(at * length, (at + 1) * length),
  )
}
