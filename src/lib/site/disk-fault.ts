import { findReadFault, isOutOfInodes } from '../snapshot/index.ts'

/** The cause and the remedy, by error code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space there',
  EDQUOT: 'The disk quota is used up. Free some space there',
  EROFS: 'The disk is read-only. Make it writable',
  EACCES: 'This user has no permission to write there. Grant it',
  EPERM: 'This user has no permission to write there. Grant it',
}

const ELSEWHERE = 'name another folder with --out'
const OUT_OF_INODES = 'The disk has no free inodes. Remove some files there'
const REMOVALS = new Set(['rm', 'rmdir', 'unlink'])
const UNCHANGED = 'the published site is unchanged'

/** A file of the site could not be written or removed. The site published before is still there. */
export class DiskFault extends Error {
  override name = 'DiskFault'
  readonly syscall: string

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException, published = UNCHANGED) {
    const { code, syscall } = cause
    const done = REMOVALS.has(syscall ?? '') ? 'removed' : 'written'
    super(`${path} could not be ${done} (${code}). ${remedy}, then run again; ${published}.`, { cause })
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
  const { code = '', path, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? folder
  const remedy = code === 'ENOSPC' && isOutOfInodes(place) ? OUT_OF_INODES : REMEDIES[code]
  if (remedy === undefined) return error
  const mayMove = elsewhere !== '' && ['EROFS', 'EACCES', 'EPERM'].includes(code)
  const advice = mayMove ? `${remedy}, or ${elsewhere}` : remedy
  return new DiskFault(place, advice, error as NodeJS.ErrnoException, published)
}
