import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles, openPublished, verifySite } from '../../../src/lib/site/index.ts'
import { PROOFS } from '../../../src/lib/site/proof/sign-site.ts'
import { findCurrent, findDigest, type ManifestRecord } from '../../../src/lib/snapshot/index.ts'

/** The published site and the snapshot without times: text by file. Two of them can be compared. */
export interface Seen {
  readonly site: ReadonlyMap<string, string>
  readonly generation: ReadonlyMap<string, string>
  readonly manifest: string
  /** Names of files that must not exist between two runs. */
  readonly litter: readonly string[]
}

const CLOCKS = new Set(['manifest.json', 'status.json', 'generations.jsonl', ...PROOFS])
const STATE_NAMES = new Set([
  'current',
  'generations',
  'open-data-mirror.txt',
  'derived',
  'status.json',
  'bundle',
  'compiled',
])

/** Reads the folders between two runs. Throws an error if the site or a generation does not verify. */
export function look({ folder, state, out }: JobFolders): Seen {
  const site = openPublished(out)
  const { findings } = verifySite(site)
  if (findings.length > 0)
    throw new Error(`The site does not verify: ${JSON.stringify(findings.slice(0, 3))}`)
  const current = findCurrent(state)
  if (current === undefined) throw new Error('There is no current generation.')
  for (const { path, sha256 } of current.manifest.records)
    if (sha256 !== undefined && findDigest(join(current.folder, path))?.sha256 !== sha256)
      throw new Error(`The generation does not verify: ${path}`)
  const generations = readdirSync(join(state, 'generations'))
  return {
    site: readFiles(site),
    generation: readFiles(current.folder),
    manifest: renderTimeless(current.manifest.records),
    litter: [
      ...readdirSync(folder).filter((name) => !['state', 'dist'].includes(name)),
      ...readdirSync(state).filter((name) => !STATE_NAMES.has(name)),
      ...generations.slice(2),
    ],
  }
}

/** The differences between two of them; empty if they are equal. */
export function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort()
}

// Left out are times, and the checksums of files that have some: SHA256SUMS was compared with the files before.
function readFiles(folder: string): Map<string, string> {
  const files = listFiles(folder).filter((path) => !CLOCKS.has(path) && !CLOCKED.test(path))
  return new Map(
    files.map((path) => [path, withoutTimes(path, readFileSync(join(folder, path)).toString('latin1'))]),
  )
}

const CLOCKED = /^(?:SHA256SUMS|sums\/.*|sw\.js)$/

function withoutTimes(path: string, text: string): string {
  if (path.endsWith('changes.json')) return text.replace(/"(?:generation|at)": ?"[^"]*"/g, '')
  if (path.endsWith('versions.json')) return text.replace(/"(?:first|last)Seen": ?"[^"]*"/g, '')
  return path.endsWith('.html') ? text.replace(/<time [^>]*>[^<]*<\/time>|change-\d+/g, '') : text
}

// A change in one run is unchanged for the run after an interruption; both states mean current.
function renderTimeless(records: readonly ManifestRecord[]): string {
  return records
    .map(({ fetchedAt: _, firstSeen: __, status: ___, state, ...rest }) =>
      JSON.stringify(
        { ...rest, state: state === 'fetched' ? 'unchanged' : state },
        Object.keys({ ...rest, state }).sort(),
      ),
    )
    .join('\n')
}

/** Whether there is a site under its name at this moment. */
export function isInPlace({ out }: JobFolders): boolean {
  return existsSync(join(out, 'index.html'))
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export interface JobFolders {
  readonly folder: string
  readonly state: string
  readonly out: string
}

/** How a process is killed: by a signal after so many ms, or before a call that changes a file. */
export type Kill = { readonly signal: NodeJS.Signals; readonly after: number } | { readonly call: number }

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly milliseconds: number
  readonly output: string
}

/** Runs a job with a config until it ends or is killed. */
export function runJob(config: string, place: JobFolders, kill?: Kill, counts?: string): Promise<Ended> {
  const { folder, state, out } = place
  const command = ['mirror', '--quiet', '--config', config, '--state', state, '--out', out]
  const args = ['--import', path('./kill-at-call.ts'), path('../../../scripts/mirror.mjs'), ...command]
  const at = kill !== undefined && 'call' in kill ? { DRILL_KILL_AT: String(kill.call) } : {}
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...at, DRILL_FOLDER: folder, ...(counts && { DRILL_COUNTS: counts }) },
    })
    const timer =
      kill !== undefined && 'signal' in kill
        ? setTimeout(() => child.kill(kill.signal), kill.after)
        : undefined
    let output = ''
    child.stderr.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, milliseconds: performance.now() - began, output })
    })
  })
}
