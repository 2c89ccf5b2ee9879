import { accessSync, constants } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Config, ConfigError, type Settings } from '../../src/lib/config/index.ts'
import { writing } from '../../src/lib/site/disk-fault.ts'
import {
  buildFoldersOf,
  completeSwap,
  findForeignContent,
  findTurns,
  isOurSite,
  publishedFolderOf,
} from '../../src/lib/site/published.ts'
import {
  checkLength,
  checkLockPath,
  checkOutsideStates,
  checkStateFolder,
  findMountsBelow,
  findStats,
  findStatus,
  foldersAbove,
  isMountPoint,
  isWithin,
  layout,
  type Manifest,
  makeFolder,
  readManifest,
  realFolder,
  StateInUse,
  someOf,
  UnusableFolder,
  withLock,
  withState,
} from '../../src/lib/snapshot/index.ts'
import { isSameService, loadSettings, withKnownOrigin } from './load-settings.ts'

/** The folders a build works in. */
type Folders = Pick<Settings, 'out' | 'state'>

/** The lock file of a build into a folder. */
export function buildLockOf(out: string): string {
  return join(dirname(out), `.${basename(out)}.mirror-lock`)
}

/**
 * Throws a ConfigError if a folder contains files that this program did not write, or if one folder is inside the other (after resolving symbolic
 * links): a build replaces `out` entirely, and a crawl removes unknown files from `state`. Writes and removes nothing.
 */
export function checkFolders({ out: named, state }: Folders): void {
  const snapshot = checked('state', () => {
    checkStateFolder(state)
    return checkLoadable(realFolder(state))
  })
  const out = checked('out', () => realOut(named))
  const turns = Object.values(findTurns(out) ?? {})
  for (const replaced of [out, buildFoldersOf(out).folder, ...turns])
    if (isWithin(snapshot, replaced))
      throw new ConfigError(
        `out: a build replaces ${replaced} entirely, and the state folder ${state} is inside it. Name another folder for one of them.`,
      )
  if ([out, ...turns].some((folder) => isWithin(folder, snapshot)))
    throw new ConfigError(
      `out: ${named} is inside the state folder ${state}, which crawls clear. Name another folder for one of them.`,
    )
  checked('out', () => checkOutsideStates(out, named))
  checkOutsideSites('state', snapshot)
  checkOutsideSites('out', out)
  checkReplaceable(out)
}

/**
 * The settings of a command that only uses the state folder. Without an origin in the settings, that of the snapshot is used. Throws a ConfigError
 * as {@link loadSettings} does, and if the state folder is inside the published site of another mirror, which a build replaces entirely.
 */
export async function loadCrawlSettings(file: string | undefined, overrides: Config): Promise<Settings> {
  const settings = withKnownOrigin(await loadSettings(file, overrides))
  checkOutsideSites(
    'state',
    checked('state', () => realFolder(settings.state)),
  )
  return settings
}

function checkOutsideSites(key: 'out' | 'state', folder: string): void {
  const above = foldersAbove(folder).find(isOurSite)
  if (above !== undefined)
    throw new ConfigError(
      `${key}: ${folder} is inside the published site ${above}, which its builds replace entirely. Name another folder.`,
    )
}

/**
 * Throws a ConfigError if a mirror of another service is published in `out`. `origin`: the addresses of the service; undefined for the bundled
 * sample. Any mirror may replace one of the bundled sample.
 */
export function checkPublishedService(out: string, origin: readonly string[] | undefined): void {
  const published = publishedFolderOf(out)
  if (origin && isSameService(findStatus(published)?.origin ?? [], origin)) return
  const manifest = findManifest(layout.manifest(published))
  if (manifest === undefined || manifest.sample || isSameService(manifest.origin, origin ?? [])) return
  throw new ConfigError(
    `out: ${out} contains a mirror of ${manifest.origin.join(', ')}, not of ${origin?.join(', ') ?? 'the bundled sample'}. ` +
      'Each service needs its own --out and --state: name other folders. If the service has moved, add its old address with another --origin.',
  )
}

function findManifest(path: string): Manifest | undefined {
  try {
    return readManifest(path)
  } catch {
    return undefined
  }
}

