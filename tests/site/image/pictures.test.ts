import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, inflateSync } from 'node:zlib'
import { type FlatDrawing, paint, renderPng } from '../../../src/lib/site/image/pixels.ts'
import fc from '../../support/fast-check.ts'

/** The chunks of a PNG by type; asserts their checksums. */
function chunksOf(png: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(png)
  assert.equal(bytes.toString('hex', 0, 8), '89504e470d0a1a0a')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    assert.equal(bytes.readUInt32BE(end), crc32(bytes.subarray(at + 4, end)))
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end))
    at = end + 4
  }
  return chunks
}

/** The colour of each pixel of a drawing painted into a picture of this size without a margin. */
function colours(drawing: FlatDrawing, width: number, height: number): string[] {
  const { indices, colours } = paint(drawing, { width, height, margin: 0, paper: '#ffffff' })
  return Array.from(indices, (index) => colours[index] ?? 'none')
}

describe('a picture of a drawing', () => {
  test('as a PNG has the pixels and colours that were painted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12, max: 2 }), (indices) => {
        const chunks = chunksOf(
          renderPng({ width: 4, height: 3, colours: ['#000000', '#0b5d4c', '#ffffff'], indices }),
        )
        assert.deepEqual([...(chunks.get('IHDR') ?? [])], [0, 0, 0, 4, 0, 0, 0, 3, 8, 3, 0, 0, 0])
        assert.equal(chunks.get('PLTE')?.toString('hex'), '0000000b5d4cffffff')
        const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
        for (const row of [0, 1, 2])
          assert.deepEqual(
            [...rows.subarray(row * 5, row * 5 + 5)],
            [0, ...indices.subarray(row * 4, row * 4 + 4)],
          )
        assert.ok(chunks.has('IEND'))
      }),
    )
  })

  test('fills outlines by the rule evenodd, with holes', () => {
    const path = 'M1 1l4 0 0 4 -4 0zM2 2h2v2h-2z'
    const shown = colours({ width: 6, height: 6, layers: [{ path, colour: '#00aa00' }] }, 6, 6)
    const rows = Array.from({ length: 6 }, (_, at) => shown.slice(at * 6, at * 6 + 6))
    const letters = rows.map((row) => row.map((one) => (one === '#00aa00' ? '#' : '.')).join(''))
    assert.deepEqual(letters, ['......', '.####.', '.#..#.', '.#..#.', '.####.', '......'])
  })

  test('draws dots and lines over what is below, with soft edges', () => {
    const layers = [
      { path: 'M0 0h20v20h-20z', colour: '#ffff00' },
      { path: 'm5 5h0m10 0h0', colour: '#000000', stroke: 6 },
      { path: 'M2 15H18', colour: '#ff0000', stroke: 2 },
    ]
    const shown = colours({ width: 20, height: 20, layers }, 20, 20)
    const at = (x: number, y: number) => shown[y * 20 + x]
    assert.deepEqual(
      [at(5, 5), at(15, 5), at(10, 5), at(10, 15)],
      ['#000000', '#000000', '#ffff00', '#ff0000'],
    )
    assert.ok(['#bfbf00', '#808000', '#404000'].includes(at(2, 3) ?? ''), at(2, 3))
  })

  test('never leaves the picture, whatever is drawn', () => {
    const number = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 20 }), (points) => {
        const [[x, y] = [0, 0], ...more] = points
        const path = `M${x} ${y}${more.map((step) => `l${step.join(' ')}`).join('')}`
        const layers = [
          { path: `${path}z`, colour: '#112233' },
          { path, colour: '#445566', stroke: 3 },
        ]
        assert.ok(!colours({ width: 100, height: 50, layers }, 40, 40).includes('none'))
      }),
      { numRuns: 50 },
    )
  })
})
