import { parentPort, workerData } from 'node:worker_threads'
import { openPages } from '../../src/lib/site/place-pages.ts'
import { claim, type Extents, type Offer, type Rendering } from './second-renderer.ts'

/** What the thread tells when every page of an offer is taken. */
export interface Rendered {
  /** The pages of it that were made here. */
  readonly paths: ReadonlySet<string>
  /** The sha256 of all that were made here so far, by their path in the site. */
  readonly digests: ReadonlyMap<string, string>
  /** The extents that were measured here since it last told. */
  readonly extents: Extents
}

const { renderer, plan } = workerData as Rendering
const { openApp, mirror } = (await import(renderer)) as typeof import('./renderer.ts')
const app = openApp()
const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.component, routeData]))
const pages = openPages(plan)
const known = new Set<string>()

parentPort?.on('message', async (offer: Offer) => {
  learn(offer.extents)
  const paths = await take(offer)
  const extents = new Map([...mirror.extents].filter(([path]) => !known.has(path)))
  for (const path of extents.keys()) known.add(path)
  parentPort?.postMessage({ paths, digests: pages.digests, extents } satisfies Rendered)
})

function learn(extents: Extents): void {
  for (const [path, extent] of extents) {
    mirror.extents.set(path, extent)
    known.add(path)
  }
}

async function take({ pages: offered, claims }: Offer): Promise<ReadonlySet<string>> {
  const made = new Set<string>()
  for (const [at, { path, component }] of [...offered.entries()].reverse()) {
    const routeData = routes.get(component)
    if (routeData === undefined || !claim(claims, at)) continue
    const response = await app.render(new Request(`http://localhost/${path}`), { routeData })
    if (response.status !== 200) continue
    pages.place(path, new Uint8Array(await response.arrayBuffer()))
    made.add(path)
  }
  return made
}
