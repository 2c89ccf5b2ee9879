import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { Deflate, deflateSync } from 'fflate'
import { toDiskFault } from '../disk-fault.ts'
import { directoryHeader, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** An archive that is being written. */
interface Zip {
  /** Adds a file of about so many bytes; they are taken chunk by chunk, and a chunk is no longer used when the next is asked for. */
  add(file: { name: string; time: Date; bytes: number }, chunks: Iterable<Uint8Array>): void
  /** Writes the directory and closes the archive. */
  finish(): void
  /** Closes what was not finished. */
  close(): void
}

const LEVEL = 6
/** A file up to this size is deflated at once: what a stream sets up takes longer than most files do. */
const SMALL = 256 * 1024
/** What is written is gathered up to this size: most files of a site are small, and so is every header. */
const GATHERED = 256 * 1024

/**
 * Opens an archive for writing. The same files in the same order give the same bytes on any machine: the deflating is done in
 * JavaScript, and every time is told in UTC. Memory holds one chunk, and the header of each file.
 */
export function openZip(path: string): Zip {
  const out = openOutput(path)
  const headers: Buffer[] = []
  return {
    add({ name, time, bytes }, chunks) {
      const offset = out.at()
      const add = bytes > SMALL ? streamInto : writeInto
      const entry = { name, time, ...add(out, { name, time }, chunks), offset }
      headers.push(directoryHeader(entry))
    },
    finish() {
      const offset = out.at()
      for (const header of headers) out.write(header)
      out.write(endRecords(headers.length, { offset, bytes: out.at() - offset }))
      out.flush()
      out.close()
    },
    close: out.close,
  }
}

type Sums = Pick<ZipEntry, 'crc32' | 'bytes' | 'packed'>
type Named = Pick<ZipEntry, 'name' | 'time'>

/** Deflates what fits into memory, so that its sums are known before its header is written. */
function writeInto(out: Output, named: Named, chunks: Iterable<Uint8Array>): Sums {
  // A chunk is no longer its own when the next is asked for.
  const whole = Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk)))
  const packed = deflateSync(whole, { level: LEVEL })
  const sums = { crc32: crc32(whole), bytes: whole.length, packed: packed.length }
  out.write(localHeader({ ...named, ...sums }))
  out.write(packed)
  return sums
}

/** Deflates chunk by chunk, and writes the header once more when its sums are known. */
function streamInto(out: Output, named: Named, chunks: Iterable<Uint8Array>): Sums {
  const offset = out.at()
  out.write(localHeader({ ...named, crc32: 0, packed: 0, bytes: 0 }))
  const start = out.at()
  const deflater = new Deflate({ level: LEVEL }, (packed) => out.write(packed))
  let sum = 0
  let bytes = 0
  for (const chunk of chunks) {
    sum = crc32(chunk, sum)
    bytes += chunk.length
    deflater.push(chunk)
  }
  deflater.push(new Uint8Array(0), true)
  const sums = { crc32: sum, bytes, packed: out.at() - start }
  out.rewrite(localHeader({ ...named, ...sums }), offset)
  return sums
}

interface Output {
  /** The place behind what was written, in bytes. */
  at(): number
  /** Keeps a copy where it does not write at once. */
  write(bytes: Uint8Array): void
  rewrite(bytes: Uint8Array, offset: number): void
  flush(): void
  /** Closes the file as it is, once. */
  close(): void
}

function openOutput(path: string): Output {
  // Never through a link that somebody put there.
  const file = openSync(path, 'wx')
  const gathered = Buffer.allocUnsafe(GATHERED)
  let [flushed, held, open] = [0, 0, true]
  const put = (bytes: Uint8Array, offset: number) => {
    try {
      for (let written = 0; written < bytes.length; )
        written += writeSync(file, bytes, written, undefined, offset + written)
    } catch (error) {
      throw toDiskFault(Object.assign(error as Error, { path }), path, 'no archive was written')
    }
  }
  const flush = () => {
    put(gathered.subarray(0, held), flushed)
    flushed += held
    held = 0
  }
  return {
    at: () => flushed + held,
    write(bytes) {
      if (held + bytes.length > GATHERED) flush()
      if (bytes.length > GATHERED) {
        put(bytes, flushed)
        flushed += bytes.length
      } else {
        gathered.set(bytes, held)
        held += bytes.length
      }
    },
    rewrite(bytes, offset) {
      flush()
      put(bytes, offset)
    },
    flush,
    close() {
      if (open) closeSync(file)
      open = false
    },
  }
}
