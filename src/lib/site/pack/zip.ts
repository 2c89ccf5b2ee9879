import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { Deflate, deflateSync } from 'fflate'
import { toDiskFault } from '../disk-fault.ts'

const LEVEL = 6
/** Files up to this size are compressed in one call: setting up a stream takes longer than compressing most of them. */
const SMALL = 256 * 1024
/** Writes are collected up to this size: most files of a site are small, and so is every header. */
const GATHERED = 256 * 1024

/**
 * Opens an archive for writing. The same files in the same order give the same bytes on any machine: it is compressed in JavaScript, and
 * times are in UTC. Keeps one chunk and the headers of all files in memory.
 */
export function openZip(path: string) {
  const out = openOutput(path)
  const headers: Buffer[] = []
  return {
    /** Adds a file of about `bytes` bytes. A chunk is not used after the next one is requested. */
    add({ name, time, bytes }: { name: string; time: Date; bytes: number }, chunks: Iterable<Uint8Array>) {
      const offset = out.at()
      const add = bytes > SMALL ? streamInto : writeInto
      const entry = { name, time, ...add(out, { name, time }, chunks), offset }
      headers.push(directoryHeader(entry))
    },
    /** Writes the central directory and closes the archive. */
    finish() {
      const offset = out.at()
      for (const header of headers) out.write(header)
      out.write(endRecords(headers.length, { offset, bytes: out.at() - offset }))
      out.flush()
      out.close()
    },
    /** Closes the file of an unfinished archive. */
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

type Output = ReturnType<typeof openOutput>

function openOutput(path: string) {
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
    /** The number of bytes written so far. */
    at: () => flushed + pending,
    /** Copies the bytes if it does not write them at once. */
    write(bytes: Uint8Array) {
      if (pending + bytes.length > GATHERED) flush()
      if (bytes.length > GATHERED) {
        put(bytes, flushed)
        flushed += bytes.length
      } else {
        gathered.set(bytes, pending)
        pending += bytes.length
      }
    },
    rewrite(bytes: Uint8Array, offset: number) {
      flush()
      put(bytes, offset)
    },
    flush,
    /** Closes the file; a second call does nothing. */
    close() {
      if (open) closeSync(file)
      open = false
    },
  }
}

/** A file of an archive, as in its headers (PKWARE APPNOTE 6.3.10). */
interface ZipEntry {
  /** With `/`, in UTF-8. */
  readonly name: string
  readonly time: Date
  readonly crc32: number
  readonly packed: number
  readonly bytes: number
  /** The offset of its local header. */
  readonly offset: number
}

/** The largest value of a field of four bytes. The value itself means: see the ZIP64 records. */
const MOST = 0xffff_ffff
const MOST_ENTRIES = 0xffff
const DEFLATED = 8
/** Bit 11: names are UTF-8 (4.4.4). */
const UTF8 = 0x0800
/** Made on Unix, by version 4.5 of the format. */
const MADE_BY = (3 << 8) | 45
const MODE = 0o100644 * 0x10000

/** The header before the bytes of a file (4.3.7). Its length depends only on the name. */
function localHeader({ name, time, crc32, packed, bytes }: Omit<ZipEntry, 'offset'>): Buffer {
  const head = fields([0x04034b50, 4], [20, 2], ...shared(time, crc32, packed, bytes))
  return join(head, name, stamp(time))
}

/** The header of a file in the central directory (4.3.12). */
export function directoryHeader({ name, time, crc32, packed, bytes, offset }: ZipEntry): Buffer {
  const far = offset >= MOST
  const extra = Buffer.concat([stamp(time), ...(far ? [fields([0x0001, 2], [8, 2], [offset, 8])] : [])])
  const head = fields(
    [0x02014b50, 4],
    [MADE_BY, 2],
    [far ? 45 : 20, 2],
    ...shared(time, crc32, packed, bytes),
  )
  const tail = fields([0, 2], [0, 2], [0, 2], [MODE, 4], [far ? MOST : offset, 4])
  return join(head, name, extra, tail)
}

/** The end of an archive (4.3.14 to 4.3.16), with ZIP64 records if the old ones are too small. */
export function endRecords(entries: number, directory: { offset: number; bytes: number }): Buffer {
  const { offset, bytes } = directory
  const large = entries >= MOST_ENTRIES || offset >= MOST || bytes >= MOST
  const zip64 = fields(
    [0x06064b50, 4],
    [44, 8],
    [MADE_BY, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [entries, 8],
    [entries, 8],
    [bytes, 8],
    [offset, 8],
  )
  const locator = fields([0x07064b50, 4], [0, 4], [offset + bytes, 8], [1, 4])
  const count = Math.min(entries, MOST_ENTRIES)
  const end = fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [Math.min(bytes, MOST), 4],
    [Math.min(offset, MOST), 4],
    [0, 2],
  )
  return Buffer.concat(large ? [zip64, locator, end] : [end])
}

type Field = readonly [value: number, bytes: 2 | 4 | 8]

function shared(time: Date, crc32: number, packed: number, bytes: number): Field[] {
  const { date, clock } = dosTime(time)
  return [
    [UTF8, 2],
    [DEFLATED, 2],
    [clock, 2],
    [date, 2],
    [crc32, 4],
    [packed, 4],
    [bytes, 4],
  ]
}

// The lengths of name and extra field come before both; in the central directory, `tail` is in between.
function join(head: Buffer, name: string, extra: Buffer, tail: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.from(name)
  return Buffer.concat([head, fields([bytes.length, 2], [extra.length, 2]), tail, bytes, extra])
}

// The extended timestamp: seconds since 1970 in UTC. The old field has no time zone and only even seconds.
function stamp(time: Date): Buffer {
  const seconds = Math.min(Math.max(0, Math.floor(time.getTime() / 1000)), 0x7fff_ffff)
  return Buffer.concat([fields([0x5455, 2], [5, 2]), Buffer.of(1), fields([seconds, 4])])
}

// In UTC, so it is the same on every machine. The field covers the years 1980 to 2107.
function dosTime(time: Date): { date: number; clock: number } {
  const year = time.getUTCFullYear()
  if (year < 1980) return { date: (1 << 5) | 1, clock: 0 }
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, clock: 0 }
  return {
    date: ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
    clock: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
  }
}

function fields(...values: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}
