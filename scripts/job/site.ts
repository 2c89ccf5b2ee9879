import { mkdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../../src/lib/config/index.ts'
import {
  listFiles,
  openPages,
  openPublished,
  type Pages,
  placeAssets,
  pruneReadings,
  sealSite,
  statusOf,
  swapSite,
  type Tables,
  toDiskFault,
  withNotRead,
  workshopOf,
  writing,
} from '../../src/lib/site/index.ts'
import {
  DamagedSnapshot,
  findCurrent,
  type Generation,
  layout,
  type Manifest,
} from '../../src/lib/snapshot/index.ts'
import { placeClient } from './client.ts'
import { checkFolders } from './folders.ts'
import { prepareHosts } from './hosts.ts'
import type { Placed, PlacingData } from './place-data.worker.ts'

/** The folders a site is built in, and what is done there before and after the pages. */
export interface SiteBuild {
  /** Where the page builder writes what it does not hand over. */
  readonly pages: string
  /** Clears what an interrupted build left. Throws a ConfigError when the published folder is not ours to replace. */
  prepare(): void
  /** Begins to put the data in place, on another core, while the pages are built. */
  begin(): void
  /** Takes a page as it is made, see {@link Pages.place}. Call after `begin`. */
  place(path: string, html: Uint8Array): void
  /** Brings pages and data together and publishes them. Resolves to the manifest that is published. */
  finish(): Promise<Manifest>
}

/** A site is built beside the published one, and takes its place when it is whole. */
export function openSite({ out: named, state, every, hosts, site: address }: Settings): SiteBuild {
  const out = openPublished(named)
  const { folder, site, pages, incoming } = workshopOf(out)
  let placed: Promise<Tables> | undefined
  let opened: Pages | undefined
  return {
    pages,
    prepare() {
      checkFolders({ out, state })
      remove(folder)
      try {
        mkdirSync(folder, { recursive: true })
      } catch (error) {
        throw toDiskFault(error, folder)
      }
    },
    begin() {
      const { manifest } = findCurrent(state) as Generation
      const generation = layout.generation(state, manifest.generation)
      placed = placeData({ site, generation, published: out, tables: layout.tables(state) })
      // A failure is told by `finish`; a build that fails before never gets there.
      placed.catch(() => {})
      opened = openPages({ site, incoming, published: out, codes: manifest.codes.order, now: new Date() })
    },
    place: (path, html) => opened?.place(path, html),
    finish: () =>
      writing(folder, async () => {
        const { digests: tables, notRead } = await (placed as Promise<Tables>)
        const generation = findCurrent(state) as Generation
        const manifest = withNotRead(generation.manifest, notRead)
        placeAssets(pages, site)
        await placeClient(site)
        const status = statusOf(state, manifest, every)
        const digests = new Map([...(opened?.digests ?? []), ...tables])
        sealSite(site, { generation, status, published: out, now: new Date(), digests, notRead })
        await prepareHosts({ hosts, site: address }, { site, out, state })
        swapSite(out)
        // The published site states it now.
        rmSync(layout.hosts(state), { force: true })
        remove(folder, 'the new site is published')
        pruneReadings(layout.readings(state), generation)
        return manifest
      }),
  }
}

/** Removes a folder with all that is in it. What cannot be removed is named, with what is `published` then. */
function remove(folder: string, published?: string): void {
  const all = { recursive: true, force: true }
  try {
    rmSync(folder, all)
  } catch {
    try {
      // That names the folder only; one by one, the file that stays is named.
      for (const path of listFiles(folder)) unlinkSync(join(folder, path))
      rmSync(folder, all)
    } catch (error) {
      throw toDiskFault(error, folder, published)
    }
  }
}

function placeData(placing: PlacingData): Promise<Tables> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./place-data.worker.ts', import.meta.url), { workerData: placing })
    worker.on('error', reject)
    worker.on('message', (placed: Placed) =>
      'damaged' in placed ? reject(new DamagedSnapshot(placed.damaged)) : resolve(placed.tables),
    )
    worker.on('exit', (code) => reject(new Error(`placing the data ended with ${code}`)))
  })
}