/** Throws a ConfigError if a published folder cannot be replaced, or contains files that this program did not write. */
export function checkReplaceable(out: string): void {
  if (isMountPoint(buildFoldersOf(out).folder))
    throw new ConfigError(
      `out: ${buildFoldersOf(out).folder} is a mount point, but the new site is made there and moved to ${out}. Unmount it.`,
    )
  for (const folder of [out, ...Object.values(findTurns(out) ?? {})]) {
    if (isMountPoint(folder))
      throw new ConfigError(
        `out: ${folder} is a mount point, which no new site can take the place of. Name a folder in it, such as ${join(folder, 'site')}.`,
      )
    const [mount] = findMountsBelow(folder, [])
    if (mount !== undefined)
      throw new ConfigError(
        `out: ${mount} is a mount point inside ${folder}, which a new site replaces as a whole. Unmount it, or name another folder with --out.`,
      )
    const foreign = findForeignContent(folder)
    if (foreign !== undefined) throw new ConfigError(`out: ${foreign}`)
    if (isClosed(folder))
      throw new ConfigError(
        `out: this user has no permission to write to ${folder}, which a new site replaces. Grant it, or name another folder with --out.`,
      )
  }
}

// A folder that this user may not write to can only be renamed within its parent folder.
function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

const NAMED = 5

/** The warning that files which this program did not write, `names`, are deleted with the old site in `out`. */
export function describeStrangers(out: string, names: readonly string[]): string {
  return `${out} contains files that this program did not write: ${someOf(names, NAMED)}. They are deleted when the new site replaces it. To keep them, move them to another folder.`
}

/** Paths in a site that a web server must be able to read: the folder, a page, and a file that every run writes. */
const READ_BY_ALL = ['.', 'index.html', 'manifest.json']

/** Why a web server that runs as another user cannot read a published site; undefined if the group or everybody may read it. */
export function findUnreadable(out: string): string | undefined {
  const closed = READ_BY_ALL.map((path) => join(out, path)).find(
    (path) => (findStats(path)?.mode ?? 0o044) % 0o100 < 0o004,
  )
  if (closed === undefined) return undefined
  const umask = process.umask().toString(8).padStart(3, '0')
  return `Only this user can read ${closed}, so a web server that runs as another user cannot serve the site. Build it with umask 022 (this run has ${umask}), or 027 if the group of the server owns the folder; in a unit of systemd: UMask=0022.`
}

/** Returns the folder. Throws if Node.js cannot load modules from it: pages are rendered by a module in the state folder. */
function checkLoadable(folder: string): string {
  if (!folder.includes('\\')) return folder
  throw new UnusableFolder(
    `${folder} has a backslash in its path, and Node.js loads no modules from such folders. Name another folder.`,
  )
}

/** The real path of `out`. Throws if the site or the files next to it cannot be written there. */
function realOut(named: string): string {
  // Throws for a link to itself, and for a path below a file.
  realFolder(named)
  const published = publishedFolderOf(named)
  const out = join(realFolder(dirname(published)), basename(published))
  checkLength(buildFoldersOf(out).folder, named)
  checkLength(`${buildLockOf(out)}.holder`, named)
  checkLockPath(buildLockOf(out))
  return out
}

function checked<T>(key: 'out' | 'state', check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof UnusableFolder)) throw error
    throw new ConfigError(`${key}: ${error.message}`, { cause: error })
  }
}

/** Runs `use` with the locks on the snapshot and on the output folder. Creates the parent of the output folder. */
export async function withLocks({ state, out: named }: Settings, use: () => Promise<void>): Promise<void> {
  const out = publishedFolderOf(named)
  await writing(dirname(out), () => {
    makeFolder(dirname(out))
    return withPublished(out, () => withState(state, use))
  })
}

/**
 * Completes an interrupted swap, then runs `use` with the lock on a published folder, so that no build replaces the site meanwhile. Throws
 * StateInUse during a build.
 */
export function withPublished<T>(out: string, use: () => Promise<T>): Promise<T> {
  const inUse = (pid: number | undefined) => new StateInUse(out, pid, '--out')
  return withLock(buildLockOf(out), inUse, () => {
    completeSwap(out)
    return use()
  })
}

/** Takes the locks of {@link withLocks}. Resolves to a function that releases them. */
export function beginWithLocks(settings: Settings): Promise<() => void> {
  const { promise: done, resolve: release } = Promise.withResolvers<void>()
  return new Promise((resolve, reject) => {
    withLocks(settings, () => {
      resolve(release)
      return done
    }).catch(reject)
  })
}
