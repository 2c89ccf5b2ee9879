import { body, type Exchange, type Fault } from '../fault.ts'

const TEXT = 'Парк культуры'
const cyrillic = (text: string) =>
  Buffer.from([...text].map((c) => (/[А-я]/.test(c) ? c.charCodeAt(0) - 0x410 + 0xc0 : c.charCodeAt(0))))
const documentOf = ({ format }: Exchange, prolog = '<?xml version="1.0"?>') =>
  format === 'json'
    ? `[{"code":"victim","row":"${TEXT}"}]`
    : `${prolog}<data><item><row>${TEXT}</row></item></data>`
const typed = (make: (exchange: Exchange) => Uint8Array | string, charset: string) => (exchange: Exchange) =>
  body(make, { 'content-type': `${exchange.type}; charset=${charset}` })(exchange)

export const CHARSETS: readonly Fault[] = [
  {
    name: 'wrong charset label',
    describe: 'says windows-1251 of a body in UTF-8',
    apply: typed((exchange) => documentOf(exchange), 'windows-1251'),
    outcome: 'believed',
  },
  {
    name: 'unknown charset label',
    describe: 'names a charset nobody knows',
    apply: typed((exchange) => documentOf(exchange), 'x-\\"klingon'),
    outcome: 'believed',
  },
  {
    name: 'missing charset label',
    describe: 'sends windows-1251 and says nothing of it',
    apply: body((exchange) => cyrillic(documentOf(exchange))),
    says: /Bytes that are not utf-8/,
    evidence: true,
  },
  {
    name: 'false UTF-8',
    describe: 'says UTF-8 of a body in windows-1251',
    apply: typed((exchange) => cyrillic(documentOf(exchange)), 'utf-8'),
    says: /Bytes that are not utf-8/,
    evidence: true,
  },
  {
    name: 'UTF-8 cut in a character',
    describe: 'has half a character in its text',
    apply: body(({ good }) => Buffer.concat([good.subarray(0, 30), Buffer.from([0xd0]), good.subarray(30)])),
    says: /Bytes that are not utf-8/,
    evidence: true,
  },
  {
    name: 'overlong UTF-8',
    describe: 'spells a character in more bytes than it has',
    apply: body(({ good }) =>
      Buffer.concat([good.subarray(0, 30), Buffer.from([0xc0, 0x80]), good.subarray(30)]),
    ),
    says: /Bytes that are not utf-8/,
    evidence: true,
  },
  {
    name: 'UTF-8 with a mark',
    describe: 'begins with a byte order mark',
    apply: body((exchange) => `\ufeff${documentOf(exchange)}`),
    outcome: 'believed',
  },
  {
    name: 'two marks',
    describe: 'begins with two byte order marks',
    apply: body((exchange) => `\ufeff\ufeff${documentOf(exchange)}`),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'UTF-16 without a mark',
    describe: 'sends UTF-16 without a mark and without a label',
    apply: body((exchange) => Buffer.from(documentOf(exchange), 'utf16le')),
    outcome: 'believed',
  },
  {
    name: 'UTF-16 with a false mark',
    describe: 'begins UTF-16 with the mark of the other byte order',
    apply: body((exchange) =>
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(documentOf(exchange), 'utf16le')]),
    ),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'cut UTF-16',
    describe: 'ends UTF-16 inside a character',
    apply: body((exchange) => Buffer.from(documentOf(exchange), 'utf16le').subarray(0, -1)),
    says: /ends inside a character|ends early/,
    evidence: true,
  },
  {
    name: 'UTF-32',
    describe: 'sends UTF-32',
    apply: body((exchange) =>
      Buffer.from(
        [...documentOf(exchange)].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8, 0, 0]),
      ),
    ),
    says: /not (json|xml)/,
    evidence: true,
  },
]
