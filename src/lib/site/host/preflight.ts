import { basename } from 'node:path'
import { encodePath } from '../../interface/index.ts'
import { foldersOf } from '../../snapshot/index.ts'
import type { HostFile, Limits, SiteFacts, Target } from './types.ts'

interface SiteFile {
  readonly path: string
  readonly bytes: number
}

/** The stable codes of problems with a deployment; docs/commands.md explains each. */
export const PREFLIGHT_CODES = [
  'site-files',
  'site-entries',
  'site-bytes',
  'free-bytes',
  'folder-files',
  'file-bytes',
  'file-name',
  'clashing-paths',
  'address-bytes',
  'host-file-rules',
  'host-file-bytes',
  'closed-folder',
  'folder-name',
  'edited-file',
  'left-out',
] as const

type PreflightCode = (typeof PREFLIGHT_CODES)[number]

/** A limit of a host that a site exceeds (`breaks`) or nearly reaches, or another thing to know before deploying (`warns`). */
export interface PreflightProblem {
  readonly severity: 'breaks' | 'warns'
  readonly code: PreflightCode
  readonly message: string
}

/** The share of a limit from which on there is a warning. */
const NEAR = 0.9
const EXAMPLES = 3

export type Preflight = ReturnType<typeof planPreflight>

/** Checks the size of a deployment against the limits of a host. `siteFiles` are all its files, including those for the host. */
export function planPreflight(
  { limits, title, render }: Pick<Target, 'limits' | 'title' | 'render'>,
  siteFiles: readonly SiteFile[],
  facts: SiteFacts,
) {
  const bytes = siteFiles.reduce((sum, file) => sum + file.bytes, 0)
  const entries = siteFiles.length + foldersOf(siteFiles.map(({ path }) => path)).size
  const problems = [
    bound('site-files', `${title} accepts`, siteFiles.length, limits.files, 'files'),
    bound('site-entries', `${title} accepts`, entries, limits.entries, 'entries (files and folders)'),
    bound('site-bytes', `${title} accepts`, bytes, limits.siteBytes, 'bytes'),
    ofPlan(bytes, limits, title),
    ofFolders(siteFiles, limits, title),
    ofFiles(siteFiles, limits, title),
    ...ofNames(siteFiles, limits, facts.base),
    ...ofHostFiles(render(facts), limits),
    ofFolderName(facts, limits),
    ofDockerfile(facts, limits),
  ]
  return {
    files: siteFiles.length,
    entries,
    bytes,
    problems: problems.filter((found) => found !== undefined),
  }
}

function bound(
  code: PreflightCode,
  who: string,
  count: number,
  most: number | undefined,
  what: string,
): PreflightProblem | undefined {
  if (most === undefined || count < most * NEAR) return undefined
  const numbers = `${who} at most ${group(most)} ${what}, there are ${group(count)}.`
  return { severity: count > most ? 'breaks' : 'warns', code, message: numbers }
}

function ofPlan(bytes: number, { freeBytes }: Limits, title: string): PreflightProblem | undefined {
  if (freeBytes === undefined || bytes <= freeBytes) return undefined
  const message = `${title} accepts at most ${group(freeBytes)} bytes without a paid plan, there are ${group(bytes)}.`
  return { severity: 'warns', code: 'free-bytes', message }
}

function ofFolders(
  files: readonly SiteFile[],
  { folderFiles }: Limits,
  title: string,
): PreflightProblem | undefined {
  if (folderFiles === undefined) return undefined
  const most = (paths: Iterable<string>) => {
    const counts = new Map<string, number>()
    for (const path of paths) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0] as const)
  }
  const paths = files.map(({ path }) => path)
  const [full, count] = most(paths)
  const who = `${title} accepts`
  const own = bound(
    'folder-files',
    who,
    count,
    folderFiles,
    `files in one folder (${full === '' ? 'the root' : full})`,
  )
  if (own !== undefined) return own
  const [large, entries] = most([...paths, ...foldersOf(paths)])
  if (entries <= folderFiles) return undefined
  const message = `${who} at most ${group(folderFiles)} files in one folder, there are ${group(entries)} folders and files in ${large}. Whether it counts folders is not documented.`
  return { severity: 'warns', code: 'folder-files', message }
}

