import { findReadFault, isOutOfInodes } from './disk.ts'

/** The cause and the remedy, by error code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space there',
  EDQUOT: 'The disk quota is used up: free some space there',
  EROFS: 'The disk is read-only: make it writable',
  EACCES: 'This user has no permission to write there: grant it',
  EPERM: 'This user has no permission to write there: grant it',
}
const OUT_OF_INODES = 'The disk has no free inodes: remove some files there'
/** Operations on open files, whose errors do not contain the path. */
const UNNAMED = new Set(['write', 'fsync', 'futime', 'close'])

/** A file of the snapshot could not be written. The published snapshot is unchanged, and the fetched data stays in the draft. */
class StateFault extends Error {
  override name = 'StateFault'
  /** The operation that failed. */
  readonly syscall: string

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException) {
    super(
      `${path} could not be written (${cause.code}). ${remedy}, or name another folder with --state. Then run again to continue.`,
      { cause },
    )
    this.syscall = cause.syscall ?? 'write'
  }
}

/** The same error, or a {@link StateFault} if a file could not be written, an UnreadableFile if it could not be read. An error that names no file is reported for `state`. */
export function toStateFault(error: unknown, state: string): unknown {
  const readFault = findReadFault(error)
  if (readFault !== undefined) return readFault
  const { code = '', path, dest, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? (UNNAMED.has(syscall) ? state : undefined)
  const remedy = code === 'ENOSPC' && isOutOfInodes(place ?? state) ? OUT_OF_INODES : REMEDIES[code]
  return remedy === undefined || place === undefined
    ? error
    : new StateFault(place, remedy, error as NodeJS.ErrnoException)
}
