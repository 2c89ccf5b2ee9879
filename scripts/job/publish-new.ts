import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  DATA_FORMATS,
  DATA_PACKAGE,
  type DatasetCode,
  datasetResource,
  folderOf,
  LIST_OPERATIONS,
  MARKDOWN_NAME,
  PREVIEW_NAME,
  type Resource,
} from '../../src/lib/interface/index.ts'
import { choicesOf } from '../../src/lib/site/grids.ts'
import {
  ALLOWED_SIGNERS,
  buildFoldersOf,
  catalogueFiles,
  contentKeyOf,
  type DocumentCache,
  type DocumentFacts,
  type FilePiece,
  findShown,
  findUnchanged,
  fingerprintOf,
  isSiteRecord,
  type MadeFile,
  type MadeTable,
  type MakingPlan,
  type Mirror,
  type NotRead,
  openDocuments,
  openMirror,
  openWordPack,
  publishedTime,
  readPiece,
  renderAllowedSigners,
  saveSiteRecord,
  sealSite,
  statusOf,
  swapSite,
  tablePathsOf,
  type WordPack,
  withNotRead,
} from '../../src/lib/site/index.ts'
import { datasetInputOf, longFiles, siteInputOf, siteTitleOf } from '../../src/lib/site/view/index.ts'
import {
  derivedNameOf,
  type FileRecord,
  type FileSink,
  type Generation,
  joinPieces,
  layout,
  type Manifest,
  type ManifestRecord,
  openFileSinks,
  pruneDerived,
  versionFilesOf,
} from '../../src/lib/snapshot/index.ts'
import { prepareHosts } from './hosts.ts'
import type { Build } from './open-build.ts'
import { type OnWarning, proveSite } from './proofs.ts'
import { copyTree, prepareBundle } from './renderer.ts'
import { openWorkers, type QueuedTask, type Workers } from './workers.ts'

const OUTLINES = dirname(createRequire(import.meta.url).resolve('world-atlas/package.json'))

/** A build that makes a new site, and what is known about its files so far. */
interface Making extends Build {
  readonly documents: DocumentCache
  readonly words: WordPack
  /** The sha256 of the pages, csv files and feeds that are in the new site, by path. */
  readonly digests: Map<string, string>
  /** The checksums of what these pages and feeds were made from, by path. */
  readonly keys: Map<string, string>
}

/** Makes a new site and publishes it. Files that are the same as in the published site are shared with it. */
export async function publishNew(
  build: Build,
  signal: AbortSignal,
  { verbose, onWarning }: { readonly verbose: boolean; readonly onWarning: OnWarning },
): Promise<Manifest> {
  const { settings, full } = build
  const documents = openDocuments(layout.derived(settings.state), { full, choices: settings.kinds })
  const words = openWordPack(layout.derived(settings.state))
  const making: Making = { ...build, documents, words, digests: new Map(), keys: new Map() }
  try {
    await makeFiles(making, verbose, signal)
    return await publish(making, signal, onWarning)
  } finally {
    words.close()
  }
}

function mirrorOf({ settings, generation, status, branding, key, documents }: Making): Mirror {
  const { state, language, site, fields: named } = settings
  return openMirror({
    generation,
    status,
    derived: layout.derived(state),
    factsOf: documents.find,
    language,
    title: siteTitleOf(settings, generation.manifest),
    branding: branding.branding,
    ...(key && { signer: fingerprintOf(key.publicKey) }),
    ...(settings.timestampAuthority && { timestampAuthority: settings.timestampAuthority }),
    outlines: OUTLINES,
    site,
    named,
    choices: choicesOf(settings),
  })
}

async function makeFiles(build: Making, verbose: boolean, signal: AbortSignal): Promise<void> {
  const { settings, generation, site, program, now } = build
  const bundle = await prepareBundle(settings.state, {
    program,
    language: settings.language,
    verbose,
    signal,
  })
  const mirror = mirrorOf(build)
  const plan: MakingPlan = {
    site,
    incoming: buildFoldersOf(settings.out).incoming,
    generation: resolve(generation.folder),
    derived: resolve(layout.derived(settings.state)),
    now,
    input: siteInputOf(mirror),
    language: settings.language,
    outlines: OUTLINES,
    choices: choicesOf(settings),
  }
  const workers = openWorkers(plan, bundle, signal)
  try {
    await makeDatasets(build, mirror, workers)
    // Lists show the sizes of all datasets, so they are made last.
    await workers.runAll(catalogueTasks(build, mirror))
  } finally {
    await workers.close()
  }
  await writeLongFiles(build, mirror, signal)
  copyTree(bundle.assets, site)
  for (const { path, bytes } of build.branding.files) writeFileSync(join(site, path), bytes)
  if (build.key) writeFileSync(join(site, ALLOWED_SIGNERS), renderAllowedSigners(build.key.publicKey))
}

