import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MOUNTS = '/proc/self/mountinfo'

/**
 * Whether a folder is a mount point, which can be neither renamed nor removed. `folder` is a real path that need not exist. Where the
 * system has no list of mounts (proc(5), `/proc/[pid]/mountinfo`), a folder on another device than its parent is one.
 */
export function isMountPoint(folder: string): boolean {
  const mounts = findMounts()
  if (mounts !== undefined) return mounts.has(folder)
  const own = statSync(folder, { throwIfNoEntry: false })
  return own !== undefined && own.dev !== statSync(dirname(folder)).dev
}

/**
 * The mount points below a folder, which is a real path: files can be moved neither to nor from there. Where the system has no list of
 * mounts, those of `known` folders.
 */
export function findMountsBelow(folder: string, known: readonly string[]): string[] {
  const mounts = findMounts()
  if (mounts === undefined) return known.filter(isMountPoint)
  const above = folder.endsWith('/') ? folder : `${folder}/`
  return [...mounts].filter((path) => path.startsWith(above))
}

// The fifth field of each line; spaces, tabs, line feeds and backslashes are escaped as three octal digits.
function findMounts(): ReadonlySet<string> | undefined {
  try {
    const lines = readFileSync(MOUNTS, 'utf8').split('\n')
    return new Set(lines.map((line) => unescapeOctal(line.split(' ')[4] ?? '')))
  } catch {
    return undefined
  }
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
}
