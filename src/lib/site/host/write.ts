import { existsSync, lstatSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { carryFile, findDigest, isAbsent, readTextFile, writeWhole } from '../../snapshot/index.ts'
import { parseChecksums, renderChecksums } from '../checksums.ts'
import { findOwnStats } from '../own-file.ts'
import { listFiles } from '../publish.ts'
import { findPublished, publishedTime, wholeSeconds } from '../published.ts'
import { CODINGS, compressFiles, isWorthCompressing, sourceOf } from './compress.ts'
import { findEdited, planDeploy, writeDeploy } from './deploy-files.ts'
import { type Preflight, type PreflightProblem, planPreflight } from './preflight.ts'
import { HOSTS_FILE, renderHostsRecord } from './record.ts'
import { TARGETS } from './registry.ts'
import { NOT_FOUND } from './rules.ts'
import { quoteShell } from './targets/text.ts'
import type { SiteFacts, Target } from './types.ts'

/** Where a site is made ready. */
interface HostFiles {
  /** The folder of the site as it is now; `facts.folder` is where it will be. */
  readonly site: string
  readonly facts: SiteFacts
  /** The site that was published before: what is the same there keeps its time. */
  readonly published?: string
  readonly now: Date
}

/** What was done to a site. Paths are below the site; those of `deploy` are absolute. */
export interface Written {
  readonly site: readonly string[]
  readonly compressed: readonly string[]
  readonly removed: readonly string[]
  readonly deploy: readonly string[]
}

/** Holds a site against the limits of a host, as it will be when it is ready. Changes nothing. */
export function checkHost(target: Target, { site, facts }: Pick<HostFiles, 'site' | 'facts'>): Preflight {
  const own = target.render(facts).filter(({ where }) => where === 'site')
  const stale = new Set(hostFilesIn(listFiles(site), [], facts))
  const files = listFiles(site)
    .filter((path) => !stale.has(path))
    .map((path) => ({ path, bytes: lstatSync(join(site, path)).size }))
  const preflight = planPreflight(
    target,
    [...files, ...own.map(({ path, content }) => ({ path, bytes: Buffer.byteLength(content) }))],
    facts,
  )
  const edited = findEdited(planDeploy([target], facts), facts)
  return { ...preflight, problems: [...preflight.problems, ...findClosed(target, site), ...edited] }
}

// The program of this machine that serves a site runs as a user of its own.
function findClosed({ title, user }: Target, site: string): PreflightProblem[] {
  if (user === undefined) return []
  const folders = [site]
  while (dirname(folders[0] ?? '/') !== folders[0]) folders.unshift(dirname(folders[0] ?? '/'))
  const closed = folders.find((folder) => (statSync(folder).mode & 0o001) === 0)
  if (closed === undefined) return []
  const mode = (statSync(closed).mode & 0o777).toString(8)
  const message = `${closed} is not accessible to other users (mode ${mode}), but ${title} reads the site as ${user}. Move the mirror to an accessible folder, such as /srv/mirror, or allow access: chmod o+x ${quoteShell(closed)}`
  return [{ severity: 'warns', code: 'closed-folder', message }]
}

/**
 * Makes a site ready for these hosts, and for no other: their files are written into it and to `deploy/<target>/` beside it
 * (what somebody edited there stays, see {@link planDeploy}), files of other hosts are removed from it, and its `SHA256SUMS` is true again when this is done.
 */
export async function writeHosts(targets: readonly Target[], writing: HostFiles): Promise<Written> {
  const { site, facts, published = site, now } = writing
  const before = listFiles(site)
  const others = hostFilesIn(before, targets, facts)
  for (const path of others) rmSync(join(site, path))
  const files = targets.flatMap((target) => target.render(facts))
  const own = new Map(
    files.filter(({ where }) => where === 'site').map(({ path, content }) => [path, content]),
  )
  own.set(
    HOSTS_FILE,
    renderHostsRecord(
      targets.map(({ name }) => name),
      facts.namedBase,
    ),
  )
  const notFound = findLedHome(site, facts.base)
  if (notFound !== undefined) own.set(NOT_FOUND, notFound)
  const compressed = await writeAll(own, targets, writing).catch((error) => {
    // The checksums are those of what is there, whatever is not.
    const left = new Set(listFiles(site))
    const removed = before.filter((path) => !left.has(path))
    resealSite(site, { removed, added: [...own.keys()], published, now })
    throw error
  })
  // A sibling that is not made from the present bytes would be served in their place.
  const stale = siblingsIn(before).filter((path) => !others.includes(path) && !compressed.includes(path))
  for (const path of stale) rmSync(join(site, path), { force: true })
  const removed = [...others, ...stale]
  resealSite(site, { removed, added: [...own.keys(), ...compressed], published, now })
  return {
    site: [...own.keys()],
    compressed,
    removed,
    deploy: writeDeploy(planDeploy(targets, facts), facts),
  }
}

async function writeAll(
  own: ReadonlyMap<string, string>,
  targets: readonly Target[],
  writing: HostFiles,
): Promise<string[]> {
  const { site, published = site, now } = writing
  for (const [path, content] of own) writeOwn(site, path, content, published, wholeSeconds(now))
  return compress(targets, writing)
}

// What other targets put into a site, and siblings none of these targets serves.
function hostFilesIn(paths: readonly string[], targets: readonly Target[], facts: SiteFacts): string[] {
  const siblings = new Set(siblingsIn(paths))
  const codings = new Set(targets.flatMap(({ compressed }) => compressed))
  const sitePaths = (of: readonly Target[]) =>
    new Set(
      of
        .flatMap((target) => target.render(facts).filter(({ where }) => where === 'site'))
        .map(({ path }) => path),
    )
  const wanted = sitePaths(targets)
  const known = sitePaths(TARGETS)
  return paths.filter((path) => {
    if (known.has(path)) return !wanted.has(path)
    const sibling = siblings.has(path) ? sourceOf(path) : undefined
    return sibling !== undefined && !codings.has(sibling.coding)
  })
}

function siblingsIn(paths: readonly string[]): string[] {
  const there = new Set(paths)
  return paths.filter((path) => there.has(sourceOf(path)?.source ?? ''))
}

// The page for what is not there is served at any depth, so that its link home names the path. Undefined when it does already.
function findLedHome(site: string, base: string): string | undefined {
  const text = textOf(join(site, NOT_FOUND))
  const led = text?.replace(/(<a id="home" href=")\/[^"]*/, `$1${base}`)
  if (led === text) return undefined
  for (const coding of CODINGS) rmSync(join(site, `${NOT_FOUND}.${coding}`), { force: true })
  return led
}

function writeOwn(site: string, path: string, content: string, published: string, now: Date): void {
  const file = join(site, path)
  const time = textOf(join(published, path)) === content ? publishedTime(join(published, path), now) : now
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, content)
  utimesSync(file, time, time)
}