async function makeDatasets(build: Making, mirror: Mirror, workers: Workers): Promise<void> {
  const readings = new Map<string, FilePiece>()
  await workers.runAll(resourceTasks(build, mirror, readings))
  // Pages of datasets link to related ones, which are only known when all documents have been read.
  await workers.runAll(datasetTasks(build, mirror, readings))
}

/** Carries over the data and csv files of lists and datasets that are the same as in the published site. Yields tasks for the others. */
function* resourceTasks(
  build: Making,
  { catalogue, recordsOf, differencesFileOf }: Mirror,
  readings: Map<string, FilePiece>,
): Generator<QueuedTask> {
  const { documents, words } = build
  const versions = versionFilesOf(build.generation.manifest).filter((file) => !carryData(build, file))
  for (const file of versions) yield { task: { data: [file] }, done() {} }
  const lists = LIST_OPERATIONS.map((operation): Resource => ({ operation }))
  const datasets = catalogue.datasets.map(({ code }) => datasetResource(code))
  for (const resource of [...lists, ...datasets]) {
    const records = recordsOf(resource)
    const differences = 'code' in resource ? differencesFileOf(resource.code) : undefined
    const files: FileRecord[] = DATA_FORMATS.flatMap((format) => records[format] ?? [])
    const data = [...files, ...(differences ? [differences] : [])].filter(
      (file) => file.sha256 !== undefined && !carryData(build, file),
    )
    const shown = findShown(records)
    const facts = shown && documents.find(shown)
    const isCarried = facts && carryWords(build, shown, facts) && carryTable(build, shown, facts.table)
    const document = isCarried ? undefined : shown
    if (data.length === 0 && document === undefined) continue
    yield {
      task: { data, ...(document && { document }) },
      done(made) {
        const stored = made.words && words.add(readPiece(made.words))
        if (made.facts && document)
          documents.add(document, { ...made.facts, ...(stored && { words: stored }) })
        if (made.kept && document) readings.set(document.path, made.kept)
        for (const file of made.files) addFile(build, file)
      },
    }
  }
}

/** The same for the pages of datasets, and the files beside them that describe the data. All documents must have been read. */
function* datasetTasks(
  build: Making,
  mirror: Mirror,
  readings: ReadonlyMap<string, FilePiece>,
): Generator<QueuedTask> {
  const { language, site } = build.settings
  const choices = choicesOf(build.settings)
  const drawn = contentKeyOf(build.program, choices)
  const base = contentKeyOf(build.program, language, siteInputOf(mirror), choices)
  for (const entry of mirror.catalogue.datasets) {
    const resource = datasetResource(entry.code)
    const path = `${folderOf(resource)}/index.html`
    const input = datasetInputOf(mirror, entry)
    const key = contentKeyOf(base, input)
    const document = findShown(mirror.recordsOf(resource))
    const { size, table } = (document && build.documents.find(document)) ?? {}
    const beside = table === undefined ? [MARKDOWN_NAME] : [MARKDOWN_NAME, DATA_PACKAGE]
    const paths = [path, ...beside.map((name) => `${folderOf(resource)}/${name}`)]
    const picture = `${folderOf(resource)}/${PREVIEW_NAME}`
    const pictureKey = contentKeyOf(drawn, document && derivedNameOf(document))
    const hasPicture = site !== undefined && size && 'picture' in size
    const isDrawn = hasPicture && !carryPage(build, picture, pictureKey)
    if (paths.every((one) => carryPage(build, one, key)) && !isDrawn) continue
    const found = size && 'unread' in size ? size : document && readings.get(document.path)
    yield {
      task: {
        path,
        input,
        ...(document && { document }),
        ...(found && { found }),
        ...(table && { table }),
        ...(isDrawn && { isDrawn }),
      },
      done({ files }) {
        for (const file of files) addFile(build, file, file.path === picture ? pictureKey : key)
      },
    }
  }
}

