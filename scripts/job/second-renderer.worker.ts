import { parentPort, workerData } from 'node:worker_threads'
import type { Extent } from '../../src/lib/site/mirror.ts'
import { openPages } from '../../src/lib/site/place-pages.ts'
import { claim, type Rendering } from './second-renderer.ts'

/** What the thread tells when every page is taken. */
export interface Rendered {
  /** The pages that were made here. */
  readonly paths: ReadonlySet<string>
  /** Their sha256, by their path in the site. */
  readonly digests: ReadonlyMap<string, string>
  /** The extents of what they show, by the path of its record. */
  readonly extents: ReadonlyMap<string, Extent | undefined>
}

const { renderer, paths, component, plan, claims } = workerData as Rendering & { claims: Int32Array }
const { openApp, mirror } = (await import(renderer)) as typeof import('./renderer.ts')
const app = openApp()
const routeData = app.manifest.routes
  .map((route) => route.routeData)
  .find((route) => route.component === component)
const pages = openPages(plan)
const made = new Set<string>()
for (let at = paths.length - 1; at >= 0 && routeData !== undefined; at--) {
  if (!claim(claims, at)) continue
  const path = paths[at] as string
  const response = await app.render(new Request(`http://localhost/${path}`), { routeData })
  if (response.status !== 200) continue
  pages.place(path, new Uint8Array(await response.arrayBuffer()))
  made.add(path)
}
const rendered: Rendered = { paths: made, digests: pages.digests, extents: mirror.extents }
parentPort?.postMessage(rendered)
