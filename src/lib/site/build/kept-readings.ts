import { appendFileSync, closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Reading } from '../../reading/index.ts'

/** Where a reading is, for any thread of the build. */
export interface KeptReading {
  readonly file: string
  readonly at: number
  readonly bytes: number
}

/**
 * Returns a function that appends readings to a file, between the time when documents are read and that when their pages are made. Writing
 * and reading it back takes a tenth of the time of reading a small document again, because all are in one file. Not as json, which has no
 * infinite numbers: a page must be the same whether its document is read again or not.
 */
export function openKeptReadings(file: string): (reading: Reading) => KeptReading {
  let at = 0
  return (reading) => {
    const bytes = serialize(reading)
    if (at === 0) mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, bytes)
    at += bytes.length
    return { file, at: at - bytes.length, bytes: bytes.length }
  }
}

/** A reading that was kept. */
export function findKept({ file, at, bytes }: KeptReading): Reading {
  const kept = Buffer.alloc(bytes)
  const opened = openSync(file, 'r')
  try {
    for (let read = 0; read < bytes; ) {
      const more = readSync(opened, kept, read, bytes - read, at + read)
      if (more === 0) throw new Error(`${file} ends before a reading.`)
      read += more
    }
  } finally {
    closeSync(opened)
  }
  return deserialize(kept) as Reading
}
