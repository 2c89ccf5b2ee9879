import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { answer, jsonOf, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const TREES = [{ tree: 'Oak' }, { tree: 'Larch' }]

const dataset = (code: string, json: string, xml: string): Record<string, Route> => ({
  [`api/v1/get_dataset/${code}/?type=json`]: answer(json, 'application/json'),
  [`api/v1/get_dataset/${code}/?type=xml`]: answer(xml, 'application/xml'),
})

const tree = (at: number) => ({
  name: `Tree ${at}`,
  height: at % 3 === 0 ? null : String(at),
  'kind-of': 'oak',
})
const forest = (count: number) => Array.from({ length: count }, (_, at) => tree(at))
const asElements = (trees: ReturnType<typeof forest>) =>
  `<forest>${trees.map(({ name, height }) => `<tree><name>${name}</name>${height === null ? '' : `<height>${height}</height>`}</tree>`).join('')}</forest>`
const asAttributes = (trees: ReturnType<typeof forest>) =>
  `<forest>${trees.map(({ name, height }) => `<tree name="${name}" height="${height ?? ''}"/>`).join('')}</forest>`

test('the page of a dataset that is shorter in one format shows the other one, and every run warns of it', async (t) => {
  const routes = {
    ...serviceRoutes({ attributes: '', elements: '', json: '', same: 'x', wide: '', xml: '' }),
    ...dataset('attributes', jsonOf(forest(101)), asAttributes(forest(60))),
    ...dataset('elements', jsonOf(forest(101)), asElements(forest(101))),
    ...dataset('json', JSON.stringify({ total: 60, items: forest(60) }), asElements(forest(101))),
    ...dataset('wide', JSON.stringify(forest(4000)), asAttributes(forest(4000))),
    ...dataset('xml', JSON.stringify(forest(9000), null, 1), asElements(forest(3000))),
  }
  const origin = await startScripted(t, routes)
  const settings = settingsIn(temporaryFolder(t), { origin: origin.base })
  const warned = async () =>
    (await mirrorInto(settings)).manifest.problems.map(({ severity, code, subject, facts }) => [
      severity,
      code,
      /get_dataset\/(\w+)/.exec(subject)?.[1],
      facts?.json,
      facts?.xml,
    ])
  const expected = [
    ['warning', 'formats-disagree', 'attributes', 101, 60],
    ['warning', 'formats-disagree', 'json', 60, 101],
    ['warning', 'formats-disagree', 'xml', 9000, 3000],
  ]
  assert.deepEqual(await warned(), expected)
  const folder = join(settings.out, 'api/v1/get_dataset/json')
  assert.equal(readFileSync(join(folder, 'index.csv'), 'utf8').trim().split('\r\n').length, 102)
  assert.match(
    readFileSync(join(settings.out, 'about/index.html'), 'utf8'),
    /json has 60 records, its xml has 101 records/,
  )
  assert.deepEqual(await warned(), expected)
  origin.set(dataset('json', JSON.stringify({ total: 100, items: forest(101) }), asElements(forest(101))))
  assert.deepEqual(await warned(), [expected[0], expected[2]])
})

test('the page of a dataset that is empty in one format shows the other one, and the run warns of it', async (t) => {
  const routes = {
    ...serviceRoutes({ same: 'x', list: '', wrapped: '', xml: '', both: '', envelope: '', single: '' }),
    ...dataset('list', '[]', xmlOf(TREES)),
    ...dataset('wrapped', '{"total":0,"items":[]}', xmlOf(TREES)),
    ...dataset('xml', jsonOf(TREES), '<data/>'),
    ...dataset('both', '[]', '<data/>'),
    ...dataset('envelope', '[]', '<result><total>0</total></result>'),
    ...dataset('single', '[]', xmlOf(TREES.slice(0, 1))),
  }
  const origin = await startScripted(t, routes)
  for (const language of ['en', 'ru'] as const) {
    const settings = settingsIn(temporaryFolder(t), { origin: origin.base, language })
    const { manifest } = await mirrorInto(settings)
    const reported = manifest.problems.map(({ severity, code, subject, facts }) => [
      severity,
      code,
      /get_dataset\/(\w+)/.exec(subject)?.[1],
      facts?.json,
      facts?.xml,
    ])
    assert.deepEqual(reported, [
      ['warning', 'formats-disagree', 'list', 0, 2],
      ['warning', 'formats-disagree', 'single', 0, 1],
      ['warning', 'formats-disagree', 'wrapped', 0, 2],
      ['warning', 'formats-disagree', 'xml', 2, 0],
    ])
    assert.ok(manifest.complete)
    assert.deepEqual(verifySite(settings.out).findings, [])
    const fileOf = (code: string, name: string) => join(settings.out, 'api/v1/get_dataset', code, name)
    const textOf = (code: string, name: string) => readFileSync(fileOf(code, name), 'utf8')
    for (const code of ['list', 'wrapped', 'xml', 'single']) {
      assert.match(textOf(code, 'index.html'), /Oak/, code)
      assert.match(textOf(code, 'index.csv'), /Oak/, code)
    }
    assert.equal(textOf('list', 'index.json'), '[]')
    for (const code of ['both', 'envelope']) assert.ok(!existsSync(fileOf(code, 'index.csv')), code)
    const about = readFileSync(join(settings.out, 'about/index.html'), 'utf8')
    if (language === 'ru') assert.doesNotMatch(about, /do not agree|этого списка/)
    else assert.match(about, /do not agree/)
  }
})
