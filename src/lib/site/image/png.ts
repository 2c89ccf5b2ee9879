import { crc32 } from 'node:zlib'
import { zlibSync } from 'fflate'
import { type Pixels, partsOf } from './pixels.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const LEVEL = 5

/**
 * Pixels as a PNG with a palette (PNG, third edition, 11.2). It is compressed in JavaScript, so the same pixels give the same bytes on any
 * machine.
 */
export function renderPng({ width, height, colours, indices }: Pixels): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each pixel, which are an index of the palette; no interlacing.
  header.set([8, 3, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(colours.flatMap(partsOf))),
    chunk('IDAT', zlibSync(rows, { level: LEVEL })),
    chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
