import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { findPublished, serveSite } from '../../../src/lib/site/index.ts'
import { type OpenApi, openApiOf } from '../../../src/lib/site/view/developers/open-api.ts'
import { developersView } from '../../../src/lib/site/view/index.ts'
import { DESCRIBED_FILES } from '../../../src/lib/snapshot/index.ts'
import { requestsOf } from '../../support/api-requests.ts'
import { mirrorEveryKind } from '../../support/every-kind.ts'
import { datasetEntry, mirrorOf } from '../../support/sample-mirror/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** What a validator that is not ours says; its references to the schemas are not followed here. */
async function errorsOf(document: object): Promise<string> {
  const validator = new Validator()
  for (const file of DESCRIBED_FILES) await validator.addSpecRef({}, `schemas/${file}.json`)
  const text = JSON.stringify(document).replaceAll('#/$defs/Record', '')
  const { valid, errors } = await validator.validate(JSON.parse(text))
  return valid ? '' : JSON.stringify(errors)
}

describe('openapi.json of a mirror with every kind of dataset', () => {
  const folder = temporaryFolder({ after })
  let out: string
  let document: OpenApi
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
    document = JSON.parse(readFileSync(join(out, 'openapi.json'), 'utf8'))
  })

  test('is valid, and covered by the checksums', async () => {
    assert.equal(await errorsOf(document), '')
    assert.ok(findPublished(out).has('openapi.json'))
  })

  test('is not valid if an operation has no responses or a parameter no place', async () => {
    const [path = '', { get }] = Object.entries(document.paths).at(4) ?? ['', {} as never]
    const changed = (part: object) => ({ ...document, paths: { [path]: { get: { ...get, ...part } } } })
    assert.notEqual(await errorsOf(changed({ responses: 'none' })), '')
    assert.notEqual(await errorsOf(changed({ parameters: [{ name: 'code' }] })), '')
  })

  test('names every operation once', () => {
    const ids = Object.values(document.paths).map(({ get }) => get.operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^\w+$/)
  })

  test('states what the mirror answers, at its own address', async (context) => {
    const { pathname, href } = new URL(`${document.servers[0]?.url}/`)
    assert.equal(href, 'https://mirror.example.org/data/')
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: pathname })
    context.after(() => server.close())
    for (const { path, status, mediaType } of requestsOf(document)) {
      const answer = await fetch(server.url + path)
      await answer.body?.cancel()
      assert.equal(answer.status, status, path)
      assert.equal(answer.headers.get('content-type')?.split(';')[0], mediaType, path)
    }
  })

  test('describes the lists as they are', () => {
    const { list_datasets } = document.components.schemas as Record<
      string,
      { items?: { required?: string[] } }
    >
    const entries: object[] = JSON.parse(readFileSync(join(out, 'api/v1/list_datasets/index.json'), 'utf8'))
    for (const name of list_datasets?.items?.required ?? [''])
      for (const entry of entries) assert.ok(name in entry)
  })
})

test('a mirror without an address has relative ones; it states nothing that it does not have', async () => {
  const document = openApiOf(mirrorOf({ datasets: [] }))
  assert.equal(await errorsOf(document), '')
  assert.deepEqual(document.servers, [{ url: '.' }])
  const paths = Object.keys(document.paths)
  assert.ok(
    !paths.some((path) => /get_dataset|catalog|csv|data\.json|\.sig|signers|\.ts/.test(path)),
    paths.join(),
  )
})

test('a signed mirror states its signature and its key', async () => {
  const paths = Object.keys(openApiOf({ ...mirrorOf({ datasets: [] }), signer: 'SHA256:abc' }).paths)
  for (const file of ['SHA256SUMS.sig', 'allowed_signers']) assert.ok(paths.includes(`/${file}`), file)
})

test('a list that cannot be read has no schema', () => {
  const unreadable = { ...mirrorOf({ datasets: [] }), bytesOf: () => () => [Buffer.from('[{')] }
  assert.deepEqual(openApiOf(unreadable).components.schemas.list, {})
})

test('a dataset without xml is no example of it', () => {
  const only = (code: string, records: object) => ({ entry: datasetEntry(code), records })
  const missing = { state: 'missing' } as const
  const mirror = mirrorOf({
    datasets: [only('j', { xml: missing }), only("it's", { json: missing })],
  })
  const { paths } = openApiOf(mirror)
  const exampleAt = (file: string) =>
    paths[`/api/v1/get_dataset/{code}/${file}`]?.get.parameters?.[0]?.example
  assert.deepEqual(
    [exampleAt('index.json'), exampleAt('index.xml'), exampleAt('index.csv')],
    ['j', "it's", undefined],
  )
})

test('what changed in a dataset has an address once a change is known', () => {
  const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('a') }, { entry: datasetEntry('b') }] })
  const path = '/api/v1/get_dataset/{code}/changes.json'
  const { manifest } = mirror
  assert.equal(openApiOf(mirror).paths[path], undefined)
  const differences = [{ code: 'b', sha256: '0'.repeat(64), bytes: 2, changedAt: manifest.completedAt }]
  const { paths } = openApiOf({ ...mirror, manifest: { ...manifest, differences } })
  assert.equal(paths[path]?.get.parameters?.[0]?.example, 'b')
})

test('the page for developers has every address of the description, and a command that a shell can run', () => {
  const mirror = mirrorOf({ datasets: [{ entry: datasetEntry("it's") }] })
  const view = developersView(mirror)
  const shown = view.groups.flatMap(({ addresses }) => addresses.map(({ path }) => path))
  assert.deepEqual(shown.toSorted(), Object.keys(openApiOf(mirror).paths).toSorted())
  assert.equal(view.trial.request, "curl 'api/v1/get_dataset/it%27s/?type=json'")
  const fields = view.files.flatMap(({ name, fields }) => fields.map((field) => `${name} ${field.name}`))
  for (const field of [
    'manifest.json records[].state',
    'changes.json runs[].added[]',
    'status.json goodUntil',
  ])
    assert.ok(fields.includes(field), field)
})
