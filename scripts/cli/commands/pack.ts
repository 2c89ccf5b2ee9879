import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findStrangers, packSite, planPack, readInPlace, toDiskFault } from '../../../src/lib/site/index.ts'
import { describeKind, isWithin } from '../../../src/lib/snapshot/index.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { type Invocation, noBuiltSite, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { printable, renderBytes, renderCount, renderPlural } from '../terminal.ts'

/** Packs a site. Resolves to how it ended. */
export async function runPackCommand(invocation: Invocation): Promise<CommandEnding> {
  const {
    operand,
    overrides: { out, ...overrides },
    configFile,
    terminal,
    json,
    quiet,
  } = invocation
  const named = operand ?? (await loadSettings(configFile, overrides)).out
  const { file, folder, packed, strangers } = await readInPlace(named, (site, isInPlace) =>
    packFolder(site, { out, isInPlace, signal: invocation.signal }),
  )
  if (strangers !== undefined) terminal.err(printable(strangers))
  const { files, contents, bytes, sha256 } = packed
  if (json) terminal.out(JSON.stringify({ file, folder, ...packed }, null, 2))
  else if (quiet) terminal.out(file)
  else
    terminal.out(
      [
        `${printable(file)}: ${renderPlural(files, 'file')}, ${renderBytes(contents)}, packed into ${renderBytes(bytes)} (${renderCount(bytes)} bytes)`,
        `sha256 ${sha256}`,
        `It unpacks into ${printable(folder)}/. Start with index.html there.`,
      ].join('\n'),
    )
  return 'complete'
}

interface PackingFolder {
  /** The file that the user named. */
  readonly out: string | undefined
  isInPlace(): boolean
  readonly signal: AbortSignal
}

async function packFolder(site: string, { out, isInPlace, signal }: PackingFolder) {
  if (!existsSync(join(site, 'index.html'))) throw noBuiltSite('pack', site)
  const plan = planPack(site)
  const file = checkTarget(out ?? `${plan.name}.zip`, site)
  const strangers = warnOfUnpacked(site)
  const packed = await packSite(site, plan, { out: file, isInPlace, signal }).catch((error) => {
    // An error while reading the site is not a fault of the disk that the archive is written to.
    const isRead = typeof error?.path === 'string' && isWithin(resolve(error.path), realpathSync(site))
    throw isRead ? error : toDiskFault(error, file, 'no archive was written', 'name another file with --out')
  })
  return { file, folder: plan.name, packed, strangers }
}

function warnOfUnpacked(site: string): string | undefined {
  const strangers = findStrangers(site)
  if (strangers.length === 0) return undefined
  const isOne = strangers.length === 1
  return `warning: ${renderPlural(strangers.length, 'entry', 'entries')} of ${site} ${isOne ? 'is' : 'are'} not packed, because SHA256SUMS does not list ${isOne ? 'it' : 'them'}: ${strangers.slice(0, 5).join(', ')}${strangers.length > 5 ? ', …' : ''}.`
}

/**
 * The file to write, with symbolic links followed. Throws a UsageError if it is inside the packed site, if it exists and is not a
 * regular file, or if its folder does not exist.
 */
function checkTarget(named: string, site: string): string {
  const folder = dirname(resolve(named))
  if (!existsSync(folder))
    throw new UsageError(`--out: the folder ${folder} does not exist. Create it first.`)
  const file = existsSync(named) ? realpathSync(named) : join(realpathSync(folder), basename(resolve(named)))
  if (isWithin(file, realpathSync(site)))
    throw new UsageError(`--out: ${named} is inside the site to pack. Name a file outside it.`)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory())
    throw new UsageError(`--out: ${named} is a folder. Name a file, such as ${join(named, 'mirror.zip')}.`)
  if (stats && !stats.isFile())
    throw new UsageError(`--out: ${named} is a ${describeKind(stats)}, not a file. Name a file.`)
  return file
}
