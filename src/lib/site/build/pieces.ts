import { appendFileSync, closeSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Reading } from '../../reading/index.ts'
import { makeFolder, openRegular } from '../../snapshot/index.ts'

/** Where bytes are that a build has put aside, for any of its threads. */
export interface FilePiece {
  readonly file: string
  readonly at: number
  readonly bytes: number
}

/**
 * Returns a function that appends bytes to a new file. Writing small pieces and reading them back takes a tenth of the time that files of
 * their own would take.
 */
export function openPieces(file: string): (bytes: Uint8Array) => FilePiece {
  let at = 0
  return (bytes) => {
    if (at === 0) makeFolder(dirname(file))
    appendFileSync(file, bytes)
    at += bytes.length
    return { file, at: at - bytes.length, bytes: bytes.length }
  }
}

/** The bytes of a piece. Throws an error of the disk, or if the file is too short. */
export function readPiece({ file, ...piece }: FilePiece): Buffer {
  const opened = openRegular(file).file
  try {
    return readOpened(opened, piece)
  } finally {
    closeSync(opened)
  }
}

/** The same from a file that is open. */
export function readOpened(opened: number, { at, bytes }: Omit<FilePiece, 'file'>): Buffer {
  const piece = Buffer.alloc(bytes)
  for (let read = 0; read < bytes; ) {
    const more = readSync(opened, piece, read, bytes - read, at + read)
    if (more === 0) throw new Error('A file ends before a piece.')
    read += more
  }
  return piece
}

/**
 * Returns a function that puts readings aside, between the time when documents are read and that when their pages are made. That takes a
 * tenth of the time of reading a small document again. Not as json, which has no infinite numbers: a page must be the same whether its
 * document is read again or not.
 */
export function openKeptReadings(file: string): (reading: Reading) => FilePiece {
  const add = openPieces(file)
  return (reading) => add(serialize(reading))
}

export function findKept(kept: FilePiece): Reading {
  return deserialize(readPiece(kept)) as Reading
}
