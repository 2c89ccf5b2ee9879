import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import {
  findForeignContent,
  findStrangers,
  findTurns,
  openPublished,
  workshopOf,
} from '../../src/lib/site/index.ts'
import {
  checkLength,
  checkStateFolder,
  isMountPoint,
  isWithin,
  realFolder,
  UnusableFolder,
} from '../../src/lib/snapshot/index.ts'
import { checkLockPath } from '../../src/lib/snapshot/kernel-lock.ts'

/** The folders a build works in. */
export type Folders = Pick<Settings, 'out' | 'state'>

/** The file whose lock a build into a folder holds. */
export function buildLockOf(out: string): string {
  return join(dirname(out), `.${basename(out)}.mirror-lock`)
}

/**
 * Throws a ConfigError when the folders are not ours to replace or to write to, or when one of them lies in the other, symbolic links
 * resolved: a build replaces `out` as a whole, and a crawl clears what it does not know of below `state`.
 * Nothing is written or removed, but a swap that was killed is brought to its end.
 */
export function checkFolders({ out: named, state }: Folders): void {
  const snapshot = checked('state', () => {
    checkStateFolder(state)
    return realFolder(state)
  })
  const out = checked('out', () => realOut(named))
  const turns = Object.values(findTurns(out) ?? {})
  for (const replaced of [out, workshopOf(out).folder, ...turns])
    if (isWithin(snapshot, replaced))
      throw new ConfigError(
        `out: ${replaced} would be replaced as a whole, and the snapshot ${state} lies in it. Name another folder for one of them.`,
      )
  if ([out, ...turns].some((folder) => isWithin(folder, snapshot)))
    throw new ConfigError(
      `out: ${named} lies in the state folder ${state}, which is cleared by crawls. Name another folder for one of them.`,
    )
  for (const folder of [out, ...turns]) {
    if (isMountPoint(folder))
      throw new ConfigError(
        `out: ${folder} is a mount point, which no new site can take the place of. Name a folder in it, such as ${join(folder, 'site')}.`,
      )
    const foreign = findForeignContent(folder)
    if (foreign !== undefined) throw new ConfigError(`out: ${foreign}`)
  }
}

const NAMED = 5

/** What a person should know before a site is replaced: what others put into it goes with it. Undefined when nobody did. */
export function warnOfStrangers({ out: named }: Pick<Settings, 'out'>): string | undefined {
  const out = openPublished(named)
  const names = existsSync(out) ? findStrangers(out) : []
  if (names.length === 0) return undefined
  const shown = names.slice(0, NAMED).join(', ')
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `warning: ${named} holds files that this program did not write: ${shown}${more}. They are deleted when the new site takes its place; keep them in another folder.`
}

/** The real path of `out`, when there can be a site there and what is needed beside it. */
function realOut(named: string): string {
  // Throws for a link that leads to itself, or below a file.
  realFolder(named)
  const published = openPublished(named)
  const out = join(realFolder(dirname(published)), basename(published))
  checkLength(workshopOf(out).folder, named)
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
