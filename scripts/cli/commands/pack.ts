import { closeSync, existsSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Settings } from '../../../src/lib/config/index.ts'
import {
  countEncoded,
  findStrangers,
  type PackPlan,
  packSite,
  packTables,
  planBag,
  planPack,
  readInPlace,
  toDiskFault,
} from '../../../src/lib/site/index.ts'
import { siteTitleOf } from '../../../src/lib/site/view/locale.ts'
import { describeKind, findStats, isWithin } from '../../../src/lib/snapshot/index.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { TOOL } from '../../job/program.ts'
import { type Invocation, noBuiltSite, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { escapeControls, renderBytes, renderCount, renderPlural, renderWarning } from '../terminal.ts'

/** Packs a site. Resolves to how it ended. */
export async function runPackCommand(invocation: Invocation): Promise<CommandEnding> {
  const {
    operand,
    overrides: { out, ...overrides },
    config,
    terminal,
    json,
    quiet,
    bag,
    dataOnly,
  } = invocation
  if (invocation.sqlite) return packDatabase(invocation)
  if (dataOnly && !bag)
    throw new UsageError('--data-only: expected --bag too. It leaves the pages out of a bag.')
  const settings = bag || operand === undefined ? await loadSettings(config, overrides) : undefined
  const named = operand ?? (settings as Settings).out
  const { file, folder, packed, unpacked, encoded } = await readInPlace(named, (site, isInPlace) => {
    if (!existsSync(join(site, 'index.html'))) throw noBuiltSite('pack', site)
    const whole = planPack(site)
    const plan = bag ? planOurBag(site, whole, settings as Settings, dataOnly) : whole
    return packFolder(site, plan, { out, isInPlace, signal: invocation.signal })
  })
  if (unpacked) terminal.err(renderWarning(unpacked, terminal.paint))
  if (encoded) terminal.err(escapeControls(`note: ${encoded}`))
  const { files, contents, bytes, sha256 } = packed
  if (json) terminal.out(JSON.stringify({ file, folder, ...packed }, null, 2))
  else if (quiet) terminal.out(file)
  else
    terminal.out(
      [
        `${escapeControls(file)}: ${renderPlural(files, 'file')}, ${renderBytes(contents)}, packed into ${renderBytes(bytes)} (${renderCount(bytes)} bytes)`,
        `sha256 ${sha256}`,
        bag
          ? `It unpacks into ${escapeControls(folder)}/, a bag (BagIt 1.0) with the site in data/. To check it there: sha256sum -c manifest-sha256.txt`
          : `It unpacks into ${escapeControls(folder)}/. Start with index.html there.`,
      ].join('\n'),
    )
  return 'complete'
}

/** Packs the tables of a site into a database. */
async function packDatabase(invocation: Invocation): Promise<CommandEnding> {
  const { operand, config, terminal, json, quiet, signal } = invocation
  const { out, ...overrides } = invocation.overrides
  if (invocation.bag || invocation.dataOnly)
    throw new UsageError('--sqlite: expected neither --bag nor --data-only, which are for other archives.')
  const settings = await loadSettings(config, overrides)
  const { file, ...packed } = await readInPlace(operand ?? settings.out, async (site, isInPlace) => {
    if (!existsSync(join(site, 'index.html'))) throw noBuiltSite('pack', site)
    const plan = planPack(site)
    const file = checkTarget(out ?? `${plan.name}.sqlite`, site, DATABASE)
    const packing = { out: file, isInPlace, signal }
    const packed = await packTables(site, plan, settings.fields, packing).catch((error) => {
      throw toPackFault(error, site, file, 'no database was written')
    })
    return { file, ...packed }
  })
  const { tables, records, bytes, sha256 } = packed
  if (json) terminal.out(JSON.stringify({ file, ...packed }, null, 2))
  else if (quiet) terminal.out(file)
  else
    terminal.out(
      `${escapeControls(file)}: ${renderPlural(tables, 'table')} with ${renderPlural(records, 'record')}, ${renderBytes(bytes)} (${renderCount(bytes)} bytes)\nsha256 ${sha256}`,
    )
  return 'complete'
}

interface PackingFolder {
  /** The file that the user has named with `--out`. */
  readonly out: string | undefined
  isInPlace(): boolean
  readonly signal: AbortSignal
}

function planOurBag(site: string, plan: PackPlan, settings: Settings, dataOnly: boolean): PackPlan {
  const title = siteTitleOf(settings, plan.manifest)
  return planBag(site, plan, { title, contact: settings.contact, tool: TOOL, dataOnly })
}

async function packFolder(site: string, plan: PackPlan, { out, isInPlace, signal }: PackingFolder) {
  const file = checkTarget(out ?? `${plan.name}.zip`, site, ARCHIVE)
  const [unpacked, encoded] = [describeUnpacked(site), describeEncoded(plan)]
  const packed = await packSite(site, plan, { out: file, isInPlace, signal }).catch((error) => {
    throw toPackFault(error, site, file, 'no archive was written')
  })
  return { file, folder: plan.name, packed, unpacked, encoded }
}

function toPackFault(error: unknown, site: string, file: string, result: string): unknown {
  // An error while reading the site is not a fault of the disk that the archive is written to.
  const { path } = (error ?? {}) as NodeJS.ErrnoException
  const isRead = typeof path === 'string' && isWithin(resolve(path), realpathSync(site))
  return isRead ? error : toDiskFault(error, file, result, 'name another file with --out')
}

function describeEncoded(plan: PackPlan): string | undefined {
  const count = plan.texts.length === 0 ? 0 : countEncoded(plan)
  if (count === 0) return undefined
  return `${renderPlural(count, 'file')} of the bag ${count === 1 ? 'has' : 'have'} a name with % or a line break, which BagIt encodes. sha256sum does not find ${count === 1 ? 'it' : 'them'} under the encoded name; programs for BagIt do.`
}

function describeUnpacked(site: string): string | undefined {
  const strangers = findStrangers(site)
  if (strangers.length === 0) return undefined
  const isOne = strangers.length === 1
  return `${renderPlural(strangers.length, 'entry', 'entries')} of ${site} ${isOne ? 'is' : 'are'} not packed, because SHA256SUMS does not list ${isOne ? 'it' : 'them'}: ${strangers.slice(0, 5).join(', ')}${strangers.length > 5 ? ', …' : ''}.`
}

/** A kind of file to write, and the bytes that it begins with. */
interface Kind {
  readonly name: string
  readonly begins: string
}

const ARCHIVE: Kind = { name: 'zip file', begins: 'PK' }
const DATABASE: Kind = { name: 'SQLite database', begins: 'SQLite format 3\0' }

/**
 * The file to write, with symbolic links followed. Throws a UsageError if it is inside the packed site, if it exists and is not a
 * regular file of this kind, or if its folder does not exist.
 */
function checkTarget(named: string, site: string, kind: Kind): string {
  const folder = dirname(resolve(named))
  const above = findStats(folder)
  if (above === undefined)
    throw new UsageError(`--out: the folder ${folder} does not exist. Create it, or name another file.`)
  if (!above.isDirectory())
    throw new UsageError(`--out: ${folder} is a ${describeKind(above)}, not a folder. Name another file.`)
  const file = existsSync(named) ? realpathSync(named) : join(realpathSync(folder), basename(resolve(named)))
  const part = `${file}.part`
  if (isTooLong(part))
    throw new UsageError(`--out: the name ${basename(named)} is too long for the disk. Choose a shorter one.`)
  if (isWithin(file, realpathSync(site)))
    throw new UsageError(`--out: ${named} is inside the site to pack. Name a file outside it.`)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory())
    throw new UsageError(`--out: ${named} is a folder. Name a file, such as ${join(named, 'mirror.zip')}.`)
  if (stats && !stats.isFile())
    throw new UsageError(`--out: ${named} is a ${describeKind(stats)}, not a file. Name a file.`)
  for (const replaced of [file, part]) checkReplaceable(replaced, kind)
  return file
}

function isTooLong(path: string): boolean {
  try {
    lstatSync(path)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG'
  }
}

// Does not replace other files, such as a config whose name was typed by mistake.
function checkReplaceable(file: string, { name, begins }: Kind): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return
  const opened = openSync(file, 'r')
  const start = Buffer.alloc(begins.length)
  const length = readSync(opened, start)
  closeSync(opened)
  // A file that a killed run has left may be empty, or begin with zeros.
  if (begins.startsWith(start.toString('latin1', 0, length)) || start.every((byte) => byte === 0)) return
  throw new UsageError(`--out: ${file} exists and is not a ${name}. Name another file, or remove it first.`)
}
