import { statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname } from 'node:path'

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
  'The disk accepts no new folder: it may be faulty or read-only, or its quota used up. Check it'
const OUT_OF_INODES = 'The disk has no free inodes. Remove some files there'

/** What the system says of errors of `rmSync`, which Node.js gives no code. */
const TEXTS: Readonly<Record<string, string>> = {
  'Read-only file system': 'EROFS',
  'Input/output error': 'EIO',
  'Disk quota exceeded': 'EDQUOT',
  'No space left on device': 'ENOSPC',
  'Stale file handle': 'ESTALE',
}

/** The code of a failed operation of the file system, such as `EDQUOT`, which Node.js knows by its number only. */
export function diskCodeOf(error: unknown): string {
  const { code = '', errno = 0, message = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (Object.hasOwn(REMEDIES, code)) return code
  const [, told] = Object.entries(TEXTS).find(([text]) => syscall === 'rm' && message.includes(text)) ?? []
  const [name] = Object.entries(constants.errno).find(([, number]) => number === -errno) ?? []
  return told ?? name ?? code
}

/** The cause of an error of a disk at a path, and the remedy, to be continued with `, then run again`; undefined for other errors. */
export function findRemedy(error: unknown, path: string): string | undefined {
  const code = diskCodeOf(error)
  // Node.js gives this code for most errors while it creates a folder and those above it.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir') return NO_FOLDER
  return code === 'ENOSPC' && isOutOfInodes(path) ? OUT_OF_INODES : REMEDIES[code]
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
