import { type Stats, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildFailure, Message } from 'esbuild'
import { type Config, ConfigError, parseConfig, type Settings } from '../../src/lib/config/index.ts'
import { hostForms, parseBaseAddress } from '../../src/lib/interface/index.ts'
import { checkPlaces } from '../../src/lib/site/grids.ts'
import {
  checkStateFolder,
  describeKind,
  describeSystemError,
  findReadable,
} from '../../src/lib/snapshot/index.ts'
import { readBranding } from './branding.ts'

const DEFAULT_FILE = 'mirror.config.ts'
/** The extensions of modules that Node.js can import as a config. */
const MODULES = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '']

/**
 * Reads the config file (by default `mirror.config.ts` in the working folder, if it exists) and applies `overrides`.
 * Paths of folders become absolute. Throws a {@link ConfigError} that names the file and the key.
 */
export async function loadSettings(file?: string, overrides: Config = {}): Promise<Settings> {
  const path = resolve(file ?? DEFAULT_FILE)
  const stats = findStats(path)
  const where = file === undefined ? '' : '--config: '
  if (file !== undefined && stats === undefined)
    throw new ConfigError(`${where}${path} does not exist. Name the config file.`)
  // An import reads to the end of a file, and a pipe may never end.
  if (stats?.isFile() === false)
    throw new ConfigError(`${where}${path} is a ${describeKind(stats)}, not a file.`)
  if (!MODULES.includes(extname(path)))
    throw new ConfigError(
      `${where}${path} is no TypeScript or JavaScript file. Write the config as a module, such as ${DEFAULT_FILE}: \`export default { … }\`.`,
    )
  const config = stats ? await readConfig(path) : {}
  const settings = parseConfig({ ...config, ...overrides }, path)
  const resolved = { ...settings, out: resolve(settings.out), state: resolve(settings.state) }
  // Imported here, because it loads the rules of all hosts.
  if (resolved.hosts.length > 0) (await import('./hosts.ts')).checkHosts(resolved)
  checkPlaces(resolved)
  readBranding(resolved)
  return resolved
}

function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    throw new ConfigError(describeSystemError(cause as NodeJS.ErrnoException), { cause })
  }
}

async function readConfig(path: string): Promise<Config> {
  try {
    const config = await guardImport(importConfig(path))
    // Parsed inside `try`, because getters of the object run now.
    parseConfig(config, path)
    return config
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(await describeImportFault(cause, path), { cause })
  }
}

async function importConfig(path: string): Promise<Config> {
  const module: { default?: Config; 'module.exports'?: unknown } = await import(pathToFileURL(path).href)
  const config = await module.default
  // A file without exports is CommonJS for Node.js, with an empty object as its default export. So an emptied file is not taken for a config.
  const isEmptied = 'module.exports' in module && Object.keys(config ?? {}).length === 0
  if (typeof config !== 'object' || config === null || isEmptied)
    throw new ConfigError(
      `${path}: expected \`export default defineConfig({ … })\`, saw no default export of an object.`,
    )
  return config
}

// The code of a config may wait for something that never happens, end the process, or fail in a callback.
async function guardImport(imported: Promise<Config>): Promise<Config> {
  const fault = Promise.withResolvers<never>()
  const onIdle = () => fault.reject(new Error('it waits for something that never happens'))
  const { exit } = process
  process.exit = () => {
    const error = new Error('it ends the program')
    // The config may catch what is thrown.
    fault.reject(error)
    throw error
  }
  process.once('beforeExit', onIdle).on('uncaughtException', fault.reject)
  try {
    return await Promise.race([imported, fault.promise])
  } finally {
    process.exit = exit
    process.off('beforeExit', onIdle).off('uncaughtException', fault.reject)
  }
}

/**
 * Why a module cannot be imported, as `<file>:<line>:<column> cannot be read: <sentence>`. For a syntax error, Node.js does not state the column,
 * nor the line in JavaScript, so esbuild looks for syntax errors and unresolved imports, in the module and in what it imports.
 */
async function describeImportFault(error: unknown, path: string): Promise<string> {
  const [found] = await findSyntaxFaults(path)
  if (found !== undefined) return `${locate(found, path)} cannot be read: ${sentenceOf(found.text)}`
  const { stack = '', message = String(error) } = (error ?? {}) as Partial<Error>
  const [, fromModule = ''] = stack.split(pathToFileURL(path).href)
  const [at = ''] =
    /^:\d+(?::\d+)?/.exec(stack.startsWith(`${path}:`) ? stack.slice(path.length) : fromModule) ?? []
  return `${path}${at} cannot be read: ${sentenceOf(message)}`
}

async function findSyntaxFaults(path: string): Promise<readonly Message[]> {
  try {
    const { build } = await import('esbuild')
    await build({
      entryPoints: [path],
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      // As in Node.js, an import that is not used is still resolved.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      write: false,
      logLevel: 'silent',
    })
    return []
  } catch (error) {
    return (error as Partial<BuildFailure>).errors ?? []
  }
}

// esbuild names files relative to the working folder, and counts columns from 0, in bytes.
function locate({ location }: Message, path: string): string {
  if (location === null) return path
  const { file, line, column, lineText } = location
  return `${resolve(file)}:${line}:${Buffer.from(lineText).subarray(0, column).toString().length + 1}`
}

function sentenceOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** If the settings name no origin, adds that of the snapshot, unless it is of the bundled sample. Throws UnusableFolder. */
export function withKnownOrigin(settings: Settings): Settings {
  if (settings.origin !== undefined) return settings
  checkStateFolder(settings.state)
  const manifest = findReadable(settings.state)?.manifest
  if (manifest === undefined || manifest.sample) return settings
  return { ...settings, origin: manifest.origin.map(parseBaseAddress) }
}

/** Whether two lists of base addresses have one in common. The scheme and `www.` are ignored, because a service may have moved between them. */
export function isSameService(a: readonly string[], b: readonly string[]): boolean {
  const names = new Set(b.map(nameOf))
  return a.some((address) => names.has(nameOf(address)))
}

function nameOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { hostname, port, pathname } = new URL(address)
  return `${hostForms(hostname)[0]}:${port} ${pathname}`
}
