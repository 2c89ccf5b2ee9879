import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { Deflate, deflateSync } from 'fflate'
import { toDiskFault } from '../disk-fault.ts'
import { directoryHeader, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** An archive that is being written. */
interface Zip {
  /** Adds a file of about `bytes` bytes. A chunk is not used after the next one is requested. */
  add(file: { name: string; time: Date; bytes: number }, chunks: Iterable<Uint8Array>): void
  /** Writes the central directory and closes the archive. */
  finish(): void
  /** Closes the file of an unfinished archive. */
  close(): void
}

const LEVEL = 6
/** Files up to this size are compressed in one call: setting up a stream takes longer than compressing most of them. */
const SMALL = 256 * 1024
/** Writes are collected up to this size: most files of a site are small, and so is every header. */
const GATHERED = 256 * 1024

/**
 * Opens an archive for writing. The same files in the same order give the same bytes on any machine: it is compressed in JavaScript, and
 * times are in UTC. Keeps one chunk and the headers of all files in memory.
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

/** Compresses a file in memory, so its sizes are known before its header is written. */
function writeInto(out: Output, named: Named, chunks: Iterable<Uint8Array>): Sums {
  // The source may reuse a chunk when the next one is requested.
  const whole = Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk)))
  const packed = deflateSync(whole, { level: LEVEL })
  const sums = { crc32: crc32(whole), bytes: whole.length, packed: packed.length }
  out.write(localHeader({ ...named, ...sums }))
  out.write(packed)
  return sums
}

/** Compresses a file chunk by chunk, and rewrites the header when the sizes are known. */
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
  /** The number of bytes written so far. */
  at(): number
  /** Copies the bytes if it does not write them at once. */
  write(bytes: Uint8Array): void
  rewrite(bytes: Uint8Array, offset: number): void
  flush(): void
  /** Closes the file; a second call does nothing. */
  close(): void
}

function openOutput(path: string): Output {
  // `wx` does not follow a symbolic link.
  const file = openSync(path, 'wx')
  const gathered = Buffer.allocUnsafe(GATHERED)
  let [flushed, pending, open] = [0, 0, true]
  const put = (bytes: Uint8Array, offset: number) => {
    try {
      for (let written = 0; written < bytes.length; )
        written += writeSync(file, bytes, written, undefined, offset + written)
    } catch (error) {
      throw toDiskFault(Object.assign(error as Error, { path }), path, 'no archive was written')
    }
  }
  const flush = () => {
    put(gathered.subarray(0, pending), flushed)
    flushed += pending
    pending = 0
  }
  return {
    at: () => flushed + pending,
    write(bytes) {
      if (pending + bytes.length > GATHERED) flush()
      if (bytes.length > GATHERED) {
        put(bytes, flushed)
        flushed += bytes.length
      } else {
        gathered.set(bytes, pending)
        pending += bytes.length
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
