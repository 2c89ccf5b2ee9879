import { hash } from 'node:crypto'
import {
  INDEX_FILE,
  INDEX_NAME,
  packValues,
  type SearchCatalogue,
  type SearchHead,
  termPartName,
  textPartName,
} from './head.ts'
import { packTexts, renderPart } from './packed.ts'
import { FIELDS, type SearchField } from './query.ts'
import { openTermWriter } from './terms/term-writer.ts'
import { runTextsIn, termsOf } from './words.ts'

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
 * The files of the search index: the head first, then its parts in `folder`, whose names contain a hash of their content. The same
 * catalogue gives the same files.
 */
export function renderIndex(catalogue: SearchCatalogue, folder: string): IndexFile[] {
  const terms = indexTerms(catalogue)
  const termFiles = terms.parts.map((part, at) => partFile(folder, termPartName(at), part))
  const textFiles = slicesOf(catalogue.datasets, TEXTS_EACH).map((datasets, at) =>
    partFile(folder, textPartName(at), packTexts(datasets)),
  )
  const nameOf = ({ path }: IndexFile) => path.slice(folder.length)
  const head: SearchHead = {
    search: 3,
    folder,
    terms: { ...terms.head, files: termFiles.map(nameOf) },
    texts: { each: TEXTS_EACH, files: textFiles.map(nameOf) },
    categories: catalogue.categories,
    oivs: catalogue.oivs,
    ...packValues(catalogue),
  }
  return [{ path: INDEX_FILE, text: renderPart(INDEX_NAME, head) }, ...termFiles, ...textFiles]
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
