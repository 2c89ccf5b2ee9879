import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressOf,
  datasetResource,
  FORMATS,
  fileOf,
  findRepresentation,
  findRepresentationOfFile,
  findResourceOfPath,
  folderOf,
  hrefOf,
  LIST_OPERATIONS,
  parseBaseAddress,
  parseDatasetCode,
  type Representation,
} from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'
import { AWKWARD_CODES, anyCode } from './codes.ts'

const BASES = ['https://data.example.org', 'http://127.0.0.1:8080/open%20data/ru'].map(parseBaseAddress)

const anyRepresentation = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...LIST_OPERATIONS).map((operation) => ({ operation })),
      anyCode.map(parseDatasetCode).map(datasetResource),
    ),
    fc.constantFrom(...FORMATS),
  )
  .map(([resource, format]): Representation => ({ resource, format }))

test('an address is parsed back to the same dataset and format, for any code', () => {
  fc.assert(
    fc.property(anyRepresentation, fc.constantFrom(...BASES), (representation, base) => {
      const address = addressOf(base, representation)
      assert.equal(new URL(address).href, address)
      assert.deepEqual(findRepresentation(address, BASES), representation)
    }),
    { numRuns: 500 },
  )
})

test('a file of the mirror is parsed back to the same dataset and format, for any code', () => {
  fc.assert(
    fc.property(anyRepresentation, (representation) => {
      assert.deepEqual(findRepresentationOfFile(fileOf(representation)), representation)
      assert.deepEqual(findResourceOfPath(hrefOf(representation.resource)), representation.resource)
    }),
    { numRuns: 500 },
  )
})

test('every unusual code is one folder below get_dataset and one segment of an address', () => {
  for (const text of AWKWARD_CODES) {
    const resource = datasetResource(parseDatasetCode(text))
    assert.equal(folderOf(resource), `api/v1/get_dataset/${text}`)
    const { pathname, search, hash } = new URL(hrefOf(resource), 'https://data.example.org/')
    assert.equal(search + hash, '')
    assert.equal(decodeURIComponent(pathname.split('/')[4] ?? ''), text)
    assert.equal(pathname.split('/').length, 6)
  }
})

test('two different codes never share a file or an address', () => {
  const resources = AWKWARD_CODES.map((code) => datasetResource(parseDatasetCode(code)))
  assert.equal(new Set(resources.map(folderOf)).size, AWKWARD_CODES.length)
  assert.equal(new Set(resources.map(hrefOf)).size, AWKWARD_CODES.length)
})

test('a file or address outside of the interface is no resource', () => {
  const files = [
    'api/v1/list',
    'api/v1/list/index.txt',
    'api/v2/list/index.json',
    'api/v1/get_dataset/index.json',
  ]
  for (const file of [...files, 'api/v1/other/index.json', 'api/v1/get_dataset/a/b/index.json', 'index.json'])
    assert.equal(findRepresentationOfFile(file), undefined, file)
  const paths = ['api/v1/', 'api/v1/get_dataset/', 'api/v1/get_dataset', 'api/v1/list/x/', 'api/v1/list//']
  for (const path of [
    ...paths,
    'api/v1/get_dataset/a/b/',
    'api/v1/get_dataset/%/',
    'api/v1/get_dataset/%FF/',
  ])
    assert.equal(findResourceOfPath(path), undefined, path)
  for (const hostile of [
    'api/v1/get_dataset/..%2f..%2fetc/',
    'api/v1/get_dataset/%2e%2e/',
    'api/v1/get_dataset/a%00/',
  ])
    assert.equal(findResourceOfPath(hostile), undefined, hostile)
})

test('an address without its trailing slash is the same resource', () => {
  for (const base of BASES) {
    assert.deepEqual(findRepresentation(`${base}api/v1/list?type=xml`, BASES)?.format, 'xml')
    const dataset = findRepresentation(`${base}api/v1/get_dataset/a%20b`, BASES)
    assert.deepEqual(dataset?.resource, datasetResource(parseDatasetCode('a b')))
  }
  assert.equal(findRepresentation('https://elsewhere.org/api/v1/list/', BASES), undefined)
  assert.equal(findRepresentation('http://127.0.0.1:8080/api/v1/list/', BASES), undefined)
  assert.equal(findRepresentation('not an address', BASES), undefined)
})
