import { diskCodeOf, findReadFault, findRemedy, isStartFault } from '../snapshot/index.ts'

const ELSEWHERE = 'name another folder with --out'
const REMOVALS = new Set(['rm', 'rmdir', 'unlink'])
const UNCHANGED = 'the published site is unchanged'

/** A file of the site could not be written or removed. The site published before is still there. */
export class DiskFault extends Error {
  override name = 'DiskFault'
  readonly syscall: string

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException, published = UNCHANGED) {
    const { syscall } = cause
    const done = REMOVALS.has(syscall ?? '') ? 'removed' : 'written'
    super(`${path} could not be ${done} (${diskCodeOf(cause)}). ${remedy}, then run again; ${published}.`, {
      cause,
    })
    this.syscall = syscall ?? 'write'
  }
}

/** Runs `write`, which writes files below `folder`. A refused write becomes a {@link DiskFault} that names the file. */
export async function writing<T>(folder: string, write: () => T | Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw toDiskFault(error, folder)
  }
}

/**
 * Converts an error to a {@link DiskFault} if a file could not be written, or an UnreadableFile if it could not be read; returns other
 * errors unchanged. An error that names no file is reported for `folder`. `published` states what is published now, `elsewhere` how to
 * choose another place.
 */
export function toDiskFault(
  error: unknown,
  folder: string,
  published?: string,
  elsewhere = ELSEWHERE,
): unknown {
  const readFault = findReadFault(error)
  if (readFault !== undefined) return readFault
  if (isStartFault(error)) return error
  const { path, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? folder
  const remedy = findRemedy(error, place)
  if (remedy === undefined) return error
  const mayMove = elsewhere !== '' && ['EROFS', 'EACCES', 'EPERM'].includes(diskCodeOf(error))
  const advice = mayMove ? `${remedy}, or ${elsewhere}` : remedy
  return new DiskFault(place, advice, error as NodeJS.ErrnoException, published)
}
