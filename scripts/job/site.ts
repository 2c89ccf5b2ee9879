import type { Settings } from '../../src/lib/config/index.ts'
import { DATA_FORMATS, timeMapNameOf } from '../../src/lib/interface/index.ts'
import { isUntouched, type SiteRecord } from '../../src/lib/site/build/site-record.ts'
import { toDiskFault, writing } from '../../src/lib/site/disk-fault.ts'
import { type SiteFacts, type Target, type Written, writeHosts } from '../../src/lib/site/host/index.ts'
import { withNotRead } from '../../src/lib/site/not-read.ts'
import { replaceStatements, statusOf } from '../../src/lib/site/publish.ts'
import {
  buildFoldersOf,
  carrySite,
  findStrangers,
  openPublished,
  publishedFolderOf,
  swapSite,
} from '../../src/lib/site/published.ts'
import { ABSOLUTE_FILES } from '../../src/lib/site/view/harvest/paths.ts'
import {
  findCurrent,
  type Manifest,
  makeFolder,
  mendChanges,
  NoSnapshot,
  removeFolder,
} from '../../src/lib/snapshot/index.ts'
import {
  checkFolders,
  checkPublishedService,
  checkReplaceable,
  describeStrangers,
  findUnreadable,
  withLocks,
} from './folders.ts'
import { writeDeployFiles } from './hosts.ts'
import { type Build, openBuild } from './open-build.ts'
import { completeTimestamp, type OnWarning, proveSite } from './proofs.ts'
import { checkSameSigner, readSigningKey } from './signing-key.ts'

/** The sentence about files that a site lacks if the config does not state its address. */
function lackOf({ history }: Manifest): string {
  const files = [...ABSOLUTE_FILES, ...(history ? DATA_FORMATS.map(timeMapNameOf) : [])]
  return `The config does not state the address of the site (site), so files with absolute addresses are left out: ${files.join(', ')}.`
}

/** How a site is built. */
export interface BuildOptions {
  /** Render every page, and hash every published file before it is carried over. */
  readonly full?: boolean
  /** Print the log of Astro. */
  readonly verbose?: boolean
  onWarning?(warning: string): void
  /** Receives what the new site lacks because of the config, when it is published. This is not a warning. */
  onLack?(sentence: string): void
}

/**
 * Builds the site from the snapshot and publishes it. Files that are the same as in the published site are shared with it; if nothing has
 * changed at all, only the times of the run are published. The caller has the locks. Resolves to the published manifest.
 * Throws NoSnapshot, DamagedSnapshot, DamagedManifest, ConfigError or a DiskFault.
 */
export async function makeSite(
  settings: Settings,
  signal: AbortSignal,
  { full = false, verbose = false, onWarning, onLack }: BuildOptions = {},
): Promise<Manifest> {
  const { state } = settings
  const out = publishedFolderOf(settings.out)
  const { folder } = buildFoldersOf(out)
  checkFolders({ out, state })
  const generation = findCurrent(state)
  if (generation === undefined) throw new NoSnapshot(state)
  checkPublishedService(settings.out, generation.manifest.sample ? undefined : generation.manifest.origin)
  const problem = mendChanges(state, generation, out)
  if (problem) onWarning?.(`${problem.subject} — ${problem.message}`)
  await remove(folder)
  const made = await writing(folder, async () => {
    makeFolder(folder)
    const build = openBuild({ ...settings, out }, generation, full)
    const { before, inputs, published, chain } = build
    if (chain.problem) onWarning?.(`${chain.problem.subject} — ${chain.problem.message}`)
    const strangers = findStrangers(out, published.sums)
    const isSame = before?.inputs === inputs && strangers.length === 0
    if (isSame && isUntouched(before, published.sums, build)) return restate(build, before, signal, onWarning)
    if (strangers.length > 0) onWarning?.(describeStrangers(settings.out, strangers))
    // Imported here, because it loads most of the program, and often nothing has changed.
    const { publishNew } = await import('./publish-new.ts')
    const manifest = await publishNew(build, signal, { verbose, onWarning })
    if (settings.site === undefined) onLack?.(lackOf(manifest))
    await remove(folder, 'the new site is published')
    return manifest
  })
  const unreadable = findUnreadable(out)
  if (unreadable) onWarning?.(unreadable)
  return made
}

/** Publishes the times of this run in a site that is otherwise unchanged. */
async function restate(
  { settings, generation, key }: Build,
  { notRead }: SiteRecord,
  signal: AbortSignal,
  onWarning: OnWarning,
): Promise<Manifest> {
  const { out, state, every } = settings
  const { folder } = buildFoldersOf(out)
  const manifest = withNotRead(generation.manifest, notRead)
  replaceStatements(out, { generation, manifest, status: statusOf(state, manifest, every) }, folder, key)
  await completeTimestamp({ settings, published: out, folder, signal, onWarning })
  await remove(folder, 'the times of this run are published')
  writeDeployFiles(settings)
  return manifest
}

/**
 * Replaces the published site in `facts.folder` by one that is prepared only for this host. It is prepared in a copy that shares its files, so that
 * an interruption leaves the old site or the new one, and signed again. The caller has the lock. Throws a ConfigError if the folder cannot be
 * replaced, or if the site is signed with another key.
 */
export async function replacePrepared(
  target: Target,
  facts: SiteFacts,
  settings: Settings,
  options: Pick<BuildOptions, 'onWarning'> & { readonly signal: AbortSignal },
): Promise<Written> {
  const { folder: out } = facts
  const { folder, site } = buildFoldersOf(out)
  checkReplaceable(out)
  const key = readSigningKey(settings)
  checkSameSigner(openPublished(out), key)
  await remove(folder)
  carrySite(out, site)
  const written = await writeHosts([target], { site, facts, now: new Date(), signal: options.signal })
  await proveSite({ ...options, settings, site, published: out, key })
  swapSite(out)
  await remove(folder, 'the new site is published')
  const unreadable = findUnreadable(out)
  if (unreadable) options.onWarning?.(unreadable)
  return written
}

/** Removes a folder and its contents. An error names the file that cannot be removed, and states what is `published` at that time. */
async function remove(folder: string, published?: string): Promise<void> {
  try {
    await removeFolder(folder)
  } catch (error) {
    throw toDiskFault(error, folder, published)
  }
}

/**
 * Builds the site from the snapshot and publishes it to the `out` folder, unless `signal` aborts before it is complete.
 * Resolves to the published manifest.
 */
export async function buildSite(
  settings: Settings,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<Manifest> {
  process.env.ASTRO_TELEMETRY_DISABLED ??= '1'
  let manifest: Manifest | undefined
  await withLocks(settings, async () => {
    manifest = await makeSite(settings, signal, options)
  })
  return manifest as Manifest
}
