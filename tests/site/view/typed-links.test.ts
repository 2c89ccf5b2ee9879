import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutView, datasetView, homeView, listView } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf } from '../../support/sample-mirror/index.ts'

const LICENCE = 'https://creativecommons.org/licenses/by/4.0/'
const entry = datasetEntry('a b', { title: 'A', fields: new Map([['licence', LICENCE]]) })
const mirror = (site?: string) => mirrorOf({ ...(site !== undefined && { site }), datasets: [{ entry }] })
const linksOf = ({ typed }: ReturnType<typeof datasetView>['chrome'], rel: string) =>
  typed.filter((link) => link.rel === rel).map(({ href }) => href)

test('the page of a dataset leads programs to its files, its list, its licence and its origin', () => {
  const { chrome } = datasetView(mirror(), entry)
  assert.deepEqual(linksOf(chrome, 'item'), ['index.json', 'index.xml'])
  assert.deepEqual(linksOf(chrome, 'collection'), ['../../list_datasets/index.html'])
  assert.deepEqual(linksOf(chrome, 'license'), [LICENCE])
  assert.deepEqual(linksOf(chrome, 'type'), ['https://schema.org/Dataset', 'https://schema.org/AboutPage'])
  const [related = ''] = linksOf(chrome, 'related')
  assert.match(related, /^https:\/\/data\.example\.org\/open\/.*a(%20|\+)b/)
  assert.doesNotMatch(related, /type=/)
  assert.deepEqual(linksOf(chrome, 'cite-as'), [], 'the mirror knows no persistent identifier')
})

test('every page says what it is; only the home page of a whole host leads to the catalogue of its interface', () => {
  const whole = mirror('https://m.example/')
  for (const { chrome } of [homeView(whole), aboutView(whole), listView(whole, 'list_datasets')])
    assert.equal(linksOf(chrome, 'type').length, 1)
  for (const { chrome } of [homeView(whole), datasetView(whole, entry)])
    for (const [rel, path] of [
      ['service-desc', 'openapi.json'],
      ['service-doc', 'about/api/index.html'],
    ] as const)
      assert.ok(linksOf(chrome, rel)[0]?.endsWith(path), rel)
  assert.deepEqual(linksOf(homeView(whole).chrome, 'api-catalog'), ['.well-known/api-catalog'])
  assert.deepEqual(linksOf(homeView(mirror('https://m.example/x/')).chrome, 'api-catalog'), [])
})