function ofFiles(
  files: readonly SiteFile[],
  { fileBytes = Number.POSITIVE_INFINITY }: Limits,
  title: string,
): PreflightProblem | undefined {
  const large = files.filter(({ bytes }) => bytes > fileBytes).toSorted((a, b) => b.bytes - a.bytes)
  const what = `${title} accepts files of at most ${group(fileBytes)} bytes, ${large.length} ${large.length === 1 ? 'is' : 'are'} larger`
  return breaks(
    'file-bytes',
    what,
    large.map(({ path, bytes }) => `${path} (${group(bytes)} bytes)`),
  )
}

function ofNames(files: readonly SiteFile[], limits: Limits, base: string): (PreflightProblem | undefined)[] {
  const paths = files.map(({ path }) => path)
  const { names, ignoresCase, urlBytes = Number.POSITIVE_INFINITY } = limits
  const refused = names
    ? paths.filter((path) => path.split('/').some((segment) => names.pattern.test(segment)))
    : []
  const clashing = ignoresCase ? findClashes(paths) : []
  const long = paths.filter((path) => base.length + encodePath(path).length > urlBytes)
  return [
    breaks('file-name', `${refused.length} names are refused: ${names?.reason}`, refused),
    breaks('clashing-paths', `${clashing.length} paths are the same on a host that ignores case`, clashing),
    breaks('address-bytes', `${long.length} addresses are longer than ${group(urlBytes)} bytes`, long),
  ]
}

function ofFolderName({ folder }: SiteFacts, limits: Limits): PreflightProblem | undefined {
  if (!limits.folder?.pattern.test(folder)) return undefined
  const message = `The path of the site, ${folder}, cannot be used: ${limits.folder.reason}. Move or rename it.`
  return { severity: 'breaks', code: 'folder-name', message }
}

// Which characters are expanded in COPY is not fully documented.
function ofDockerfile({ folder }: SiteFacts, { dockerfile }: Limits): PreflightProblem | undefined {
  const name = basename(folder)
  if (!dockerfile || /^[\w .@=+,~-]+$/.test(name)) return undefined
  const message = `The Dockerfile cannot name the folder ${name}. To build an image, use a name of letters, digits and . _ -. A server without a container can use any name.`
  return { severity: 'warns', code: 'folder-name', message }
}

function ofHostFiles(
  files: readonly HostFile[],
  { rules = {}, hostFileBytes = {} }: Limits,
): (PreflightProblem | undefined)[] {
  return files.flatMap(({ path, content }) => {
    const limit = rules[path]
    const count = limit ? content.split('\n').filter((line) => limit.rule.test(line)).length : 0
    return [
      bound('host-file-rules', `${path} accepts`, count, limit?.most, 'rules'),
      bound('host-file-bytes', `${path} accepts`, Buffer.byteLength(content), hostFileBytes[path], 'bytes'),
    ]
  })
}

function findClashes(paths: readonly string[]): string[] {
  const seen = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase()
    seen.set(folded, [...(seen.get(folded) ?? []), path])
  }
  return [...seen.values()].filter((same) => same.length > 1).flat()
}

// Undefined if nothing breaks.
function breaks(
  code: PreflightCode,
  what: string,
  examples: readonly string[],
): PreflightProblem | undefined {
  if (examples.length === 0) return undefined
  const more = examples.length > EXAMPLES ? `, and ${examples.length - EXAMPLES} more` : ''
  return { severity: 'breaks', code, message: `${what}: ${examples.slice(0, EXAMPLES).join(', ')}${more}.` }
}

function group(count: number): string {
  return count.toLocaleString('en-GB')
}
