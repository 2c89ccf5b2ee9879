import type { Breath } from '../../lib/site/search/build-index.ts'
import type { SearchCatalogue } from '../../lib/site/search/catalogue.ts'
import { openEngine, type SearchEngine } from '../../lib/site/search/engine.ts'
import { type PackedCatalogue, unpackCatalogue } from '../../lib/site/search/packed.ts'
import { INDEX_FILE, INDEX_NAME } from '../../lib/site/search/render.ts'

/** A catalogue that can be searched. */
export interface Searchable {
  readonly catalogue: SearchCatalogue
  readonly engine: SearchEngine
}

/** The longest a page may stand still while the index is made ready, in milliseconds. */
const LONGEST_TASK = 16

/** Loads the index from the root of the site. Rejects when it does not come, or is none. */
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

// A script, since a page on a disk can load nothing else.
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
