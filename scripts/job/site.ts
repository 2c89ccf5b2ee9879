import { mkdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../../src/lib/config/index.ts'
import {
  listFiles,
  openPages,
  type Pages,
  placeAssets,
  publishedFolderOf,
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
  NoSnapshot,
  pruneDerived,
} from '../../src/lib/snapshot/index.ts'
import { placeClient } from './client.ts'
import { checkFolders } from './folders.ts'
import { prepareHosts } from './hosts.ts'
import type { Placed, PlacingData } from './place-data.worker.ts'

/** The folders a site is built in, and what is done there before and after the pages. */
export interface SiteBuild {
  /** Where Astro writes the files that it does not pass to `place`. */
  readonly pages: string
  /**
   * Call it with the locks. Opens the current generation, removes the rest of an interrupted build, and starts to place the data, in another thread, while the
   * pages are built. Throws before it changes anything: NoSnapshot, DamagedManifest, or UnusableFolder if the published folder has files of
   * others.
   */
  begin(): void
  /** The generation that the site is built from. Throws NoSnapshot before `begin`. */
  generation(): Generation
  /** Places one rendered page, see {@link Pages.place}. Call after `begin`. */
  place(path: string, html: Uint8Array): void
  /** Combines pages and data and publishes the site. Resolves to the published manifest. */
  finish(): Promise<Manifest>
}

/** Opens a build of a site next to the published one. The new site replaces it when it is complete. Changes nothing before `begin`. */
export function openSite({ out: named, state, every, hosts, site: address }: Settings): SiteBuild {
  const out = publishedFolderOf(named)
  const { folder, site, pages, incoming } = workshopOf(out)
  let opened: Generation | undefined
  let placed: Promise<Tables> | undefined
  let written: Pages | undefined
  const current = () => {
    if (opened === undefined) throw new NoSnapshot(state)
    return opened
  }
  return {
    pages,
    generation: current,
    begin() {
      checkFolders({ out, state })
      opened = findCurrent(state)
      const { folder: generation, manifest } = current()
      remove(folder)
      try {
        mkdirSync(folder, { recursive: true })
      } catch (error) {
        throw toDiskFault(error, folder)
      }
      placed = placeData({ site, generation, published: out, derived: layout.derived(state) })
      // `finish` reports a failure. A build that fails earlier never calls it.
      placed.catch(() => {})
      written = openPages({ site, incoming, published: out, codes: manifest.codes.order, now: new Date() })
    },
    place: (path, html) => written?.place(path, html),
    finish: () =>
      writing(folder, async () => {
        const { digests: tables, notRead } = await (placed as Promise<Tables>)
        const generation = current()
        const manifest = withNotRead(generation.manifest, notRead)
        placeAssets(pages, site)
        await placeClient(site)
        const status = statusOf(state, manifest, every)
        const digests = new Map([...(written?.digests ?? []), ...tables])
        sealSite(site, { generation, status, published: out, now: new Date(), digests, notRead })
        await prepareHosts({ hosts, site: address }, { site, out, state })
        swapSite(out)
        // The published site records its hosts now.
        rmSync(layout.hosts(state), { force: true })
        remove(folder, 'the new site is published')
        pruneDerived(layout.derived(state), generation)
        return manifest
      }),
  }
}

/** Removes a folder and its contents. An error names the file that cannot be removed, and states what is `published` then. */
function remove(folder: string, published?: string): void {
  const all = { recursive: true, force: true }
  try {
    rmSync(folder, all)
  } catch {
    try {
      // The first error names only the folder. Removing one by one finds the file.
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
    worker.on('exit', (code) =>
      reject(new Error(`The thread that places the data exited with code ${code}.`)),
    )
  })
}
