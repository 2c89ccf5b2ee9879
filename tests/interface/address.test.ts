import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressOf,
  findRepresentation,
  hostForms,
  parseBaseAddress,
  parseFormat,
} from '../../src/lib/interface/index.ts'

test('parses a base address with or without a trailing slash, with a port and with a path', () => {
  assert.equal(parseBaseAddress('https://data.example.org'), 'https://data.example.org/')
  assert.equal(parseBaseAddress('https://data.example.org/open//'), 'https://data.example.org/open/')
  assert.equal(parseBaseAddress('HTTP://Data.Example.ORG:80/'), 'http://data.example.org/')
  assert.equal(parseBaseAddress('http://localhost:4790/a/b'), 'http://localhost:4790/a/b/')
  assert.equal(parseBaseAddress('https://данные.рф'), new URL('https://данные.рф/').href)
})

test('builds addresses below the path of the base', () => {
  const base = parseBaseAddress('https://data.example.org/open')
  const resource = { operation: 'list_oivs' } as const
  assert.equal(
    addressOf(base, { resource, format: 'html' }),
    'https://data.example.org/open/api/v1/list_oivs/',
  )
  assert.equal(
    addressOf(base, { resource, format: 'xml' }),
    'https://data.example.org/open/api/v1/list_oivs/?type=xml',
  )
})

const WRONG: readonly (readonly [text: string, why: RegExp])[] = [
  ['data.example.org', /expected an address such as .*, saw "data\.example\.org"/],
  ['', /saw ""/],
  ['ftp://data.example.org', /begins with http/],
  ['https://me:secret@data.example.org', /without a user name or password, saw one in data\.example\.org$/],
  ['https://data.example.org/?type=json', /without a query or fragment/],
  ['https://data.example.org/#top', /without a query or fragment/],
  ['https://data.example.org/api/v1', /before \/api\/v1\//],
  ['https://data.example.org/open/api/v1/', /before \/api\/v1\//],
  ['https://data.example.org/api/v1/list/', /before \/api\/v1\//],
  ['https://data.example.org/api/v1/get_dataset/abc/', /before \/api\/v1\//],
]
for (const [text, why] of WRONG)
  test(`rejects the base address ${JSON.stringify(text)} and states what is wrong`, () => {
    assert.throws(() => parseBaseAddress(text), { name: 'TypeError', message: why })
  })

test('never repeats a password in its message', () => {
  assert.throws(
    () => parseBaseAddress('https://me:secret@data.example.org'),
    (error: Error) => !error.message.includes('secret'),
  )
})

test('the same host with and without www is one, another port is another', () => {
  assert.deepEqual(hostForms('www.data.org:81'), ['data.org:81', 'www.data.org:81'])
  assert.deepEqual(hostForms('data.org'), ['data.org', 'www.data.org'])
  const isOurs = (host: string, base: string) =>
    findRepresentation(`https://${host}/api/v1/list/`, [parseBaseAddress(base)]) !== undefined
  assert.ok(isOurs('www.data.org', 'https://data.org'))
  assert.ok(!isOurs('www.data.org', 'https://www2.data.org'))
  assert.ok(!isOurs('data.org:81', 'https://data.org'))
})

test('json and xml are requested by their exact names; everything else is html', () => {
  const formatOf = (query: string) => parseFormat(new URLSearchParams(query))
  assert.equal(formatOf('type=json'), 'json')
  assert.equal(formatOf('?a=1&type=xml&b=2'), 'xml')
  for (const query of ['', 'type=', 'type=html', 'type=JSON', 'type=csv', 'Type=json', 'type=html&type=json'])
    assert.equal(formatOf(query), 'html', query)
  assert.equal(formatOf('type=json&type=xml'), 'json')
})
