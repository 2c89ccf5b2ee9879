import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { chooseResources } from '../../src/lib/check/plan.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check } from './support/checking.ts'
import { startProxy } from './support/proxy.ts'

const ORDINARY = Array.from({ length: 60 }, (_, at) => `set-${String(at).padStart(2, '0')}`)
const AWKWARD = [
  'Код',
  'with space',
  'dotted.v1',
  'a+b',
  '100%',
  'this&that',
  'mixedCase',
  "it's",
  'back\\slash',
  'index.html',
]

const choose = (codes: readonly string[], sample: number | undefined, seed: string) => {
  const { resources } = chooseResources(codes.map(parseDatasetCode), { sample, seed })
  return resources.map((one): string => ('code' in one ? one.code : one.operation))
}

test('without a sample, everything is chosen in its order', () => {
  assert.deepEqual(choose(ORDINARY, undefined, 'x').slice(4), ORDINARY)
})

test('a sample has the lists, the given number of datasets, and every kind of awkward code', () => {
  const chosen = choose([...ORDINARY, ...AWKWARD], 5, 'x')
  assert.deepEqual(chosen.slice(0, 4), ['list', 'list_categories', 'list_oivs', 'list_datasets'])
  assert.deepEqual(
    AWKWARD.filter((code) => !chosen.includes(code)),
    [],
  )
  assert.ok(chosen.length >= 4 + AWKWARD.length && chosen.length <= 4 + AWKWARD.length + 5)
})

test('a code with a backslash gets every kind of request, even if many codes have other special characters', () => {
  const codes = [...Array.from({ length: 30 }, (_, at) => `sign-${at}:"?`), 'back\\slash']
  for (const seed of ['x', 'y', 'z']) {
    const { close } = chooseResources(codes.map(parseDatasetCode), { sample: undefined, seed })
    assert.ok([...close].some((one) => 'code' in one && one.code === 'back\\slash'))
  }
})

test('a sample stays small if all codes are of one awkward kind', () => {
  const cyrillic = Array.from({ length: 500 }, (_, at) => `набор-${at}`)
  assert.equal(choose(cyrillic, 10, 'x').length, 4 + 10)
  assert.equal(choose(cyrillic, 0, 'x').length, 4 + 3)
})

test('a seed chooses the same codes in any order, another seed chooses others', () => {
  const sorted = (codes: string[]) => [...codes].sort()
  assert.deepEqual(sorted(choose(ORDINARY, 10, 'x')), sorted(choose(ORDINARY.toReversed(), 10, 'x')))
  assert.notDeepEqual(choose(ORDINARY, 10, 'x'), choose(ORDINARY, 10, 'y'))
})

describe('check --sample', () => {
  const folder = temporaryFolder({ after })
  let host: RunningServer
  before(async () => {
    const origin = await startScripted(
      { after } as never,
      serviceRoutes(Object.fromEntries(ORDINARY.map((code) => [code, code]))),
    )
    await mirrorInto(settingsIn(folder, { origin: origin.base }))
    host = await serveSite({ folder: join(folder, 'dist'), host: '127.0.0.1', port: 0, base: '/' })
  })
  after(() => host?.close())

  it('sends the same requests for the same seed, by default the generation', async (t) => {
    const checked = async (...args: string[]) => {
      const proxy = await startProxy(t, host.url, () => undefined)
      const { code, report } = await check(proxy.url, '--sample', '3', ...args)
      assert.deepEqual([code, report.datasets, report.of], [0, 3, 60])
      return { report, targets: proxy.requests.map(({ method, target }) => `${method} ${target}`).sort() }
    }
    const first = await checked('--seed', 'monday')
    assert.equal(first.report.seed, 'monday')
    assert.deepEqual((await checked('--seed', 'monday')).targets, first.targets)
    assert.notDeepEqual((await checked('--seed', 'tuesday')).targets, first.targets)
    const { report, targets } = await checked()
    assert.equal(report.seed, report.generation)
    assert.deepEqual((await checked()).targets, targets)
  })

  for (const file of ['index.json', '?type=json'])
    it(`finds an outdated file of any dataset in a coding that only that file has: ${file}`, async (t) => {
      const { close } = chooseResources(ORDINARY.map(parseDatasetCode), { seed: 'x' })
      const tested = new Set([...close].flatMap((one) => ('code' in one ? one.code : [])))
      const other = ORDINARY.find((code) => !tested.has(parseDatasetCode(code)))
      const target = `api/v1/get_dataset/${other}/${file}`
      const proxy = await startProxy(t, host.url, (request, { headers }) =>
        request.target === target && request.headers['accept-encoding']?.includes('br')
          ? {
              headers: { ...headers, 'content-encoding': 'br', vary: 'accept-encoding' },
              body: brotliCompressSync('[]'),
            }
          : undefined,
      )
      const { code, of, find } = await check(proxy.url, '--seed', 'x')
      assert.deepEqual([code, of('fail')], [6, ['coding']])
      assert.equal(find('coding').examples[0]?.address, proxy.url + target)
    })

  it('is optional: by default every dataset is requested in both formats, at both addresses, and as a page', async (t) => {
    const proxy = await startProxy(t, host.url, () => undefined)
    await check(proxy.url)
    const targets = new Set(proxy.requests.map(({ target }) => target))
    for (const code of ORDINARY)
      for (const rest of ['', 'index.json', 'index.xml', '?type=json', '?type=xml'])
        assert.ok(targets.has(`api/v1/get_dataset/${code}/${rest}`), code + rest)
  })
})