/** The same for the files of the catalogue. */
function* catalogueTasks(build: Making, mirror: Mirror): Generator<QueuedTask> {
  const base = contentKeyOf(build.program, build.settings.language)
  const wordsOf = (code: DatasetCode) => {
    const document = findShown(mirror.recordsOf(datasetResource(code)))
    const stored = document && build.documents.find(document)?.words
    return stored && build.words.read(stored)
  }
  for (const { path, make, source } of catalogueFiles(mirror, wordsOf)) {
    const made = source ? undefined : make()
    const key = contentKeyOf(base, source ? source() : made)
    if (carryPage(build, path, key)) continue
    yield {
      task: { path, content: made ?? make() },
      done({ files }) {
        for (const file of files) addFile(build, file, key)
      },
    }
  }
}

/** Writes the files that are made in pieces. They are made in this thread, because pieces are not sent to other threads. */
async function writeLongFiles(build: Making, mirror: Mirror, signal: AbortSignal): Promise<void> {
  const base = contentKeyOf(build.program, build.settings.language)
  const openSink = openFileSinks(join(buildFoldersOf(build.settings.out).incoming, 'long'))
  for (const { path, pieces } of longFiles(mirror)) {
    writePieces(build, { path, base, pieces: pieces(), sink: openSink(join(build.site, path)) })
    // Writing never yields to the event loop, so signals would not be handled before the end.
    await setImmediate()
    signal.throwIfAborted()
  }
}

interface PiecedFile {
  readonly path: string
  readonly base: string
  readonly pieces: Iterable<string>
  readonly sink: FileSink
}

function writePieces(build: Making, { path, base, pieces, sink }: PiecedFile): void {
  try {
    for (const text of joinPieces(pieces)) sink.write(Buffer.from(text))
    const digest = sink.digest()
    const key = contentKeyOf(base, digest.sha256)
    if (carryPage(build, path, key)) return
    sink.keep(build.now)
    addFile(build, { path, ...digest, mtimeMs: build.now.getTime() }, key)
  } finally {
    sink.drop()
  }
}

function carryData({ published }: Making, { path, sha256 = '', bytes = 0, changedAt }: FileRecord): boolean {
  return published.carry(path, sha256, { bytes, mtimeMs: timeOf(changedAt) })
}

function carryWords({ documents, words }: Making, document: ManifestRecord, facts: DocumentFacts): boolean {
  if (facts.table === undefined || document.code === undefined) return true
  const stored = facts.words && words.carry(facts.words)
  if (stored) documents.add(document, { ...facts, words: stored })
  return stored !== undefined
}

function carryTable(
  { published, digests }: Making,
  document: ManifestRecord,
  table: MadeTable | undefined,
): boolean {
  if (table === undefined) return true
  const mtimeMs = timeOf(document.changedAt)
  const { parquet } = table
  const paths = tablePathsOf(document, parquet !== undefined)
  return [table, ...(parquet ? [parquet] : [])].every(({ sha256, bytes }, at) => {
    const path = paths[at] as string
    if (!published.carry(path, sha256, { bytes, mtimeMs })) return false
    digests.set(path, sha256)
    return true
  })
}

function carryPage({ published, before, digests, keys }: Making, path: string, key: string): boolean {
  const sha256 = published.sums.get(path)
  const stamp = findUnchanged(before?.files.get(path), key, sha256)
  if (stamp === undefined || sha256 === undefined || !published.carry(path, sha256, stamp)) return false
  digests.set(path, sha256)
  keys.set(path, key)
  return true
}

// A new page with the same bytes as the published one keeps its time.
function addFile(
  { settings, site, published, digests, keys, now }: Making,
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

async function publish(
  { settings, generation, documents, words, chain, key, site, published, inputs, digests, keys, now }: Making,
  signal: AbortSignal,
  onWarning: OnWarning,
): Promise<Manifest> {
  const { out, state, every } = settings
  const { carried } = published
  const derived = layout.derived(state)
  words.save()
  documents.save()
  const notRead = notReadIn(generation, documents)
  const manifest = withNotRead(generation.manifest, notRead)
  const statements = { generation, manifest, status: statusOf(state, manifest, every) }
  sealSite(site, { ...statements, chain: chain.text, published: out, before: published.sums, now, digests })
  await prepareHosts(settings, site, signal)
  await proveSite({ settings, site, published: out, key, signal, onWarning })
  // Preparing the site for a host may replace this page.
  for (const known of [keys, carried]) known.delete('404.html')
  saveSiteRecord(derived, { site, published: out, inputs, notRead, keys, digests, carried })
  pruneDerived(derived, generation, (name) => isSiteRecord(derived, name, out))
  // Last, so that an error leaves the published site unchanged.
  swapSite(out)
  // Now the published site records its hosts.
  rmSync(layout.hosts(state), { force: true })
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
