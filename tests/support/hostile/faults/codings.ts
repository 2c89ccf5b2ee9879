import assert from 'node:assert/strict'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { body, type Exchange, type Fault, head, raw } from '../fault.ts'

const COMPRESS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
} as const
type Coding = keyof typeof COMPRESS

const coded = (coding: string) => ({ 'content-encoding': coding })
const closeDelimited = (coding: string, bytes: (exchange: Exchange) => Uint8Array) => (exchange: Exchange) =>
  raw(head('200 OK', `content-encoding: ${coding}`, 'connection: close'), bytes(exchange))(exchange)
const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))

const NO_DATA = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
const inFrames = (good: Buffer) =>
  Buffer.concat([zstdCompressSync(good.subarray(0, 20)), zstdCompressSync(good.subarray(20)), NO_DATA])

/** A zstd frame with this window size, as a power of two. A small frame with a declared size would need no window. */
function inWindow(good: Buffer, log: number): Buffer {
  const small = zstdCompressSync(good, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } })
  const descriptor = small[4] ?? 0
  assert.equal(descriptor & 0xe3, 0, 'a frame without a content size, a dictionary or a single segment')
  return Buffer.concat([small.subarray(0, 5), Buffer.from([(log - 10) << 3]), small.subarray(6)])
}

function cutIn(coding: Coding): Fault[] {
  const cut = ({ good }: Exchange) => half(COMPRESS[coding](good))
  const almost = ({ good }: Exchange) => COMPRESS[coding](good).subarray(0, -1)
  return [
    {
      name: `cut ${coding}`,
      describe: `sends half of a ${coding} stream, and its right length`,
      apply: body(cut, coded(coding)),
      says: /compressed body|ends early|cut/,
    },
    {
      name: `cut ${coding}, close-delimited`,
      describe: `sends half of a ${coding} stream and closes`,
      apply: closeDelimited(coding, cut),
      says: /compressed body|ends early|cut/,
    },
    {
      name: `${coding} without its last byte`,
      describe: `leaves out the last byte of a ${coding} stream and closes`,
      apply: closeDelimited(coding, almost),
      says: /compressed body|ends early|cut/,
    },
    {
      name: `label ${coding} on plain data`,
      describe: `says ${coding} of a body that is not compressed`,
      apply: body(({ good }) => good, coded(coding)),
      says: /compressed body/,
    },
    {
      name: `${coding} without a label`,
      describe: `sends ${coding} and does not say so`,
      apply: body(({ good }) => COMPRESS[coding](good)),
      says: /not (json|xml)/,
      evidence: true,
    },
    {
      name: `empty ${coding}`,
      describe: `says ${coding} of an empty body`,
      apply: body(() => '', coded(coding)),
      says: /./,
    },
    {
      name: `${coding} of nothing`,
      describe: `sends a ${coding} stream with nothing in it`,
      apply: body(() => COMPRESS[coding](Buffer.alloc(0)), coded(coding)),
      says: /empty/,
    },
  ]
}

