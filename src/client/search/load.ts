import { openEngine, type SearchEngine } from '../../lib/site/search/engine.ts'
import {
  INDEX_FILE,
  INDEX_NAME,
  listAt,
  type RecordWordsHead,
  type SearchDataset,
  type SearchHead,
  type SearchValues,
  termPartName,
  textPartName,
  unpackValues,
  WORDS_NAME,
  wordPartName,
} from '../../lib/site/search/head.ts'
import { type Narrow, openNarrowing } from '../../lib/site/search/narrow.ts'
import { type PackedTexts, type SearchTexts, takePart, unpackTexts } from '../../lib/site/search/packed.ts'
import type { TermPart } from '../../lib/site/search/terms/term-reader.ts'
import { openRecordSearch, type RecordSearch } from '../../lib/site/search/values/find-words.ts'

/** A catalogue that can be searched. Its parts are loaded when a search needs them. */
export interface Searchable {
  readonly groups: Pick<SearchHead, 'categories' | 'oivs'>
  readonly engine: SearchEngine
  readonly narrow: Narrow
  /** The search in records, loaded once; undefined if the index has no words of records. Rejects if it cannot be loaded. */
  records(): Promise<RecordSearch> | undefined
  /** The datasets at these positions of the catalogue. Rejects if they cannot be loaded. */
  datasetsAt(places: readonly number[]): Promise<SearchDataset[]>
}

/** Opens the index below the root of a site, which is loaded once. Loads nothing yet. */
export function openIndex(root: string) {
  let loading: Promise<Searchable> | undefined
  let isLoaded = false
  const forget = () => {
    loading = undefined
    isLoaded = false
  }
  return {
    /** Rejects if it is absent or invalid; the next call then tries again. */
    load() {
      loading ??= loadHead(root)
      loading.then(() => {
        isLoaded = true
      }, forget)
      return loading
    },
    isLoaded: () => isLoaded,
    /** Makes the next call of `load` fetch the index again, because the site may have been built again. */
    forget,
  }
}

async function loadHead(root: string): Promise<Searchable> {
  performance.mark('search-index')
  const head = (await loadPart(root + INDEX_FILE, INDEX_NAME)) as SearchHead
  if (head.search !== 4) throw new Error(`${INDEX_FILE} is no index of this site`)
  const values = unpackValues(head)
  const load = (file: string | undefined, name: string) => loadPart(`${root}${head.folder}${file}`, name)
  let records: Promise<RecordSearch> | undefined
  return {
    groups: head,
    records() {
      if (head.words === undefined) return undefined
      records ??= load(head.words, WORDS_NAME).then((words) => {
        const { files } = words as RecordWordsHead
        return openRecordSearch(
          words as RecordWordsHead,
          (at) => load(files[at], wordPartName(at)) as Promise<TermPart>,
        )
      })
      records.catch(() => {
        records = undefined
      })
      return records
    },
    narrow: openNarrowing(head, values),
    engine: openEngine(head, (at) => load(head.terms.files[at], termPartName(at)) as Promise<TermPart>),
    datasetsAt: openDatasets(head, values, async (at) =>
      unpackTexts((await load(head.texts.files[at], textPartName(at))) as PackedTexts),
    ),
  }
}

function openDatasets(
  { texts: { each } }: SearchHead,
  values: SearchValues,
  load: (part: number) => Promise<SearchTexts[]>,
): Searchable['datasetsAt'] {
  const parts = new Map<number, Promise<SearchTexts[]>>()
  const partOf = (at: number) => {
    const part = parts.get(at) ?? load(at)
    parts.set(at, part)
    part.catch(() => parts.delete(at))
    return part
  }
  return (places) =>
    Promise.all(
      places.map(async (at) => ({
        ...((await partOf(Math.floor(at / each)))[at % each] as SearchTexts),
        categories: [...listAt(values.category, at)],
        oivs: [...listAt(values.oiv, at)],
        state: listAt(values.state, at)[0] ?? 0,
        ...shownAt(values, at),
      })),
    )
}

function shownAt(values: SearchValues, at: number): Pick<SearchDataset, 'shown'> {
  const [shown] = listAt(values.shown, at)
  return shown === undefined ? {} : { shown }
}

// As a script, because a page opened from disk cannot load anything else.
function loadPart(address: string, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = (finish: () => void) => () => {
      script.remove()
      finish()
    }
    script.src = address
    script.onload = end(() => {
      const part = takePart(self, name)
      if (part === undefined) reject(new Error(`${address} does not contain ${name}`))
      else resolve(part)
    })
    script.onerror = end(() => reject(new Error(`${address} could not be loaded`)))
    document.head.append(script)
  })
}
