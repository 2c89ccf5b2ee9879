import { existsSync, lstatSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../../interface/attempt.ts'
import {
  carryFile,
  findDigest,
  isAbsent,
  parseChecksums,
  readTextFile,
  renderChecksums,
} from '../../snapshot/index.ts'
import { listFiles } from '../publish.ts'
import { findOwnStats, findPublished, findPublishedFile, isOpenToAll, writeDated } from '../published.ts'
import { CODINGS, compressFiles, isWorthCompressing, sourceOf } from './compress.ts'
import { findEdited, planDeploy, writeDeploy } from './deploy-files.ts'
import { type Preflight, type PreflightProblem, planPreflight } from './preflight.ts'
import { HOSTS_FILE, renderHostsRecord } from './record.ts'
import { TARGETS } from './registry.ts'
import { RULES } from './rules.ts'
import { quoteShell } from './targets/text.ts'
import type { SiteFacts, Target } from './types.ts'

/** The site to prepare. */
interface HostFiles {
  /** The folder where the site is now; `facts.folder` is where it will be. */
  readonly site: string
  readonly facts: SiteFacts
  /** The previously published site: files that are the same there keep their time. */
  readonly published?: string
  readonly now: Date
  /** Ends it between two files, or in one. */
  readonly signal?: AbortSignal
}

/** Checks a site against the limits of a host, as if it were prepared for it. Changes nothing. */
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

// A server program on this machine runs as a user of its own, who must be able to read the site.
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

export type Written = Awaited<ReturnType<typeof writeHosts>>

/**
 * Prepares a site for these hosts only: writes their files into it and to `deploy/<target>/` next to it (files edited there by hand stay,
 * see {@link planDeploy}), removes the files of other hosts, and updates its `SHA256SUMS` last. An interruption leaves a site that does not
 * verify, so this is not done in the published folder. Returns what was changed: paths relative to the site, for `deploy` absolute ones.
 */
export async function writeHosts(targets: readonly Target[], writing: HostFiles) {
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
  if (notFound !== undefined) own.set(RULES.notFound, notFound)
  for (const [path, content] of own) writeDated(site, path, content, { published, now })
  const compressed = await compress(targets, writing)
  // A compressed copy of other bytes would be served in place of the present ones.
  const stale = copiesIn(before).filter((path) => !others.includes(path) && !compressed.includes(path))
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

// The files that other targets write into a site, and compressed copies that none of these targets serves.
function hostFilesIn(paths: readonly string[], targets: readonly Target[], facts: SiteFacts): string[] {
  const copies = new Set(copiesIn(paths))
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
    const copy = copies.has(path) ? sourceOf(path) : undefined
    return copy !== undefined && !codings.has(copy.coding)
  })
}

function copiesIn(paths: readonly string[]): string[] {
  const there = new Set(paths)
  return paths.filter((path) => there.has(sourceOf(path)?.source ?? ''))
}

// The page for missing files is served at any depth, so its links contain the path of the site. Undefined if it already does.
function findLedHome(site: string, base: string): string | undefined {
  const text = textOf(join(site, RULES.notFound))
  const led = text
    ?.replaceAll(/(<a id="(?:home|start)" href=")\/[^"]*/g, `$1${base}`)
    .replace(/(<form id="find" action=")\/[^"]*?(search\/")/, `$1${base}$2`)
    .replace(
      /(<a id="(?:search|datasets)" href=")\/[^"]*?((?:search|api\/v1\/list_datasets)\/")/g,
      `$1${base}$2`,
    )
  if (led === text) return undefined
  for (const coding of CODINGS) rmSync(join(site, `${RULES.notFound}.${coding}`), { force: true })
  return led
}

function textOf(file: string): string | undefined {
  return attempt(undefined, isAbsent, () => readTextFile(file))
}

// The compressed copy of an unchanged file is reused.
async function compress(
  targets: readonly Target[],
  { site, published = site, signal }: HostFiles,
): Promise<string[]> {
  const codings = [...new Set(targets.flatMap(({ compressed }) => compressed))]
  if (codings.length === 0) return []
  const sums = findPublished(site)
  const before = findPublished(published)
  const wanted = [...sums.keys()]
    .filter((path) => isWorthCompressing(path, findOwnStats(site, path)?.size ?? 0))
    .flatMap((source) => codings.map((coding) => ({ source, coding, path: `${source}.${coding}` })))
  const newMode = statSync(site).mode
  const isReusable = ({ source, path }: (typeof wanted)[number]) => {
    const copy = findPublishedFile(join(published, path))
    return (
      before.get(path) !== undefined &&
      before.get(source) === sums.get(source) &&
      copy?.mtimeMs === statSync(join(site, source)).mtimeMs &&
      isOpenToAll(copy, newMode) &&
      before.get(path) === findDigest(join(published, path))?.sha256
    )
  }
  const reusable = wanted.filter(isReusable)
  if (published !== site) for (const { path } of reusable) carryFile(join(published, path), join(site, path))
  const taken = new Set(reusable.map(({ path }) => path))
  const made = await compressFiles(
    site,
    wanted.filter(({ path }) => !taken.has(path)),
    signal,
  )
  return [...taken, ...made].sort()
}

/** The changes to a site since its checksums were written. */
interface Changed {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** The previously published site: its `SHA256SUMS` keeps its time if the checksums are the same. */
  readonly published: string
  readonly now: Date
}

/** Updates the `SHA256SUMS` of a site. Reads only the files that changed. A site without checksums gets none. */
function resealSite(site: string, { removed, added, published, now }: Changed): void {
  const file = join(site, 'SHA256SUMS')
  if (!existsSync(file)) return
  const sums = parseChecksums(readTextFile(file))
  for (const path of removed) sums.delete(path)
  for (const path of added) {
    const digest = findDigest(join(site, path))
    if (digest !== undefined) sums.set(path, digest.sha256)
  }
  writeDated(site, 'SHA256SUMS', renderChecksums(sums), { published, now })
}
