import { body, type Exchange, type Fault, head, raw, reply } from '../fault.ts'

const ok = (...lines: string[]) => head('200 OK', 'content-type: application/json', ...lines)
const throttled = (retryAfter: string | undefined, status: number): Fault => ({
  name: `${status} with Retry-After ${JSON.stringify(retryAfter)}`,
  describe: `answers ${status} with Retry-After ${retryAfter === undefined ? 'missing' : JSON.stringify(retryAfter)}`,
  apply: ({ socket }) =>
    raw(
      head(
        `${status} Slow Down`,
        ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
        'content-length: 4',
        'connection: close',
      ),
      'slow',
    )({ socket } as Exchange),
  says: new RegExp(`answered ${status}|asked for a pause`),
  alone: true,
  // A second dataset with so long a pause ends the run, and the others are not requested.
  ...(/^\d{4,}|9999/.test(retryAfter ?? '') && { onNew: false }),
})

export const RETRY_AFTER: readonly Fault[] = [
  ...[undefined, '0', '1', '3600', '-5', '99999999999999999999', '1.5', 'soon', ''].map((value) =>
    throttled(value, 429),
  ),
  throttled('Fri, 31 Dec 9999 23:59:59 GMT', 503),
  throttled('Sat, 01 Jan 2000 00:00:00 GMT', 503),
  throttled('32 Octember', 503),
]

export const HEADERS: readonly Fault[] = [
  {
    name: 'many headers',
    describe: 'sends ten thousand headers',
    apply: raw(ok(...Array.from({ length: 10_000 }, (_, at) => `x-${at}: y`), 'content-length: 2'), '[]'),
    says: /headers/,
  },
  {
    name: 'endless header',
    describe: 'sends one header of ten megabytes',
    apply: raw(ok(`x-long: ${'y'.repeat(10_000_000)}`, 'content-length: 2'), '[]'),
    says: /headers/,
  },
  {
    name: 'NUL in a header',
    describe: 'puts NUL into a header',
    apply: raw(ok('x-nul: a\0b', 'content-length: 2'), '[]'),
    says: /invalid HTTP/,
  },
  {
    name: 'line break in a header',
    describe: 'breaks a header with a bare line feed and another status',
    apply: raw('HTTP/1.1 200 OK\nHTTP/1.1 500 No\n\n', '[]'),
    says: /invalid HTTP|could not be reached|cut off/,
  },
  {
    name: 'folded header',
    describe: 'folds a header over two lines',
    apply: raw(ok('x-folded: a', ' b: c', 'content-length: 2'), '{}'),
    says: /invalid HTTP/,
  },
  {
    name: 'escapes in the media type',
    describe: 'puts escape sequences into its media type, with a page of html',
    apply: ({ socket }) =>
      raw(
        head('200 OK', 'content-type: text/\x1b[31mhtml', 'content-length: 13'),
        '<html></html>',
      )({ socket } as Exchange),
    says: /./,
  },
  {
    name: 'escapes behind a failure',
    describe: 'puts bytes that steer a terminal into the media type of a failure',
    apply: ({ socket }) =>
      raw(
        head('500 \x9b31m', 'content-type: x/\x9b31m\xe2\x80\xae', 'content-length: 5'),
        '\x1b]0;x',
      )({
        socket,
      } as Exchange),
    says: /answered 500|invalid HTTP/,
  },
  {
    name: 'cookies',
    describe: 'sets cookies and everything else that is not ours to keep',
    apply: body(({ good }) => good, {
      'set-cookie': 'a=b; Path=/',
      'strict-transport-security': 'max-age=31536000',
      'clear-site-data': '"*"',
      refresh: '0; url=http://evil.test/',
      link: '<http://evil.test/>; rel="canonical"',
    }),
    outcome: 'believed',
  },
  {
    name: 'attachment',
    describe: 'names a file outside of its folder',
    apply: body(({ good }) => good, {
      'content-disposition': 'attachment; filename="../../../../etc/passwd"',
    }),
    outcome: 'believed',
  },
  {
    name: 'Content-Range on 200',
    describe: 'says 200 of what is a part',
    apply: (exchange) =>
      reply(200, exchange.good.subarray(0, 30), { 'content-range': `bytes 0-29/${exchange.good.length}` })(
        exchange,
      ),
    says: /answered 200 with a part/,
    evidence: true,
  },
]
