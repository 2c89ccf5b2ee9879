import { deserialize, serialize } from 'node:v8'
import type { Reading } from '../../reading/index.ts'
import { type FilePiece, openPieces, readPiece } from './pieces.ts'

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
