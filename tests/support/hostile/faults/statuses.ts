import { type Fault, head, raw, reply } from '../fault.ts'

const PAGE = 'Something went wrong, and this page says so.'

/** Statuses with a body that is not data. */
const BODIED: readonly (readonly [status: number, headers?: Record<string, string>])[] = [
  [201],
  [202],
  [203],
  [206],
  [300],
  [400],
  [401, { 'www-authenticate': 'Basic realm="x"' }],
  [402],
  [403],
  [404],
  [405],
  [406],
  [408],
  [410],
  [414],
  [416, { 'content-range': 'bytes */5' }],
  [418],
  [421],
  [425],
  [429],
  [431],
  [451],
  [500],
  [501],
  [502],
  [503],
  [504],
  [505],
  [511],
  [520],
  [599],
]

const says = (status: number) => new RegExp(`answered ${status}`)

export const STATUSES: readonly Fault[] = [
  ...BODIED.map(
    ([status, headers = {}]): Fault => ({
      name: `status ${status}`,
      describe: `answers ${status} with a body`,
      apply: reply(status, PAGE, headers),
      says: says(status),
      evidence: true,
    }),
  ),
  ...[203, 206, 226].map(
    (status): Fault => ({
      name: `status ${status} with data`,
      describe: `answers ${status} with the very data`,
      apply: (exchange) => reply(status, exchange.good)(exchange),
      says: says(status),
    }),
  ),
  ...[204, 205].map(
    (status): Fault => ({
      name: `status ${status}`,
      describe: `answers ${status} without a body`,
      apply: ({ response }) => response.writeHead(status).end(),
      says: says(status),
    }),
  ),
  {
    name: 'status 304 unasked',
    describe: 'answers 304 although nothing was asked conditionally',
    apply: ({ request, response, good }) =>
      request.headers['if-none-match'] === undefined
        ? response.writeHead(304).end()
        : response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': good.length - 1 })
            .destroy(),
    says: /304|cut off|could not be reached/,
  },
  {
    name: 'flood of interim answers',
    describe: 'sends a thousand interim answers and no final one',
    apply: raw(head('103 Early Hints', 'link: </a>').repeat(1000), head('200 OK', 'content-length: 2'), '[]'),
    says: /interim/,
  },
  {
    name: 'switching protocols',
    describe: 'answers 101 and speaks another protocol',
    apply: raw(head('101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket'), '\x81\x05hello'),
    says: /./,
  },
  ...(['000 Nothing', '99 Less', '600 Other', '999 Denied', '1200 OK', '2OO OK', '-1 OK', ''] as const).map(
    (line): Fault => ({
      name: `status line ${JSON.stringify(line)}`,
      describe: `answers with the status ${JSON.stringify(line)}`,
      apply: raw(
        head(line, 'content-type: application/json', 'content-length: 2', 'connection: close'),
        '[]',
      ),
      says: /answered|could not be reached/,
    }),
  ),
]
