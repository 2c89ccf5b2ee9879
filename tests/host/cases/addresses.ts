import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import type { Case, Host } from './case.ts'
import { misses, redirects } from './expect.ts'

const REDIRECTS: readonly Case[] = [
  redirects('api/v1/list', 'api/v1/list/'),
  redirects('api/v1/list?type=json', 'api/v1/list/?type=json'),
  redirects('api/v1/list?a=%2F&type=xml&b=1+2', 'api/v1/list/?a=%2F&type=xml&b=1+2'),
  redirects('about', 'about/'),
  redirects('about/api', 'about/api/'),
  redirects('search?q=a', 'search/?q=a'),
  redirects('api/v1/list', 'api/v1/list/', { method: 'HEAD' }),
  redirects('api/v1/get_dataset/index.html', 'api/v1/get_dataset/index.html/'),
  redirects('api/v1/get_dataset/index.html/index.html', 'api/v1/get_dataset/index.html/'),
  redirects('index.html', ''),
  redirects('index.html?a=b', '?a=b'),
  redirects('about/index.html', 'about/'),
  redirects('api/v1/list/index.html', 'api/v1/list/'),
  redirects('api/v1/list/index.html?type=json', 'api/v1/list/?type=json'),
  redirects('api/v1/list/index%2Ehtml?a=b', 'api/v1/list/?a=b'),
]

const MISSING: readonly Case[] = [
  misses('none'),
  misses('none/'),
  misses('none/index.html'),
  misses('none.html'),
  misses('404'),
  misses('404/'),
  misses('api/v1/none/'),
  misses('api/v1/none/?type=json'),
  misses('api/v1/none?type=json'),
  misses('api/v1/get_dataset/none/'),
  misses('api/v1/get_dataset/none/?type=json'),
  misses('api/v1/get_dataset/none/?type=xml&x=1'),
  misses('api/v1/get_dataset/none/index.json'),
  misses('api/v1/get_dataset/none/?type=json', { method: 'HEAD' }),
  misses('api/v1/get_dataset/'),
  misses('api/v1/get_dataset/?type=json'),
  misses('api/v1/get_dataset/?type=xml'),
  misses('api/v1/get_dataset/numbers/?type=xml'),
  misses('api/v1/get_dataset/numbers/index.xml'),
  misses('api/v1/get_dataset/mixedcase/?type=json'),
  misses('api/v1/get_dataset/%D0%BD%D0%B5%D1%82/?type=json'),
  misses('API/V1/list/?type=json'),
  misses('api/v1/list/index'),
  misses('/api/v1/list/'),
  misses('api//v1/list/?type=json'),
  misses('api/v1/list//index.json'),
  misses('api/v2/list/?type=json'),
  misses('api/v1/list/index.tsv'),
  misses('api/v1/get_dataset/none/index.csv'),
  misses('api/v1/list/index.json/'),
  misses('api/v1/get_dataset/007%2Findex.json'),
  misses(`api/v1/get_dataset/${'a'.repeat(300)}/`),
]

/** A file outside the site, which no path must reach. */
const OUTSIDE = [
  '../../../../../../etc/passwd',
  'api/v1/../../../../../../etc/passwd',
  'api/v1/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  'api/v1/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  'api/v1/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd',
  'api/v1/..%5c..%5c..%5c..%5cetc%5cpasswd',
  'api/v1/get_dataset/%252e%252e%252fetc%252fpasswd/?type=json',
  '%00',
  '%ff/',
  'api/v1/list/%00/?type=json',
]

const outside = OUTSIDE.map(
  (target): Case => ({
    name: `gives no file outside the site for ${target}`,
    async run({ ask }) {
      const { status, body } = await ask(target)
      assert.ok([400, 403, 404].includes(status), `status ${status}`)
      assert.doesNotMatch(body.toString('utf8'), /root:/)
    },
  }),
)

/** A doubled slash must not become an address of another host (RFC 3986, 4.2). */
const elsewhere = [
  '/evil.example/api',
  '/api/v1/list',
  '/api/v1/list/index.html',
  '/about',
  '\\evil.example',
].map(
  (target): Case => ({
    name: `never redirects ${target} to another host`,
    async run({ ask }) {
      const { location } = (await ask(target)).headers
      assert.doesNotMatch(location ?? '', /^(?:[/\\]{2}|https?:\/\/(?!127\.0\.0\.1|localhost))/)
    },
  }),
)

/** A folder without a page: nothing is there, with or without its slash. */
const bare = ['api', 'api/v1', 'api/v1/get_dataset', 'api/v1/get_dataset?type=json'].map(
  (target): Case => ({
    name: `has no page at ${target}`,
    async run({ ask, base }) {
      const { status, headers } = await ask(target)
      if (status === 404) return
      assert.equal(status, 301)
      const [path = ''] = String(headers.location)
        .replace(/^https?:\/\/[^/]+/, '')
        .split('?')
      const next = await ask(path.slice(base.length))
      assert.equal(next.status, 404)
    },
  }),
)

/** A page that lists datasets: its path, without the last slash. */
const listing = ({ folder }: Host) =>
  globSync('browse/*/*/index.html', { cwd: folder }).sort()[0]?.slice(0, -'/index.html'.length) ?? ''

const browse: Case = {
  name: 'redirects a page below browse to the same address with a slash',
  run: (host) => redirects(`${listing(host)}?a=b`, `${listing(host)}/?a=b`).run(host),
}

/** What is where, and what is not. */
export const ADDRESS_CASES: readonly Case[] = [
  ...REDIRECTS,
  browse,
  ...MISSING,
  ...outside,
  ...elsewhere,
  ...bare,
]