export const CODINGS: readonly Fault[] = [
  ...(['gzip', 'br', 'zstd'] as const).flatMap(cutIn),
  {
    name: 'garbage after gzip',
    describe: 'sends garbage behind a gzip stream',
    apply: body(({ good }) => Buffer.concat([gzipSync(good), Buffer.from('garbage')]), coded('gzip')),
    says: /compressed body/,
  },
  {
    name: 'document after gzip',
    describe: 'sends a second gzip stream with another document behind the first',
    apply: body(({ good, of }) => Buffer.concat([gzipSync(good), gzipSync(of('other'))]), coded('gzip')),
    says: /not (json|xml)|compressed body/,
  },
  {
    name: 'damaged gzip',
    describe: 'sends gzip with a byte changed',
    apply: body(({ good }) => {
      const bytes = gzipSync(good)
      bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 0xff
      return bytes
    }, coded('gzip')),
    says: /compressed body/,
  },
  {
    name: 'gzip in two members',
    describe: 'sends one document in two gzip streams',
    apply: body(
      ({ good }) => Buffer.concat([gzipSync(good.subarray(0, 20)), gzipSync(good.subarray(20))]),
      coded('gzip'),
    ),
    outcome: 'believed',
  },
  {
    name: 'zstd in several frames',
    describe: 'sends one document in two zstd frames, and a third that holds no data',
    apply: body(({ good }) => inFrames(good), coded('zstd')),
    outcome: 'believed',
  },
  {
    name: 'garbage after zstd',
    describe: 'sends garbage behind a zstd frame',
    apply: body(({ good }) => Buffer.concat([zstdCompressSync(good), Buffer.from('garbage')]), coded('zstd')),
    says: /compressed body/,
  },
  {
    name: 'document after zstd',
    describe: 'sends a second zstd frame with another document behind the first',
    apply: body(
      ({ good, of }) => Buffer.concat([zstdCompressSync(good), zstdCompressSync(of('other'))]),
      coded('zstd'),
    ),
    says: /not (json|xml)/,
  },
  {
    name: 'cut second frame of zstd',
    describe: 'leaves out the last byte of the second of two zstd frames',
    apply: body(({ good }) => inFrames(good).subarray(0, -13), coded('zstd')),
    says: /compressed body/,
  },
  {
    name: 'zstd with a window too large',
    describe: 'compresses with zstd in a window of 16 MB',
    apply: body(({ good }) => inWindow(good, 24), coded('zstd')),
    says: /compressed body .*memory/,
  },
  {
    name: 'zstd with the largest window',
    describe: 'compresses with zstd in a window of 8 MB',
    apply: body(({ good }) => inWindow(good, 23), coded('zstd')),
    outcome: 'believed',
  },
  {
    name: 'codings in several lines',
    describe: 'compresses twice and names the codings in two header lines',
    apply: ({ good, socket, type }) => {
      const bytes = brotliCompressSync(gzipSync(good))
      const lines = [`content-type: ${type}`, `content-length: ${bytes.length}`]
      const codings = ['content-encoding: gzip', 'content-encoding: br']
      return raw(head('200 OK', ...lines, ...codings, 'connection: close'), bytes)({ socket } as Exchange)
    },
    outcome: 'believed',
  },
  {
    name: 'wrong label',
    describe: 'says br of a gzip stream',
    apply: body(({ good }) => gzipSync(good), coded('br')),
    says: /compressed body/,
  },
  {
    name: 'a coding nobody asked for',
    describe: 'uses a registered content coding that was not asked for',
    apply: body(({ good }) => good, coded('compress')),
    says: /compress/,
  },
  {
    name: 'unknown coding',
    describe: 'uses a content coding that is not registered',
    apply: body(({ good }) => deflateRawSync(good), coded('snappy')),
    says: /snappy/,
    evidence: true,
  },
  {
    name: 'coding named like a method',
    describe: 'names a content coding that every object has',
    apply: body(({ good }) => Buffer.concat([good, good]), coded('constructor')),
    says: /"constructor".* not (json|xml)/,
    evidence: true,
  },
  ...['utf-8', 'UTF-8', 'none', 'binary', '8bit', 'chunked', 'none, identity'].map(
    (label): Fault => ({
      name: `label ${label} on plain data`,
      describe: `says ${label}, which is no content coding, of a body that is not compressed`,
      apply: body(({ good }) => good, coded(label)),
      outcome: 'believed',
    }),
  ),
  {
    name: 'label utf-8 on gzip',
    describe: 'says gzip, utf-8 of a gzip stream',
    apply: body(({ good }) => gzipSync(good), coded('gzip, utf-8')),
    outcome: 'believed',
  },
  {
    name: 'label utf-8 on another gzip',
    describe: 'says utf-8 of a gzip stream',
    apply: body(({ good }) => gzipSync(good), coded('utf-8')),
    says: /utf-8.*not (json|xml)/,
    evidence: true,
  },
  {
    name: 'coding with an escape',
    describe: 'names a content coding with control characters',
    apply: (exchange) =>
      raw(head('200 OK', 'content-encoding: \x1b[31mred', 'content-length: 2'), '[]')(exchange),
    says: /./,
  },
  {
    name: 'raw deflate',
    describe: 'sends deflate without its envelope',
    apply: body(({ good }) => deflateRawSync(good), coded('deflate')),
    says: /compressed body/,
  },
  {
    name: 'stacked codings',
    describe: 'compresses twice and says so',
    apply: body(({ good }) => brotliCompressSync(gzipSync(good)), coded('gzip, br')),
    outcome: 'believed',
  },
  {
    name: 'codings in the wrong order',
    describe: 'compresses twice and names the codings in the wrong order',
    apply: body(({ good }) => brotliCompressSync(gzipSync(good)), coded('br, gzip')),
    says: /compressed body/,
  },
  {
    name: 'twice compressed, once labelled',
    describe: 'compresses twice and says so once',
    apply: body(({ good }) => gzipSync(gzipSync(good)), coded('gzip')),
    says: /not (json|xml)/,
  },
  {
    name: 'a hundred codings',
    describe: 'stacks a hundred codings',
    apply: body(({ good }) => good, coded(Array.from({ length: 100 }, () => 'gzip').join(', '))),
    says: /codings/,
  },
]
