import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetResource, findDatasetLinks, hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'
import { anyCode } from './codes.ts'

const codes = (value: string) => findDatasetLinks(value).map(({ code }) => code)
const hosts = (value: string) => findDatasetLinks(value).map(({ host }) => host)

test('finds the code in every form of a link that is the whole value', () => {
  const forms = [
    'https://data.example.org/api/v1/get_dataset/abc/',
    'http://www.data.example.org:8080/base/api/v1/get_dataset/abc/?type=json',
    '//data.example.org/api/v1/get_dataset/abc/',
    '/api/v1/get_dataset/abc/?type=xml#top',
    '../get_dataset/abc/',
    'get_dataset/abc',
    'get_dataset/abc?type=json',
    'get_dataset/abc/#data',
    '\n    /api/v1/get_dataset/abc\n  ',
  ]
  for (const form of forms) assert.deepEqual(codes(form), ['abc'], form)
})

test('finds any code in its encoded link, alone, in markup and in prose', () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      // An apostrophe stays as it is in an encoded address, where it also ends a quoted one.
      const href = `/${hrefOf(datasetResource(parseDatasetCode(code)))}`.replaceAll("'", '%27')
      assert.deepEqual(codes(href), [code])
      assert.deepEqual(codes(`<a href="${href}?type=json">data</a>`), [code])
      assert.deepEqual(codes(`see ${href} for all of it`), [code])
    }),
    { numRuns: 300 },
  )
})

test('finds unencoded codes if the link is the whole value', () => {
  const raw = ['Данные о школах', 'a b', "it's", '<b>', 'a&b=c', '100%', 'a"b', '%zz']
  for (const code of raw)
    assert.deepEqual(codes(`https://x.org/api/v1/get_dataset/${code}/?type=json`), [code])
})

test('returns the normalised host of an absolute link', () => {
  assert.deepEqual(hosts('/api/v1/get_dataset/a/'), [undefined])
  assert.deepEqual(hosts('HTTPS://WWW.Data.Example.ORG/api/v1/get_dataset/a/'), ['www.data.example.org'])
  assert.deepEqual(hosts('//x.org:8080/get_dataset/a/'), ['x.org:8080'])
  assert.deepEqual(hosts('http://x.org:80/get_dataset/a/'), ['x.org'])
  assert.deepEqual(hosts('https://x.org:443/get_dataset/a/'), ['x.org'])
  assert.deepEqual(hosts('https://данные.рф/get_dataset/a/'), [new URL('https://данные.рф').host])
})

test('finds every link in a text, including repeats', () => {
  const html =
    '<ul><li><a href="/api/v1/get_dataset/a/">A</a>, <a href=\'https://x.org/api/v1/get_dataset/b%20c/?type=xml\'>B</a> (get_dataset/a)'
  assert.deepEqual(codes(html), ['a', 'b c', 'a'])
  assert.deepEqual(hosts(html), [undefined, 'x.org', undefined])
  assert.deepEqual(codes('https://x.org/get_dataset/a/,https://x.org/get_dataset/b/'), ['a', 'b'])
})

test('punctuation at the end of a sentence is not part of a code', () => {
  assert.deepEqual(codes('It is at https://x.org/api/v1/get_dataset/abc. Have a look.'), ['abc'])
  assert.deepEqual(codes('[data](https://x.org/api/v1/get_dataset/abc), new'), ['abc'])
  assert.deepEqual(codes('It is at https://x.org/api/v1/get_dataset/v1.2./ now'), ['v1.2.'])
})

test('a link in the query of another address is found with its own host', () => {
  assert.deepEqual(findDatasetLinks('https://share.org/?u=https://x.org/api/v1/get_dataset/a/'), [
    { code: 'a', host: 'x.org' },
  ])
})

test('similar addresses and words are not links', () => {
  for (const value of [
    '',
    'get_dataset',
    'get_dataset/',
    '/api/v1/list_datasets/',
    'forget_dataset/a/ now',
    'get_datasets/a/',
  ])
    assert.deepEqual(codes(value), [], value)
})

test('a long hostile value takes linear time', () => {
  const long = 1_000_000
  for (const filler of [' ', '/', '//a', 'a', "'", '?', 'x/'])
    assert.ok(codes(`get_dataset/${filler.repeat(long)}/b/c`).length <= 1)
  assert.equal(codes('get_dataset/a/ '.repeat(50_000)).length, 50_000)
})
