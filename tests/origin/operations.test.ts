import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RunningOrigin, SHAPES } from '../../scripts/origin/index.ts'
import { FORMATS, type Format, type Resource } from '../../src/lib/interface/index.ts'
import { get, pathOf, resourcesOf, startFor } from './support/origin.ts'
import { parseXml } from './support/xml.ts'

const TYPES: Record<Format, RegExp> = {
  html: /^text\/html; charset=utf-8$/,
  json: /^application\/json; charset=utf-8$/,
  xml: /^(?:application|text)\/xml(?:; charset=(?:utf-8|utf-16))?$/,
}
// Each shape writes each dataset anew; the large ones tell nothing new.
const SMALL_BYTES = 20_000

for (const shape of SHAPES) {
  test(`answers every operation in every format, well-formed, in the shape ${shape}`, async (t) => {
    const origin = await startFor(t, undefined, { shape })
    for (const resource of resourcesOf(origin, SMALL_BYTES))
      for (const format of FORMATS) await checkAnswer(origin, resource, format, shape)
  })
}

async function checkAnswer(origin: RunningOrigin, resource: Resource, format: Format, shape: string) {
  const path = pathOf(resource, format)
  const { status, headers, bytes } = await get(origin, path)
  if (shape === 'html' && format === 'json' && resource.operation === 'get_dataset')
    return assert.equal(status, 404, path)
  assert.equal(status, 200, path)
  assert.match(String(headers['content-type']), TYPES[format], path)
  if (format === 'json') JSON.parse(bytes.toString())
  else if (format === 'xml') parseXml(bytes)
  else assert.match(bytes.toString(), /^<!doctype html>.*<\/html>\n$/s, path)
}

test('lists all datasets of the sample, each with a listed category and publisher', async (t) => {
  const origin = await startFor(t)
  const read = async (list: string) => JSON.parse(`${(await get(origin, `api/v1/${list}/?type=json`)).bytes}`)
  const datasets: Record<string, string>[] = await read('list_datasets')
  assert.equal(datasets.length, 68)
  assert.deepEqual(
    datasets.map(({ code }) => code),
    origin.package.datasets.map(({ code }) => code),
  )
  const categories = (await read('list_categories')).map(({ key }: { key: string }) => key)
  const oivs = (await read('list_oivs')).map(({ key }: { key: string }) => key)
  assert.ok(categories.length >= 6 && categories.length <= 9)
  assert.deepEqual(new Set(datasets.map(({ category }) => category)), new Set(categories))
  assert.deepEqual(new Set(datasets.map(({ oiv }) => oiv)), new Set(oivs))
})

test('links every dataset from the html list', async (t) => {
  const origin = await startFor(t)
  const html = (await get(origin, 'api/v1/list_datasets/')).bytes.toString()
  for (const { code } of origin.package.datasets)
    assert.ok(html.includes(`href="../../../api/v1/get_dataset/${code}/"`), code)
})

test('serves a json source byte for byte in the plain shape, large or small', async (t) => {
  const origin = await startFor(t)
  const bytes = (code: string) => origin.package.datasets.find((dataset) => dataset.code === code)?.bytes
  for (const code of ['anscombe', 'flights_200k_json', 'us_10m']) {
    const answer = await get(origin, `api/v1/get_dataset/${code}/?type=json`)
    assert.equal(answer.bytes.length, bytes(code))
    assert.equal(answer.headers['content-length'], String(bytes(code)))
  }
})

test('shows at most 200 rows on the page of a dataset, and says so', async (t) => {
  const origin = await startFor(t)
  const html = (await get(origin, 'api/v1/get_dataset/zipcodes/')).bytes.toString()
  assert.match(html, /The first 200 of 42049 rows/)
  assert.equal(html.match(/<tr>/g)?.length, 201)
})

test('describes itself at its base address', async (t) => {
  const origin = await startFor(t)
  const { status, bytes } = await get(origin, '')
  assert.equal(status, 200)
  for (const list of ['list', 'list_categories', 'list_oivs', 'list_datasets'])
    assert.ok(bytes.includes(`href="api/v1/${list}/?type=xml"`), list)
})
