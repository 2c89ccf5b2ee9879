import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../../scripts/cli/main.ts'
import { crawlOrigin, isReused } from '../../scripts/job/crawl-origin.ts'
import { identifyProgram } from '../../scripts/job/program.ts'
import { prepareBundle } from '../../scripts/job/renderer.ts'
import { type BuildOptions, buildSite } from '../../scripts/job/site.ts'
import { type DataPackage, type OriginShape, openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { type Config, parseConfig, type Settings } from '../../src/lib/config/index.ts'
import type { CrawlResult } from '../../src/lib/crawl/index.ts'
import { layout } from '../../src/lib/snapshot/index.ts'
import { ROOT } from './files.ts'
import { shareOnce } from './share-once.ts'

export const MIRROR = join(ROOT, 'scripts/mirror.mjs')

/** Settings for a mirror in a temporary folder, retries off. */
export function settingsIn(folder: string, config: Config): Settings {
  return parseConfig({ retries: 0, ...config, out: join(folder, 'dist'), state: join(folder, 'state') })
}

/** The package of awkward codes and values. */
export const AWKWARD = join(ROOT, 'tests/fixtures/packages/awkward/datapackage.json')

/** A catalogue in Russian, with other languages in it and fields named as Russian portals name them. */
export const RUSSIAN = join(ROOT, 'tests/fixtures/packages/russian/datapackage.json')

/** Crawls and builds in this process. */
export async function mirrorInto(settings: Settings): Promise<CrawlResult> {
  const result = await crawlOrigin(settings, () => {}, new AbortController().signal)
  if (isReused(result)) throw result.unreachable
  await buildWithBundle(settings)
  return result
}

/** Builds in this process, with the bundle that all tests share. */
export async function buildWithBundle(settings: Settings, options: BuildOptions = {}): Promise<void> {
  await withBundle(settings.state, () => buildSite(settings, new AbortController().signal, options))
}

/**
 * Builds from a state folder. The templates are bundled once for all tests: it takes longer than the rest of a small build, and the bundle
 * depends on the program alone.
 */
export async function withBundle<T>(state: string, build: () => Promise<T>): Promise<T> {
  await shareOnce(sharedBundle(state), async (folder) => {
    const { signal } = new AbortController()
    const options = { program: identifyProgram(), language: 'en', verbose: false, signal } as const
    await prepareBundle(folder, options)
    return layout.bundle(folder)
  })
  takeBundle(state)
  return build()
}

/** Copies the bundle that all tests share, if there is one yet, into a state folder that has none. */
export function takeBundle(state: string): void {
  const shared = sharedBundle(state)
  if (existsSync(shared) && !existsSync(layout.bundle(state)))
    cpSync(shared, layout.bundle(state), { recursive: true })
}

/** Prepares state folders for commands that build for the first time: gives them the mark of the program and the bundle that all tests share. */
export async function prepareStates(...states: readonly string[]): Promise<void> {
  for (const state of states) {
    mkdirSync(state, { recursive: true })
    writeFileSync(layout.mark(state), '')
    await withBundle(state, async () => {})
  }
}

const sharedBundle = (state: string) => layout.bundle(process.env.MIRROR_TESTS_SHARED ?? state)

/** Mirrors a package and then stops its origin; returns the settings. */
export async function mirrorPackage(
  folder: string,
  published: DataPackage | string,
  { shape, ...config }: Config & { readonly shape?: OriginShape } = {},
): Promise<Settings> {
  const dataPackage = typeof published === 'string' ? await openPackage(published) : published
  const origin = await startOrigin(dataPackage, shape && { shape })
  try {
    const settings = settingsIn(folder, { ...config, origin: origin.url })
    await mirrorInto(settings)
    return settings
  } finally {
    await origin.close()
  }
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command line in this process, which is several times as fast as in a process of its own: for tests that only need its exit code,
 * files and output. A config is read once per path, and signals cannot end the command.
 */
export async function runHere(args: readonly string[]): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await main(args, {
    out: (line) => out.push(`${line}\n`),
    err: (line) => err.push(`${line}\n`),
    status: undefined,
    columns: 80,
    paint: (_, text) => text,
  })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

/** Runs the command line in a process of its own, with its output in a pipe. `onOutput` receives the output so far. */
export function runMirror(
  args: readonly string[],
  options: {
    node?: string
    /** The program of another checkout. */
    program?: string
    cwd?: string
    env?: NodeJS.ProcessEnv
    onStart?: (kill: (signal: NodeJS.Signals) => void) => void
    onOutput?: (all: string, kill: (signal: NodeJS.Signals) => void) => void
  } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.node ?? process.execPath, [options.program ?? MIRROR, ...args], {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    options.onStart?.((signal) => child.kill(signal))
    let stdout = ''
    let stderr = ''
    let isKilled = false
    // A second signal ends the program at once.
    const kill = (signal: NodeJS.Signals) => {
      if (!isKilled) isKilled = child.kill(signal)
    }
    const report = () => options.onOutput?.(stdout + stderr, kill)
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      report()
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
      report()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
