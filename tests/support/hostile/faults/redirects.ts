import { type Exchange, type Fault, head, raw } from '../fault.ts'

/** A redirect whose Location is made from the requested path and query. */
const to =
  (location: (own: string) => string, status = 302) =>
  ({ request, socket }: Exchange) =>
    raw(
      head(
        `${status} Moved`,
        `location: ${location(request.url ?? '')}`,
        'content-length: 5',
        'connection: close',
      ),
      'moved',
    )({
      socket,
    } as Exchange)

/** Redirects along its own numbering: `&hop=3` to `&hop=4`, up to the data. */
const chain = (length: number) => (exchange: Exchange) => {
  const { request, response, good, type } = exchange
  const own = request.url ?? ''
  const hop = Number(/[?&]hop=(\d+)/.exec(own)?.[1] ?? 0)
  if (hop >= length) response.writeHead(200, { 'content-type': type }).end(good)
  else to(() => `${own.replace(/&hop=\d+/, '')}&hop=${hop + 1}`)(exchange)
}

const DATASET = /(get_dataset\/)([^/]+)/

const REFUSED: readonly (readonly [what: string, location: (own: string) => string, says?: RegExp])[] = [
  ['another host', (own) => `http://evil.test${own}`, /another host, evil\.test/],
  ['a look-alike of its host', (own) => `http://127.0.0.1.evil.test${own}`, /another host/],
  ['another host, by credentials', (own) => `http://127.0.0.1@evil.test${own}`, /another host/],
  ['another port', (own) => `http://127.0.0.1:1${own}`, /another port/],
  ['a file', () => 'file:///etc/passwd', /to file:/],
  ['a script', () => 'javascript:alert(1)', /to javascript:/],
  ['data', () => 'data:application/json,[]', /to data:/],
  ['another protocol', (own) => `gopher://127.0.0.1${own}`, /to gopher:/],
  ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/', /another host/],
  ['a private address', (own) => `http://192.168.0.1${own}`, /another host/],
  ['this machine under another name', (own) => `http://localhost:9${own}`, /another host|another port/],
  ['this machine by its number', (own) => `http://2130706433:9${own}`, /another (host|port)/],
  ['this machine in IPv6', (own) => `http://[::1]:9${own}`, /another host/],
  ['another dataset', (own) => own.replace(DATASET, '$1other'), /another address/],
  ['another format', (own) => own.replace(/type=\w+/, 'type=html'), /another address/],
  ['a list', () => '/api/v1/list/?type=json', /another address/],
  ['a login page', () => '/login?next=%2F', /another address/],
  ['a climb out of its folder', (own) => own.replace(DATASET, '$1$2/../other'), /another address/],
  ['itself', (own) => own, /redirects more than 5 times to itself.*cookies/],
  ['garbage', () => 'http://[', /invalid address/],
  ['nowhere', () => '', /redirects|answered 302/],
  ['escape sequences', () => '/\x1b[31m\x9b\x7f', /redirects|invalid HTTP/],
  ['a turned direction of writing', () => '/\u202egpj.exe', /redirects/],
  ['two thousand characters', () => `/${'x'.repeat(2000)}`, /redirects/],
]

export const REDIRECTS: readonly Fault[] = [
  ...REFUSED.map(
    ([what, location, says = /redirects/]): Fault => ({
      name: `redirect to ${what}`,
      describe: `redirects to ${what}`,
      apply: to(location),
      says,
    }),
  ),
  ...[301, 302, 303, 307, 308].map(
    (status): Fault => ({
      name: `${status} without Location`,
      describe: `answers ${status} without a Location`,
      apply: ({ response }) => response.writeHead(status).end(),
      says: new RegExp(`answered ${status}`),
    }),
  ),
  {
    name: 'chain of ten',
    describe: 'redirects ten times before there is data',
    apply: chain(10),
    says: /redirects more than 5 times/,
  },
  {
    name: 'chain of five',
    describe: 'redirects five times before there is data',
    apply: chain(5),
    outcome: 'believed',
  },
  {
    name: 'split Location',
    describe: 'breaks its Location with another header and body',
    apply: to((own) => `${own}\r\ncontent-length: 2\r\n\r\n[]`),
    says: /redirects|invalid HTTP/,
  },
  {
    name: 'two Locations',
    describe: 'names two places at once',
    apply: ({ socket }) =>
      raw(
        head('302 Found', 'location: http://evil.test/', 'location: http://worse.test/', 'content-length: 0'),
      )({ socket } as Exchange),
    says: /another host/,
  },
]
