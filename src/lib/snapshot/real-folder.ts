import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
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
