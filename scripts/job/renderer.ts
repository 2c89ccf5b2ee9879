import { fork } from 'node:child_process'
import { globSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getSystemErrorMap } from 'node:util'
import { build } from 'esbuild'
import { LANGUAGES, type Language } from '../../src/lib/config/index.ts'
import { DiskFault, listFiles, toDiskFault } from '../../src/lib/site/index.ts'
import { localeOf, type PageLocals, searchWords } from '../../src/lib/site/view/index.ts'
import {
  copyAsNew,
  findDigest,
  layout,
  makeFolder,
  makeScratch,
  readTextFile,
  removeLeft,
  writeWhole,
} from '../../src/lib/snapshot/index.ts'
import { ASSETS, RENDER_ENTRY } from './astro.ts'
import { ROOT } from './program.ts'

/** Renders one page as UTF-8. */
type Render = (locals: PageLocals) => Promise<Uint8Array>

/** The list of the files of a bundle with their checksums. */
const SUMS = 'bundle.txt'

interface BundlingOptions {
  readonly program: string
  readonly language: Language
  /** Whether the log of Astro is printed. */
  readonly verbose: boolean
  readonly signal: AbortSignal
}

export type Bundle = Awaited<ReturnType<typeof prepareBundle>>

/**
 * The bundle of this `program` in the state folder: the templates as one module (`entry`), and the folder of the files that pages refer to, with
 * the scripts in their language (`assets`). If it is missing, damaged or of another version, it is made, for all languages. Throws a DiskFault.
 */
export async function prepareBundle(state: string, { program, language, verbose, signal }: BundlingOptions) {
  const folder = layout.bundle(state)
  const bundle = { entry: join(folder, RENDER_ENTRY), assets: join(folder, language) }
  if (isWhole(folder, program)) return bundle
  // In another folder, because Vite and Astro misread some characters in paths, and the path of the state folder may contain them.
  const work = makeScratch()
  try {
    await bundleApart(work, verbose, signal)
    await keepBundle(work, { state, program })
    return bundle
  } catch (error) {
    throw toBundlingFault(error, work)
  } finally {
    removeLeft(work)
  }
}

// In its own process, because Astro and the bundler keep about 300 MB until their process ends. The caller reports errors.
function bundleApart(folder: string, verbose: boolean, signal: AbortSignal): Promise<void> {
  const module = fileURLToPath(new URL('./bundle.process.ts', import.meta.url))
  const child = fork(module, [folder, verbose ? 'info' : 'silent'], { signal })
  return new Promise((resolve, reject) => {
    let failure: BundlingError | undefined
    child.on('message', (sent) => {
      failure = Object.assign(new Error(), sent)
    })
    child.on('error', reject)
    child.on('close', (code, by) => {
      if (failure === undefined && code === 0) resolve()
      else reject(failure ?? toEnded(by, code))
    })
  })
}

// A process that a signal ends has nearly always run out of memory.
function toEnded(by: NodeJS.Signals | null, code: number | null): Error {
  const ended = 'The process that bundles the templates ended'
  return by === null
    ? new Error(`${ended} with ${code}.`)
    : new OutOfMemory(
        `${ended} (${by}). Memory may have run out: end other programs, or raise the limit of the container or user`,
      )
}

/** A part of the program ran out of memory. `, then run again.` is added to `remedy`. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory'

  constructor(remedy: string) {
    super(`${remedy}, then run again. What is published is intact.`)
  }
}

/** Copies a bundle that Astro has made in the folder `work` into the state folder, with the scripts of the pages in each language. */
export async function keepBundle(
  work: string,
  { state, program }: { readonly state: string; readonly program: string },
): Promise<void> {
  const folder = layout.bundle(state)
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  makeFolder(dirname(part))
  copyTree(join(work, dirname(RENDER_ENTRY)), join(part, dirname(RENDER_ENTRY)))
  for (const language of LANGUAGES) {
    copyTree(join(work, ASSETS), join(part, language))
    await placeClient(join(part, language), language)
  }
  writeWhole(join(part, SUMS), renderSums(part, program))
  rmSync(folder, { recursive: true, force: true })
  renameSync(part, folder)
}

