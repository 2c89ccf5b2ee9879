import { isOutOfInodes } from '../snapshot/index.ts'

/** What a person can do about it, by what the disk said. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room there',
  EDQUOT: 'The quota of the disk is used up. Make room there',
  EROFS: 'The disk is read-only. Make it writable',
  EACCES: 'This user may not write there. Allow it',
  EPERM: 'This user may not write there. Allow it',
}

const ELSEWHERE = 'name another folder with --out'
const OUT_OF_INODES = 'The disk takes no more files (its inodes are used up). Remove files there'
const REMOVALS = new Set(['rm', 'rmdir', 'unlink'])
const AS_BEFORE = 'the published site is as it was'

/** The disk did not take a file of the site. What was published before is still there. */
export class DiskFault extends Error {
  override name = 'DiskFault'
  readonly syscall: string

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException, published = AS_BEFORE) {
    const { code, syscall } = cause
    const done = REMOVALS.has(syscall ?? '') ? 'removed' : 'written'
    super(`${path} could not be ${done} (${code}). ${remedy}, then run again; ${published}.`, { cause })
    this.syscall = syscall ?? 'write'
  }
}

/** Writes something of the site below `folder`; what the disk refuses becomes a {@link DiskFault} that names the file. */
export async function writing<T>(folder: string, write: () => T | Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw toDiskFault(error, folder)
  }
}

/** The same error, or a {@link DiskFault} where it says what the disk refused. An error that names no file is of one below `folder`. `published` says what is published now, `elsewhere` how to name another place. */
export function toDiskFault(
  error: unknown,
  folder: string,
  published?: string,
  elsewhere = ELSEWHERE,
): unknown {
  const { code = '', path, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? folder
  const remedy = code === 'ENOSPC' && isOutOfInodes(place) ? OUT_OF_INODES : REMEDIES[code]
  if (remedy === undefined) return error
  const mayMove = elsewhere !== '' && ['EROFS', 'EACCES', 'EPERM'].includes(code)
  const advice = mayMove ? `${remedy}, or ${elsewhere}` : remedy
  return new DiskFault(place, advice, error as NodeJS.ErrnoException, published)
}
