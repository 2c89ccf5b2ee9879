import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A given folder cannot be used, or has files of others. Nothing was written. */
export class UnusableFolder extends Error {
  override name = 'UnusableFolder'
}

/** A path as long as those below a folder of ours: generation, operation, a long dataset code and a file name. */
const LONGEST_BELOW = `${'x'.repeat(99)}/`.repeat(4)

/**
 * The path of a folder with all symbolic links resolved; the folder need not exist. Throws {@link UnusableFolder} for a path that cannot
 * be a folder: a file, a path below a file, a link to itself, a path that is too long.
 */
export function realFolder(folder: string): string {
  const real = resolveLinks(resolve(folder), folder)
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UnusableFolder(`${folder} is a file. Name a folder.`)
  checkLength(join(real, LONGEST_BELOW), folder)
  return real
}

/** Throws {@link UnusableFolder} if `path` is too long for the file system. */
export function checkLength(path: string, folder: string): void {
  try {
    lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw describeFault(error, folder)
  }
}

/** Whether `inner` is `outer` or inside it. Both are real paths. */
export function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

/** The folders that a real path is in, the nearest first. */
export function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [above, ...foldersAbove(above)]
}

function resolveLinks(path: string, named: string, left = 40): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' || left === 0) throw describeFault(error, named)
    // A dangling link: files are created at its target.
    const target = findLink(path)
    if (target !== undefined) return resolveLinks(resolve(dirname(path), target), named, left - 1)
    return join(resolveLinks(dirname(path), named, left), basename(path))
  }
}

function findLink(path: string): string | undefined {
  const stats: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isSymbolicLink() ? readlinkSync(path) : undefined
}

function describeFault(error: unknown, folder: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ELOOP':
      return new UnusableFolder(`${folder} is a symbolic link to itself. Name another folder.`)
    case 'ENAMETOOLONG':
      return new UnusableFolder(`The path ${folder} is too long for the files below it. Name another folder.`)
    case 'ENOTDIR':
      return new UnusableFolder(
        `${folder} cannot be a folder, because a part of its path is a file. Name another folder.`,
      )
    default:
      return error
  }
}

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
