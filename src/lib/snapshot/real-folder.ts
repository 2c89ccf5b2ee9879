import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A folder that a person named and that cannot be used, or must not be: it is somebody else's. Nothing was written. */
export class UnusableFolder extends Error {
  override name = 'UnusableFolder'
}

/** What the paths below a folder of ours need, in bytes: generations, operations, a long dataset code and the name of a file. */
const LONGEST_BELOW = `${'x'.repeat(99)}/`.repeat(4)

/**
 * The path of a folder with every symbolic link resolved, whether the folder exists yet or not. Throws {@link UnusableFolder} for what
 * can never be a folder: a file, something below a file, a link that leads to itself, a path that is too long.
 */
export function realFolder(folder: string): string {
  const real = resolveLinks(resolve(folder), folder)
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UnusableFolder(`${folder} is a file. Name a folder.`)
  checkLength(join(real, LONGEST_BELOW), folder)
  return real
}

/** Throws {@link UnusableFolder} when the disk takes no path as long as `path`. Asks the disk, since the limits are its own. */
export function checkLength(path: string, folder: string): void {
  try {
    lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw describeFault(error, folder)
  }
}

/** Whether one of two real paths is the other, or lies in it. */
export function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

function resolveLinks(path: string, named: string, left = 40): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' || left === 0) throw describeFault(error, named)
    // A link that leads to nothing yet: what is made there, is made where it leads.
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
      return new UnusableFolder(`${folder} is a symbolic link that leads to itself. Name another folder.`)
    case 'ENAMETOOLONG':
      return new UnusableFolder(
        `The name or the path ${folder} is too long for the files below it. Name another folder.`,
      )
    case 'ENOTDIR':
      return new UnusableFolder(
        `${folder} cannot be a folder: a part of its path is a file. Name another folder.`,
      )
    default:
      return error
  }
}
