import { body, type Exchange, type Fault, head, raw } from '../fault.ts'

const plain = (...lines: string[]) => head('200 OK', 'content-type: application/json', ...lines)
const chunk = (text: string | Buffer) => `${text.length.toString(16)}\r\n${text.toString()}\r\n`
const flush = (socket: Exchange['socket'], text: string | Buffer) =>
  new Promise<void>((resolve) => socket.write(text, () => resolve()))

/** Sends a head and a part of the body, then breaks the connection. */
async function breakOff(
  { socket, good }: Exchange,
  how: 'reset' | 'close',
  ...lines: string[]
): Promise<void> {
  await flush(socket, plain(...lines))
  await flush(socket, good.subarray(0, 20))
  if (how === 'reset') socket.resetAndDestroy()
  else socket.end()
}

export const FRAMING: readonly Fault[] = [
  {
    name: 'a part',
    describe: 'answers 200 with a document that its Content-Range calls a part',
    apply: body(({ good }) => good, { 'content-range': 'bytes 0-99/100000' }),
    says: /answered 200 with a part.*bytes 0-99\/100000/,
    evidence: true,
  },
  {
    name: 'the last part',
    describe: 'answers 200 with a document that its Content-Range calls the end of one',
    apply: body(({ good }) => good, { 'content-range': 'bytes 100-199/*' }),
    says: /answered 200 with a part/,
  },
  {
    name: 'a part that is all',
    describe: 'answers 200 with a Content-Range of the whole document',
    apply: body(({ good }) => good, { 'content-range': 'bytes 0-99/100' }),
    outcome: 'believed',
  },
  {
    name: 'reset before the head',
    describe: 'resets the connection before its head',
    apply: ({ socket }) => socket.resetAndDestroy(),
    says: /before it answered/,
  },
  {
    name: 'closed before the head',
    describe: 'closes the connection before its head',
    apply: ({ socket }) => socket.end(),
    says: /before it answered/,
  },
  {
    name: 'closed in the head',
    describe: 'closes the connection inside its head',
    apply: raw('HTTP/1.1 200 OK\r\ncontent-le'),
    says: /cut off|invalid HTTP/,
  },
  {
    name: 'reset in the body',
    describe: 'resets the connection inside its body',
    apply: (exchange) => breakOff(exchange, 'reset', 'content-length: 500'),
    says: /cut off/,
  },
  {
    name: 'closed in the body',
    describe: 'closes the connection inside its body',
    apply: (exchange) => breakOff(exchange, 'close', 'content-length: 500'),
    says: /cut off/,
  },
  {
    name: 'body cut by its close',
    describe: 'ends a body without a length inside the document',
    apply: (exchange) => breakOff(exchange, 'close', 'connection: close'),
    says: /ends early/,
    evidence: true,
  },
  {
    name: 'length too long',
    describe: 'promises one byte more than it sends',
    apply: ({ socket, good }) =>
      raw(plain(`content-length: ${good.length + 1}`), good)({ socket } as Exchange),
    says: /cut off/,
  },
  {
    name: 'length too short',
    describe: 'promises one byte less than it sends',
    apply: ({ socket, good }) =>
      raw(plain(`content-length: ${good.length - 1}`, 'connection: close'), good)({ socket } as Exchange),
    says: /ends early/,
  },
  {
    name: 'two lengths',
    describe: 'gives two different lengths',
    apply: ({ socket, good }) =>
      raw(plain(`content-length: ${good.length}`, 'content-length: 5'), good)({ socket } as Exchange),
    says: /invalid HTTP/,
  },
  ...['five', '-1', '0x10', '1e3', '99999999999999999999', '12, 13'].map(
    (length): Fault => ({
      name: `length ${length}`,
      describe: `gives ${JSON.stringify(length)} as its length`,
      apply: ({ socket, good }) => raw(plain(`content-length: ${length}`), good)({ socket } as Exchange),
      says: /invalid HTTP|cut off/,
    }),
  ),
  {
    name: 'length and chunks',
    describe: 'gives both a length and chunks',
    apply: ({ socket, good }) =>
      raw(
        plain('content-length: 5', 'transfer-encoding: chunked'),
        chunk(good),
        '0\r\n\r\n',
      )({ socket } as Exchange),
    says: /invalid HTTP|cut off/,
  },
  ...['identity', 'gzip'].map(
    (coding): Fault => ({
      name: `length and the transfer coding ${coding}`,
      describe: `gives its true length, and the transfer coding ${coding} beside it`,
      apply: ({ socket, good }) =>
        raw(
          plain(`content-length: ${good.length}`, `transfer-encoding: ${coding}`),
          good,
        )({ socket } as Exchange),
      says: /invalid HTTP .*Transfer-Encoding/,
    }),
  ),
  {
    name: 'no last chunk',
    describe: 'closes before the last chunk',
    apply: ({ socket, good }) =>
      raw(plain('transfer-encoding: chunked'), chunk(good))({ socket } as Exchange),
    says: /cut off/,
  },
  {
    name: 'cut chunk',
    describe: 'closes inside a chunk',
    apply: ({ socket, good }) =>
      raw(plain('transfer-encoding: chunked'), chunk(good).slice(0, -20))({ socket } as Exchange),
    says: /cut off/,
  },
  {
    name: 'bad chunk size',
    describe: 'gives a chunk a size that is no number',
    apply: ({ socket, good }) =>
      raw(plain('transfer-encoding: chunked'), 'zz\r\n', good, '\r\n0\r\n\r\n')({ socket } as Exchange),
    says: /cut off|invalid HTTP/,
  },
  {
    name: 'wrong chunk size',
    describe: 'gives a chunk a smaller size than it has',
    apply: ({ socket, good }) =>
      raw(plain('transfer-encoding: chunked'), '5\r\n', good, '\r\n0\r\n\r\n')({ socket } as Exchange),
    says: /cut off|invalid HTTP/,
  },
  {
    name: 'unknown transfer coding',
    describe: 'uses a transfer coding nobody knows',
    apply: ({ socket, good }) =>
      raw(
        plain('transfer-encoding: braille', 'connection: close'),
        good.subarray(0, 20),
      )({ socket } as Exchange),
    says: /./,
  },
  {
    name: 'HTTP/0.9',
    describe: 'sends a body without any head',
    apply: ({ socket, good }) => raw(good)({ socket } as Exchange),
    says: /invalid HTTP|cut off/,
  },
  {
    name: 'another protocol',
    describe: 'speaks another protocol',
    apply: raw('SSH-2.0-OpenSSH_9.6\r\n'),
    says: /invalid HTTP|cut off/,
  },
  {
    name: 'two answers',
    describe: 'sends a second answer nobody asked for, with another dataset',
    apply: ({ socket, of }) => {
      const other = of('other')
      const answer = (body: string | Buffer) => plain(`content-length: ${body.length}`) + body.toString()
      raw(answer('{"error":"gone"}'), answer(other))({ socket } as Exchange)
    },
    says: /./,
  },
]
