import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { Deflate, deflateSync } from 'fflate'
import { directoryHeader, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** An archive that is being written. */
export interface Zip {
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

/**
 * Opens an archive for writing. The same files in the same order give the same bytes on any machine: the deflating is done in
 * JavaScript, and every time is told in UTC. Memory holds one chunk, and the header of each file.
 */
export function openZip(path: string): Zip {
  const file = openSync(path, 'w')
  const headers: Buffer[] = []
  let at = 0
  let open = true
  const write = (bytes: Uint8Array) => {
    for (let written = 0; written < bytes.length; )
      written += writeSync(file, bytes, written, undefined, at + written)
    at += bytes.length
  }
  const close = () => {
    if (open) closeSync(file)
    open = false
  }
  return {
    add({ name, time, bytes }, chunks) {
      const offset = at
      const blank = localHeader({ name, time, crc32: 0, packed: 0, bytes: 0 })
      write(blank)
      const sums = deflate(bytes > SMALL ? streamed(write) : atOnce(write), chunks)
      const entry: ZipEntry = { name, time, ...sums, packed: at - offset - blank.length, offset }
      writeSync(file, localHeader(entry), 0, undefined, offset)
      headers.push(directoryHeader(entry))
    },
    finish() {
      const offset = at
      for (const header of headers) write(header)
      write(endRecords(headers.length, { offset, bytes: at - offset }))
      close()
    },
    close,
  }
}

function deflate(sink: Sink, chunks: Iterable<Uint8Array>): Pick<ZipEntry, 'crc32' | 'bytes'> {
  let sum = 0
  let bytes = 0
  for (const chunk of chunks) {
    sum = crc32(chunk, sum)
    bytes += chunk.length
    sink.push(chunk)
  }
  sink.end()
  return { crc32: sum, bytes }
}

interface Sink {
  push(chunk: Uint8Array): void
  end(): void
}

function streamed(write: (bytes: Uint8Array) => void): Sink {
  const deflater = new Deflate({ level: LEVEL }, write)
  return {
    push: (chunk) => deflater.push(chunk),
    end: () => deflater.push(new Uint8Array(0), true),
  }
}

function atOnce(write: (bytes: Uint8Array) => void): Sink {
  const chunks: Uint8Array[] = []
  return {
    push: (chunk) => chunks.push(Buffer.from(chunk)),
    end: () => write(deflateSync(Buffer.concat(chunks), { level: LEVEL })),
  }
}