function textOf(file: string): string | undefined {
  try {
    return readTextFile(file)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

// A sibling of a file that did not change is taken over.
async function compress(
  targets: readonly Target[],
  { site, published = site }: HostFiles,
): Promise<string[]> {
  const codings = [...new Set(targets.flatMap(({ compressed }) => compressed))]
  if (codings.length === 0) return []
  const sums = findPublished(site)
  const before = findPublished(published)
  const wanted = [...sums.keys()]
    .filter((path) => isWorthCompressing(path, findOwnStats(site, path)?.size ?? 0))
    .flatMap((source) => codings.map((coding) => ({ source, coding, path: `${source}.${coding}` })))
  const isHeld = ({ source, path }: (typeof wanted)[number]) =>
    before.get(path) !== undefined &&
    before.get(source) === sums.get(source) &&
    before.get(path) === findDigest(join(published, path))?.sha256 &&
    statSync(join(published, path)).mtimeMs === statSync(join(site, source)).mtimeMs
  const held = wanted.filter(isHeld)
  if (published !== site) for (const { path } of held) carryFile(join(published, path), join(site, path))
  const taken = new Set(held.map(({ path }) => path))
  const made = await compressFiles(
    site,
    wanted.filter(({ path }) => !taken.has(path)),
  )
  return [...taken, ...made].sort((a, b) => (a < b ? -1 : 1))
}

/** What became of a site since its checksums were taken. */
interface Changed {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** The site that was published before: the same checksums keep their time. */
  readonly published: string
  readonly now: Date
}

/** Makes the `SHA256SUMS` of a site true again. Only the files that changed are read; a site without one is left without. */
function resealSite(site: string, { removed, added, published, now }: Changed): void {
  const file = join(site, 'SHA256SUMS')
  if (!existsSync(file)) return
  const sums = parseChecksums(readTextFile(file))
  for (const path of removed) sums.delete(path)
  for (const path of added) {
    const digest = findDigest(join(site, path))
    if (digest !== undefined) sums.set(path, digest.sha256)
  }
  const text = renderChecksums([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
  const before = join(published, 'SHA256SUMS')
  const same = existsSync(before) && readTextFile(before) === text
  const time = same ? publishedTime(before, now) : wholeSeconds(now)
  writeWhole(file, text)
  utimesSync(file, time, time)
}
