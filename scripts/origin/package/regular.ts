import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** The bytes of a regular file. Rejects with ENXIO for a pipe, which would block, and for a device, which has no end. */
export async function readRegular(path: string): Promise<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!(await file.stat()).isFile())
      throw Object.assign(new Error(`${path} is not a file`), { code: 'ENXIO' })
    return await file.readFile()
  } finally {
    await file?.close()
  }
}