/** Copies the files of a folder into another. An error names the file. */
export function copyTree(from: string, to: string): void {
  for (const path of listFiles(from)) {
    makeFolder(dirname(join(to, path)))
    copyAsNew(join(from, path), join(to, path))
  }
}

/** Loads the renderer of a bundle. */
export async function openRenderer({ entry }: Pick<Bundle, 'entry'>): Promise<Render> {
  const { render } = (await import(pathToFileURL(entry).href)) as { render: Render }
  return render
}

// Whether a folder contains the bundle of this program, undamaged.
function isWhole(folder: string, program: string): boolean {
  try {
    return readTextFile(join(folder, SUMS)) === renderSums(folder, program)
  } catch {
    return false
  }
}

// The bundle imports modules of the program by their file URLs, so a program in another folder needs its own bundle.
function renderSums(folder: string, program: string): string {
  const files = listFiles(folder).filter((path) => path !== SUMS)
  const lines = files.map((path) => `${findDigest(join(folder, path))?.sha256}  ${path}`)
  return [`${program}  ${ROOT}`, ...lines, ''].join('\n')
}

/**
 * The message of the bundler when it cannot create a file or a folder. The bundler is not written in JavaScript, so the message has its own
 * format: the path at the end of a line, and the error number of the system below it.
 */
const REFUSAL = /(?: in|:) (?<path>(?:\/|[A-Za-z]:\\).*)$[\s\S]*?\(os error (?<errno>\d+)\)/m

/** An error of the bundler contains other errors. An error of Node.js in a plugin has its code in `pluginCode`. */
export interface BundlingError extends NodeJS.ErrnoException {
  readonly pluginCode?: string
  readonly errors?: readonly BundlingError[]
}

/** The same error, or a DiskFault if a file below `folder` could not be written while pages were bundled. */
function toBundlingFault(error: unknown, folder: string): unknown {
  const [first = error] = (error as BundlingError | undefined)?.errors ?? []
  const met = (first ?? {}) as BundlingError
  const refused = REFUSAL.exec(met.message ?? '')?.groups
  const [code = met.pluginCode ?? met.code] = getSystemErrorMap().get(-Number(refused?.errno)) ?? []
  const fault = toDiskFault({ ...met, code, path: refused?.path ?? met.path }, folder)
  return fault instanceof DiskFault ? fault : error
}

const CLIENT = fileURLToPath(new URL('../../src/client/', import.meta.url))
const PUBLIC = fileURLToPath(new URL('../../public/', import.meta.url))
/** The esbuild options for scripts of pages. */
const COMPACT = {
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
} as const

/**
 * Writes the scripts of the pages into the root of a site: those of `public`, and bundles. `src/client/<name>/main.ts` becomes `<name>.js`;
 * `worker.ts`, `chart.ts`, `grid.ts`, `marks.ts`, `parts.ts` and `places.ts` beside it become `<name>-worker.js` and so on. All are classic scripts,
 * because a page opened from disk cannot load modules. The words that they show are in them, so that pages need not repeat these.
 */
export async function placeClient(site: string, language: Language): Promise<void> {
  const locale = localeOf(language)
  const define = {
    EXPLORER_WORDS: JSON.stringify(locale.words.explorer),
    CHART_WORDS: JSON.stringify(locale.words.ownChart),
    SEARCH_WORDS: JSON.stringify(searchWords(locale)),
  }
  const entryPoints = globSync('*/{main,worker,chart,grid,marks,parts,places}.ts', { cwd: CLIENT })
    .sort()
    .map((path) => ({ in: join(CLIENT, path), out: nameOf(path) }))
  await build({ ...COMPACT, define, entryPoints, outdir: site, bundle: true, format: 'iife' })
  const scripts = globSync('*.js', { cwd: PUBLIC }).map((name) => join(PUBLIC, name))
  await build({ ...COMPACT, entryPoints: scripts, outdir: site })
}

function nameOf(path: string): string {
  const [name, part] = [dirname(path), basename(path, '.ts')]
  return part === 'main' ? name : `${name}-${part}`
}
