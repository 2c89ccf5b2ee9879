import type { Breath } from '../../lib/site/search/build-index.ts'
import type { SearchCatalogue } from '../../lib/site/search/catalogue.ts'
import { openEngine, type SearchEngine } from '../../lib/site/search/engine.ts'
import {
  INDEX_FILE,
  INDEX_NAME,
  type PackedCatalogue,
  unpackCatalogue,
} from '../../lib/site/search/packed.ts'

/** A catalogue with a search index. */
export interface Searchable {
  readonly catalogue: SearchCatalogue
  readonly engine: SearchEngine
}

/** The longest task while the index is prepared, in milliseconds. */
const LONGEST_TASK = 16

/** Loads the index from the root of the site. Rejects if it is absent or invalid. */
export async function loadIndex(root: string): Promise<Searchable> {
  performance.mark('search-index')
  await loadScript(root + INDEX_FILE)
  const held = self as unknown as Record<string, PackedCatalogue | undefined>
  const packed = held[INDEX_NAME]
  if (packed?.search !== 1) throw new Error(`${INDEX_FILE} is no index of this site`)
  delete held[INDEX_NAME]
  const catalogue = unpackCatalogue(packed)
  return { catalogue, engine: await openEngine(catalogue, takeBreath()) }
}

// As a script, because a page opened from disk cannot load anything else.
function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${address} did not come`))
    }
    document.head.append(script)
  })
}

function takeBreath(): Breath {
  let since = performance.now()
  return () => {
    if (performance.now() - since < LONGEST_TASK) return undefined
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
