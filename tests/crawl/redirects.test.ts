import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRedirectProblem } from '../../src/lib/http/redirect.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { everyHostIsHere } from '../support/names.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'

const connect = { lookup: everyHostIsHere }
const JSON_A = 'api/v1/get_dataset/a/?type=json'
const to = (location: string, status = 301) => ({ status, headers: { location } })

/** Routes that answer on one host form only; the other one redirects there. */
function onlyOn(host: string, origin: ScriptedOrigin, routes: Record<string, Route>): Record<string, Route> {
  const wrap =
    (path: string, route: Route): Route =>
    (seen, count) =>
      seen.host === `${host}:${origin.port}`
        ? typeof route === 'function'
          ? route(seen, count)
          : route
        : to(`http://${host}:${origin.port}/${path}`)
  return Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, wrap(path, route)]))
}

for (const [requested, answers] of [
  ['data.test', 'www.data.test'],
  ['www.data.test', 'data.test'],
] as const)
  test(`follows a redirect from ${requested} to ${answers}`, async (t) => {
    const origin = await startScripted(t)
    origin.set(onlyOn(answers, origin, serviceRoutes({ a: 'x', 'б в': 'y' })))
    const run = await openCrawler(t, [parseBaseAddress(`http://${requested}:${origin.port}`)]).run({
      connect,
    })
    assert.deepEqual(run.problems, [])
    assert.equal(run.text('get_dataset/б в/index.json'), '[{"row":"y"}]')
    const address = `http://${answers}:${origin.port}/${JSON_A}`
    assert.equal(run.record('get_dataset/a/index.json')?.address, address)
  })

test('finds links to the other host form of the base', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const link = JSON.stringify([{ u: `http://www.data.test:${origin.port}/api/v1/get_dataset/a/` }])
  for (const list of ['list', 'list_datasets'])
    origin.set({ [`api/v1/${list}/?type=json`]: link, [`api/v1/${list}/?type=xml`]: '<r/>' })
  const run = await openCrawler(t, [parseBaseAddress(`http://data.test:${origin.port}`)]).run({ connect })
  assert.deepEqual(run.manifest.codes.order, ['a'])
})

const REFUSED: readonly (readonly [what: string, location: (port: number) => string, says: RegExp])[] = [
  ['another host', (port) => `http://evil.test:${port}/${JSON_A}`, /redirects to another host, evil\.test/],
  ['another port', () => `http://data.test:1/${JSON_A}`, /redirects to another port, data\.test:1/],
  ['another dataset', () => '/api/v1/get_dataset/b/?type=json', /redirects to another address/],
  ['another format', () => '/api/v1/get_dataset/a/', /redirects to another address/],
  ['a login page', () => '/login?next=/api/v1/get_dataset/a/', /redirects to another address/],
  ['another scheme', () => 'ftp://data.test/', /from http:\/\/ to ftp:\/\//],
  ['an address that is none', () => 'http://[', /redirects .*address/],
  ['itself, for ever', () => `/${JSON_A}`, /redirects more than 5 times/],
]
for (const [what, location, says] of REFUSED)
  test(`does not follow a redirect to ${what}`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    origin.set({ [JSON_A]: to(location(origin.port), 302) })
    const bases = [parseBaseAddress(`http://data.test:${origin.port}`)]
    const run = await openCrawler(t, bases).run({ connect })
    assert.equal(run.states['get_dataset/a/index.json'], 'derived')
    assert.match(run.problems.join('\n'), says)
    assert.ok(origin.requests.every(({ host }) => host.startsWith('data.test')))
  })

test('follows a relative redirect to the same address in another spelling, and in raw UTF-8', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ код: 'x' }))
  const path = `api/v1/get_dataset/${encodeURIComponent('код')}/?type=json`
  const raw = Buffer.from('/api/v1/get_dataset/код/?type=json&v=2').toString('latin1')
  origin.set({ [path]: { ...to(raw, 308), body: 'moved' }, [`${path}&v=2`]: '[{"v":"x"}]' })
  const run = await openCrawler(t, origin).run()
  assert.deepEqual(run.problems, [])
  assert.equal(run.text('get_dataset/код/index.json'), '[{"v":"x"}]')
})

test('a redirect without a Location, or with an undefined status, is a failure', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  origin.set({ [JSON_A]: { status: 302 }, 'api/v1/get_dataset/b/?type=json': to(`/${JSON_A}`, 304 - 4) })
  const run = await openCrawler(t, origin).run()
  assert.match(run.problems.join('\n'), /answered 302/)
  assert.match(run.problems.join('\n'), /answered 300/)
})

const BASES = [parseBaseAddress('http://data.org/open')]
const problem = (from: string, target: string) =>
  findRedirectProblem(new URL(from), URL.parse(target, from), BASES)

test('follows redirects from http to https on a known port, and never back', () => {
  const from = 'http://data.org/open/api/v1/list/?type=xml'
  assert.equal(problem(from, 'https://data.org/open/api/v1/list/?type=xml'), undefined)
  assert.match(
    problem(from, 'https://www.data.org:22/open/api/v1/list/?type=xml') ?? '',
    /another port, .*:22/,
  )
  assert.match(problem(from, 'https://data.org:80/open/api/v1/list/?type=xml') ?? '', /another port, .*:80/)
  assert.match(problem(from.replace('http:', 'https:'), from) ?? '', /from https:\/\/ to http:\/\//)
  assert.match(problem(from, 'https://data.org/api/v1/list/?type=xml') ?? '', /another address/)
  assert.match(problem(from, 'https://data.org.evil.net/open/api/v1/list/?type=xml') ?? '', /another host/)
})
