import { isOutOfInodes } from './disk.ts'

/** What a person can do about it, by what the disk said. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: make room there',
  EDQUOT: 'The quota of the disk is used up: make room there',
  EROFS: 'The disk is read-only: make it writable',
  EACCES: 'This user may not write there: allow it',
  EPERM: 'This user may not write there: allow it',
}
const OUT_OF_INODES = 'The disk takes no more files (its inodes are used up): remove files there'
/** What is done to a file that is open, so that the error does not name it. */
const UNNAMED = new Set(['write', 'fsync', 'futime', 'close'])

/** The disk did not take a file of the snapshot. What was published is as it was, what was fetched is kept. */
export class StateFault extends Error {
  override name = 'StateFault'
  /** The operation that failed. */
  readonly syscall: string

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException) {
    super(
      `${path} could not be written (${cause.code}). ${remedy}, or name another folder with --state. Then run again: it goes on where it stopped.`,
      { cause },
    )
    this.syscall = cause.syscall ?? 'write'
  }
}

/** The same error, or a {@link StateFault} where it says that a disk refused a file. One that names no file is of one below `state`. */
export function toStateFault(error: unknown, state: string): unknown {
  const { code = '', path, dest, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? (UNNAMED.has(syscall) ? state : undefined)
  const remedy = code === 'ENOSPC' && isOutOfInodes(place ?? state) ? OUT_OF_INODES : REMEDIES[code]
  return remedy === undefined || place === undefined
    ? error
    : new StateFault(place, remedy, error as NodeJS.ErrnoException)
}
