import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { startRaw } from '../support/raw-origin.ts'
import { messageOf, openTestClient, pathOf } from '../support/test-client.ts'

const A = pathOf('a')
const ok = (headers: string, body = '[]') => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`
const status = (line: string, headers = 'Content-Length: 2') => `HTTP/1.1 ${line}\r\n${headers}\r\n\r\n[]`

const ODD: readonly (readonly [what: string, answer: string, says: RegExp])[] = [
  ['a negative length', ok('Content-Length: -2'), /HTTP \(.*Content-Length/],
  ['a length that is no number', ok('Content-Length: two'), /HTTP \(.*Content-Length/],
  ['two lengths', ok('Content-Length: 2\r\nContent-Length: 3'), /length.*headers/],
  ['a length beyond all numbers', ok('Content-Length: 99999999999999999999999999'), /length.*headers/],
  [
    'a length and chunks',
    ok('Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n[]\r\n0\r\n\r\n'),
    /length.*headers/,
  ],
  ['chunks that are none', ok('Transfer-Encoding: chunked', 'zz\r\n[]'), /cut off .*body/],
  ['too many headers', ok(`X: ${'x'.repeat(70_000)}`), /headers/],
  ['a greeting of another protocol', '220 mail.example.org ESMTP\r\n', /HTTP/],
  ['nothing', '', /before it answered \(other side closed\)$/],
  [
    'four content codings',
    ok('Content-Length: 2\r\nContent-Encoding: gzip, gzip, gzip, gzip'),
    /4 content codings.*\b3\b/,
  ],
  ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', /^answered 204, which has no body$/],
  [
    'a content that was reset',
    status('205 Reset Content', 'Content-Length: 0'),
    /^answered 205, which has no body$/,
  ],
  [
    'a part that was not requested',
    status('206 Partial Content', 'Content-Range: bytes 0-1/9\r\nContent-Length: 2'),
    /^answered 206/,
  ],
  ['a redirect to nowhere', status('302 Found'), /^answered 302$/],
  ['a range it cannot satisfy', status('416 Range Not Satisfiable'), /^answered 416$/],
  ['a status nobody knows', status('799 What'), /^answered 799$/],
  [
    'another protocol to switch to',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    /bad upgrade/,
  ],
]
for (const [what, answer, says] of ODD)
  test(`a response with ${what} is a failure that names it`, async (t) => {
    const { base } = await startRaw(t, { [A]: answer })
    const failure = await openTestClient(t, [base]).ask('a')
    assert.ok(failure instanceof FetchFailure, String(failure))
    assert.match(failure.message, says)
  })

test('a body whose length matches before decompression is complete', async (t) => {
  const body = gzipSync('[1]')
  const { base } = await startRaw(t, {
    [A]: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.end(body)
    },
  })
  assert.equal(await openTestClient(t, [base]).ask('a'), '[1]')
})

test('a 304 with a Content-Encoding is accepted', async (t) => {
  const { base } = await startRaw(t, { [A]: 'HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n' })
  assert.equal(await openTestClient(t, [base]).ask('a', { etag: '"1"' }), '')
})

test('interim responses are ignored, up to a limit', async (t) => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
  const flood = (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(hint));
    }
    socket.on('drain', more)
    more()
  }
  const { base } = await startRaw(t, {
    [A]: hint.repeat(3) + ok('Content-Length: 2'),
    [pathOf('b')]: flood,
  })
  const client = openTestClient(t, [base])
  assert.equal(await client.ask('a'), '[]')
  assert.match(messageOf(await client.ask('b')), /\b32\b.*\(103\)/)
})

test('a response head that arrives byte by byte is given up at the deadline', async (t) => {
  const { base } = await startRaw(t, {
    [A]: (socket) => {
      const timer = setInterval(() => socket.write('X'), 20)
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.on('close', () => clearInterval(timer))
    },
  })
  const client = openTestClient(t, [base], { deadlines: { connect: 5, idle: 0.3, total: 5 } })
  assert.match(messageOf(await client.ask('a')), /did not answer in time/)
})

test('an unrequested 100 Continue counts as a broken connection, which may be retried', async (t) => {
  const { base } = await startRaw(t, { [A]: `HTTP/1.1 100 Continue\r\n\r\n${ok('Content-Length: 2')}` })
  const failure = await openTestClient(t, [base]).ask('a')
  assert.ok(failure instanceof FetchFailure, String(failure))
  assert.equal(failure.kind, 'network')
})

test('text of the origin cannot break a line, colour a terminal or fill a log', async (t) => {
  const evil = `\x1b[31mred\x07\u0085${'x'.repeat(5000)}`
  const { base } = await startRaw(t, {
    [A]: status('404 Not Found', `Content-Type: ${evil}\r\nContent-Length: 2`),
    [pathOf('b')]: status('302 Found', `Location: http://${'e'.repeat(4000)}.test/\r\nContent-Length: 2`),
    [pathOf('c')]: ok(`Content-Range: bytes 1-2/${'9'.repeat(4000)}\r\nContent-Length: 2`),
    [pathOf('d')]: status('302 Found', `Location: /${'%0a'.repeat(4000)}\r\nContent-Length: 2`),
  })
  const client = openTestClient(t, [base])
  for (const code of ['a', 'b', 'c', 'd']) {
    const failure = await client.ask(code)
    assert.ok(failure instanceof FetchFailure, String(failure))
    const reported = `${failure.message}${failure.mediaType ?? ''}`
    assert.ok(reported.length <= 600, `${code}: ${reported.length}`)
    assert.doesNotMatch(reported, /[\x00-\x1f\x7f-\x9f]/)
  }
})
