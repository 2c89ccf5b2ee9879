import { mkdirSync, rmSync, unlinkSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import {
  DATA_FORMATS,
  datasetResource,
  folderOf,
  LIST_OPERATIONS,
  type Resource,
} from '../../src/lib/interface/index.ts'
import {
  catalogueFiles,
  contentKeyOf,
  type DocumentCache,
  findShown,
  findSiteRecord,
  findStatusOf,
  findUnchanged,
  isUntouched,
  listFiles,
  type MadeFile,
  type MakingPlan,
  type Mirror,
  type MirrorSource,
  type NotRead,
  openDocuments,
  openMirror,
  openPublishedSite,
  type PublishedSite,
  publishedFolderOf,
  publishedTime,
  type ResourceTask,
  replaceStatements,
  type SiteRecord,
  saveSiteRecord,
  sealSite,
  stampOf,
  statusOf,
  swapSite,
  tablePathOf,
  toDiskFault,
  wholeSeconds,
  withNotRead,
  withoutTimes,
  workshopOf,
  writing,
} from '../../src/lib/site/index.ts'
import { datasetInputOf, localeOf, siteInputOf } from '../../src/lib/site/view/index.ts'
import {
  findChanges,
  findCurrent,
  type Generation,
  layout,
  type Manifest,
  type ManifestRecord,
  NoSnapshot,
  pruneDerived,
} from '../../src/lib/snapshot/index.ts'
import { checkFolders } from './folders.ts'
import { prepareHosts, writeDeployFiles } from './hosts.ts'
import { identifyProgram } from './program.ts'
import { copyTree, prepareBundle } from './renderer.ts'
import { openWorkers, type QueuedTask } from './workers.ts'

const OUTLINES = dirname(createRequire(import.meta.url).resolve('world-atlas/package.json'))

/** How a site is built. */
export interface BuildOptions {
  /** Render every page, and hash every published file before it is carried over. */
  readonly full?: boolean
  /** Print the log of Astro. */
  readonly verbose?: boolean
}

/**
 * Builds the site from the snapshot and publishes it. Files that are the same as in the published site are shared with it; if nothing has
 * changed at all, only the times of the run are published. The caller has the locks. Resolves to the published manifest.
 * Throws NoSnapshot, DamagedSnapshot, DamagedManifest, ConfigError or a DiskFault.
 */
export async function makeSite(
  settings: Settings,
  signal: AbortSignal,
  { full = false, verbose = false }: BuildOptions = {},
): Promise<Manifest> {
  const { state } = settings
  const out = publishedFolderOf(settings.out)
  const { folder } = workshopOf(out)
  checkFolders({ out, state })
  const generation = findCurrent(state)
  if (generation === undefined) throw new NoSnapshot(state)
  remove(folder)
  return writing(folder, async () => {
    const build = openBuild({ ...settings, out }, generation, full)
    const { before, inputs } = build
    if (before?.inputs === inputs && isUntouched(before, build.published.sums, build.now))
      return restate(build, before)
    mkdirSync(folder, { recursive: true })
    await makeFiles(build, verbose, signal)
    const manifest = await publish(build)
    remove(folder, 'the new site is published')
    return manifest
  })
}

/** A build that is under way. */
interface Build {
  readonly settings: Settings
  readonly generation: Generation
  readonly status: MirrorSource['status']
  /** The folder of the new site. */
  readonly site: string
  readonly published: PublishedSite
  /** What is known about the published site; undefined if nothing, or if every page is to be rendered. */
  readonly before: SiteRecord | undefined
  readonly documents: DocumentCache
  /** The checksum of the program. */
  readonly program: string
  /** The key of everything that the site is made from, except the times of runs. */
  readonly inputs: string
  /** The time of new files, in whole seconds. */
  readonly now: Date
  /** The sha256 of the pages, csv files and feeds that are in the new site, by path. */
  readonly digests: Map<string, string>
  /** The keys of what these pages and feeds were made from. */
  readonly keys: Map<string, string>
}

function openBuild(settings: Settings, generation: Generation, full: boolean): Build {
  const { out, state, language, title, site: address, fields, hosts } = settings
  const { site } = workshopOf(out)
  const now = wholeSeconds(new Date())
  const derived = layout.derived(state)
  const found = findStatusOf(state, generation.manifest)
  const status = found && {
    outcome: found.outcome,
    ...(found.message !== undefined && { message: found.message }),
  }
  const program = identifyProgram()
  const changes = findChanges(generation.folder)
  const chosen = { out, language, title, address, fields, hosts }
  return {
    settings,
    generation,
    status,
    site,
    published: openPublishedSite({ published: out, site, now, full }),
    before: full ? undefined : findSiteRecord(derived, out),
    documents: openDocuments(derived, { full }),
    program,
    inputs: contentKeyOf(program, chosen, withoutTimes(generation.manifest), changes, status),
    now,
    digests: new Map(),
    keys: new Map(),
  }
}

/** Publishes the times of this run in a site that is otherwise the same. */
function restate({ settings, generation }: Build, { notRead }: SiteRecord): Manifest {
  const { out, state, every } = settings
  const { folder } = workshopOf(out)
  const manifest = withNotRead(generation.manifest, notRead)
  replaceStatements(out, { generation, manifest, status: statusOf(state, manifest, every) }, folder)
  remove(folder, 'the times of this run are published')
  writeDeployFiles(settings)
  return manifest
}

function mirrorOf({ settings, generation, status, documents }: Build): Mirror {
  const { state, language, title, site, fields: named } = settings
  const { words } = localeOf(language)
  const { origin, sample } = generation.manifest
  return openMirror({
    generation,
    status,
    derived: layout.derived(state),
    factsOf: documents.find,
    language,
    title: title ?? (sample ? words.siteTitleOfSample : words.siteTitle(new URL(origin[0] as string).host)),
    outlines: OUTLINES,
    site,
    named,
  })
}

async function makeFiles(build: Build, verbose: boolean, signal: AbortSignal): Promise<void> {
  const { settings, generation, site, program, now } = build
  const bundle = await prepareBundle(settings.state, { program, verbose })
  const mirror = mirrorOf(build)
  const plan: MakingPlan = {
    site,
    incoming: workshopOf(settings.out).incoming,
    generation: resolve(generation.folder),
    derived: resolve(layout.derived(settings.state)),
    now,
    input: siteInputOf(mirror),
    language: settings.language,
    outlines: OUTLINES,
  }
  const workers = openWorkers(plan, bundle, signal)
  try {
    await workers.runAll(resourceTasks(build, mirror))
    // Lists show the sizes of all datasets, so they come after them.
    await workers.runAll(catalogueTasks(build, mirror))
  } finally {
    await workers.close()
  }
  copyTree(bundle.assets, site)
}

/** Carries over the files of lists and datasets that are the same as in the published site. Yields a task for the others. */
function* resourceTasks(build: Build, mirror: Mirror): Generator<QueuedTask> {
  const base = contentKeyOf(build.program, build.settings.language, siteInputOf(mirror))
  for (const operation of LIST_OPERATIONS) yield* resourceTask(build, mirror, { operation })
  for (const entry of mirror.catalogue.datasets) {
    const page = datasetInputOf(mirror, entry)
    yield* resourceTask(build, mirror, datasetResource(entry.code), {
      input: page,
      key: contentKeyOf(base, page),
    })
  }
}

function* resourceTask(
  build: Build,
  mirror: Mirror,
  resource: Resource,
  page?: { readonly input: ReturnType<typeof datasetInputOf>; readonly key: string },
): Generator<QueuedTask> {
  const { published, documents } = build
  const records = mirror.recordsOf(resource)
  const data = DATA_FORMATS.flatMap((format) => records[format] ?? []).filter(
    ({ path, sha256, bytes = 0, changedAt }) =>
      sha256 !== undefined && !published.carry(path, sha256, { bytes, mtimeMs: timeOf(changedAt) }),
  )
  const document = findShown(records)
  const facts = document && documents.find(document)
  const table = document !== undefined && (facts === undefined || !carryTable(build, document, facts.table))
  const path = `${folderOf(resource)}/index.html`
  const isCarried = page === undefined || carryPage(build, path, page.key)
  if (data.length === 0 && !table && isCarried) return
  const task: ResourceTask = {
    data,
    ...(document && { document }),
    table,
    ...(page && !isCarried && { page: { path, input: page.input } }),
  }
  yield {
    task,
    done(made) {
      if (made.facts && document) documents.add(document, made.facts)
      for (const file of made.files) addFile(build, file, file.path === path ? page?.key : undefined)
    },
  }
}

/** The same for the files of the catalogue. */
function* catalogueTasks(build: Build, mirror: Mirror): Generator<QueuedTask> {
  const base = contentKeyOf(build.program, build.settings.language)
  for (const { path, make } of catalogueFiles(mirror)) {
    const content = make()
    const key = contentKeyOf(base, content)
    if (carryPage(build, path, key)) continue
    yield {
      task: { path, content },
      done({ files }) {
        for (const file of files) addFile(build, file, key)
      },
    }
  }
}

function carryTable(
  { published, digests }: Build,
  document: ManifestRecord,
  table: MadeFile | { readonly sha256: string; readonly bytes: number } | undefined,
): boolean {
  if (table === undefined) return true
  const path = tablePathOf(document)
  const stamp = { bytes: table.bytes, mtimeMs: timeOf(document.changedAt) }
  if (!published.carry(path, table.sha256, stamp)) return false
  digests.set(path, table.sha256)
  return true
}

function carryPage({ published, before, digests, keys }: Build, path: string, key: string): boolean {
  const file = before?.files.get(path)
  const sha256 = findUnchanged(file, key, published.sums.get(path))
  if (file === undefined || sha256 === undefined || !published.carry(path, sha256, stampOf(file)))
    return false
  digests.set(path, sha256)
  keys.set(path, key)
  return true
}

// A new page that is the same as the published one keeps its time.
function addFile(
  { settings, site, published, digests, keys, now }: Build,
  file: MadeFile,
  key?: string,
): void {
  const { path, sha256 } = file
  digests.set(path, sha256)
  if (key === undefined) return
  keys.set(path, key)
  if (published.sums.get(path) !== sha256) return
  const time = publishedTime(join(settings.out, path), now)
  utimesSync(join(site, path), time, time)
}

async function publish({
  settings,
  generation,
  documents,
  site,
  inputs,
  digests,
  keys,
  now,
}: Build): Promise<Manifest> {
  const { out, state, every, hosts, site: address } = settings
  const derived = layout.derived(state)
  documents.save()
  const notRead = notReadIn(generation, documents)
  const manifest = withNotRead(generation.manifest, notRead)
  const statements = { generation, manifest, status: statusOf(state, manifest, every) }
  sealSite(site, { ...statements, published: out, now, digests })
  await prepareHosts({ hosts, site: address }, { site, out, state })
  swapSite(out)
  // The published site records its hosts now.
  rmSync(layout.hosts(state), { force: true })
  // Hosts have a page of their own for addresses that do not exist.
  keys.delete('404.html')
  saveSiteRecord(derived, out, { inputs, notRead, keys, digests })
  pruneDerived(derived, generation)
  return manifest
}

function notReadIn({ manifest }: Generation, documents: DocumentCache): NotRead {
  return new Map(
    manifest.records.flatMap((record) => {
      const size = documents.find(record)?.size
      return size && 'unread' in size ? [[record.path, size.unread] as const] : []
    }),
  )
}

function timeOf(iso: string | undefined): number {
  return new Date(iso ?? 0).getTime()
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
