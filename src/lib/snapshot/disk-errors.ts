import { statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname } from 'node:path'

/** Thrown when something other than a regular file has the name of a file: a folder, a named pipe, a device, a socket. */
export class NotAFile extends Error {
  override name = 'NotAFile'
  readonly path: string
  /** What it is. */
  readonly found: string
  readonly syscall = 'open'

  constructor(path: string, found: string) {
    super(`${path} is a ${found}, not a file. Remove it, then run again.`)
    this.path = path
    this.found = found
  }
}

/** A file or a folder cannot be read, because the permission is missing or the disk is faulty. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly path: string
  readonly syscall: string
  /** Whether the disk has lost it: other files of the disk may be sound. */
  readonly isLost: boolean

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException) {
    const code = diskCodeOf(cause)
    super(`${path} could not be read (${code}). ${remedy}, then run again.`, { cause })
    this.path = path
    this.syscall = cause.syscall ?? 'read'
    this.isLost = code === 'EIO'
  }
}

const READING = new Set(['scandir', 'opendir', 'stat', 'lstat', 'readlink', 'realpath', 'read'])

/** The {@link UnreadableFile} for an error of the file system; undefined if it is not about looking or reading. */
export function findReadFault(error: unknown): UnreadableFile | undefined {
  if (error instanceof UnreadableFile) return error
  const { path, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  return READING.has(syscall) && path !== undefined ? readFaultOf(error, path) : undefined
}

/** The {@link UnreadableFile} for an error of the file system at a path; undefined if the disk is not the cause. */
export function readFaultOf(error: unknown, path: string): UnreadableFile | undefined {
  const remedy = findRemedy(error, path)
  return remedy === undefined ? undefined : new UnreadableFile(path, remedy, error as NodeJS.ErrnoException)
}

/** Whether the disk cannot read a file any more, so that it counts as damaged. */
export function isLostFile(error: unknown): boolean {
  return error instanceof UnreadableFile && error.isLost
}

/** Whether an error of the system means that there is nothing of this name. */
export function isNotThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

/** Whether an error means that there is no such file. Something that is not a regular file counts as absent. */
export function isAbsent(error: unknown): boolean {
  return error instanceof NotAFile || ABSENT.has((error as NodeJS.ErrnoException).code ?? '')
}

const FEW_FILES = 32
const FEW_BYTES = 1024 * 1024

/** The cause and the remedy, as the beginning of a sentence, by error code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space there',
  EDQUOT: 'The disk quota is used up. Free some space there',
  EROFS: 'The disk is read-only. Make it writable',
  EACCES: 'This user has no permission for that. Grant it',
  EPERM: 'This user has no permission for that. Grant it',
  EIO: 'The disk reports a fault. Check the disk and the log of the system',
  ENODEV: 'The disk is no longer there. Attach it again',
  ENXIO: 'The disk is no longer there. Attach it again',
  ESTALE: 'The disk is no longer there. Attach it again',
  EMFILE: 'This process has too many open files. Raise its limit (ulimit -n)',
  ENFILE: 'The system has too many open files. Close other programs',
  EFBIG: 'The file is larger than the disk, or the limit of this user (ulimit -f), allows. Raise that',
}
const NO_FOLDER =
  'The disk accepts no new folder of this name: it may be faulty or read-only, its quota used up, or it may not allow the name. Check it'
const REFUSED_NAME =
  'The disk does not allow this name, as FAT does not allow ? and :. Choose a disk with a file system of Linux or macOS'
const NAMING = new Set(['mkdir', 'open', 'rename', 'link'])
const OUT_OF_INODES = 'The disk has no free inodes. Remove some files there'

/** The system's texts for errors of `rmSync`, to which Node.js gives no code. */
const TEXTS: Readonly<Record<string, string>> = {
  'Read-only file system': 'EROFS',
  'Input/output error': 'EIO',
  'Disk quota exceeded': 'EDQUOT',
  'No space left on device': 'ENOSPC',
  'Stale file handle': 'ESTALE',
  'Too many open files': 'EMFILE',
}

/** The code of a failed operation of the file system, such as `EDQUOT`, which Node.js knows by its number only. */
export function diskCodeOf(error: unknown): string {
  const { code = '', errno = 0, message = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (Object.hasOwn(REMEDIES, code)) return code
  const [, told] = Object.entries(TEXTS).find(([text]) => syscall === 'rm' && message.includes(text)) ?? []
  const [name] = Object.entries(constants.errno).find(([, number]) => number === -errno) ?? []
  return told ?? name ?? code
}

/** Whether a program could not be started; the path of such an error is that of the program. */
export function isStartFault(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.syscall?.startsWith('spawn') === true
}

/** The cause of an error of a disk at a path, and the remedy, to be continued with `, then run again`; undefined for other errors. */
export function findRemedy(error: unknown, path: string): string | undefined {
  const code = diskCodeOf(error)
  // Node.js gives this code for most errors while it creates a folder and those above it.
  const { syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'ENOENT' && syscall === 'mkdir') return NO_FOLDER
  if (code === 'EINVAL' && NAMING.has(syscall)) return REFUSED_NAME
  return code === 'ENOSPC' && isOutOfInodes(path) ? OUT_OF_INODES : REMEDIES[code]
}

/** Why the file system refuses a path, and what to do, by error code. A run that expects these errors handles them itself. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: 'Nothing is there, or the file system does not allow it there. Check the path',
  ENOTDIR: 'A part of the path is a file, not a folder. Check the path',
  EISDIR: 'It is a folder, not a file. Name another path, or remove it',
  EEXIST: 'Something of this name is there already. Name another path, or remove it',
  ENOTEMPTY: 'Something was put into this folder meanwhile. Let nothing else write there',
  ENAMETOOLONG: 'The path, or a name in it, is too long for the file system. Name a shorter one',
  ELOOP: 'The path leads through a symbolic link to itself. Correct the link',
  EBUSY: 'It is a mount point, or in use by another program. Name another path, or wait for that program',
  EXDEV:
    'It is on another disk, and files cannot be moved there. Name a folder that is on one disk as a whole',
  EMLINK: 'The file has as many names as the file system allows. Name a folder on another disk',
}

const OPERATIONS: Readonly<Record<string, string>> = {
  ...{ open: 'opened', mkdir: 'created', mkdtemp: 'created', symlink: 'created', link: 'linked' },
  ...{ stat: 'read', lstat: 'read', scandir: 'read', opendir: 'read', read: 'read', readlink: 'read' },
  ...{ realpath: 'read', access: 'read', rename: 'renamed', copyfile: 'copied' },
  ...{ unlink: 'removed', rmdir: 'removed', rm: 'removed' },
}

/**
 * The message for an error of the system that no part of the program explains: which path, what failed and what to do. An error of this
 * program, and one without a path, such as one of a port, keeps its text.
 */
export function describeSystemError(error: NodeJS.ErrnoException & { readonly dest?: string }): string {
  const { path, dest = path, name, syscall = '', message } = error
  if (dest === undefined || !['Error', 'SystemError'].includes(name))
    return /[.!?]$/.test(message) ? message : `${message}.`
  const code = diskCodeOf(error)
  const isStart = isStartFault(error)
  const done = isStart ? 'started' : (OPERATIONS[syscall] ?? 'written')
  const refusal = isStart && code === 'ENOENT' ? 'Check that this program is installed' : REFUSALS[code]
  const remedy = refusal ?? findRemedy(error, dest) ?? 'Check the path and its disk'
  return `${dest} could not be ${done} (${code}). ${remedy}, then run again.`
}

// False if unknown. ENOSPC may mean either; a cleanup since then may have freed a few of both.
function isOutOfInodes(path: string): boolean {
  try {
    const { files, ffree, bavail, bsize } = statfsSync(path)
    return files > 0 && ffree < FEW_FILES && bavail * bsize > FEW_BYTES
  } catch {
    return dirname(path) !== path && isOutOfInodes(dirname(path))
  }
}
