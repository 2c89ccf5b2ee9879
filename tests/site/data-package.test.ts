import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { mirrorEveryKind } from '../support/every-kind.ts'
import { mirrorPackage } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { findStandard } from './harvest/support/rdf.ts'

const DATASETS = 'api/v1/get_dataset'
const profile = findStandard('datapackage-2.0-datapackage.json')
const skip = profile === undefined ? 'the profiles of Data Package 2.0 are not on this machine' : false

interface DataPackage {
  readonly title?: string
  readonly resources: {
    readonly name?: string
    readonly path?: string
    readonly hash?: string
    readonly bytes?: number
    readonly schema?: {
      readonly fields: { readonly name: string; readonly type: string; readonly example?: string }[]
    }
  }[]
}

describe('the description of the files of a dataset as a Data Package', () => {
  const folder = temporaryFolder({ after })
  let out: string
  const packageOf = (code: string): DataPackage =>
    JSON.parse(readFileSync(join(out, DATASETS, code, 'datapackage.json'), 'utf8'))
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
  })

  test('is beside every csv of a dataset, in SHA256SUMS, and names its files with their sums', () => {
    const foldersWith = (name: string) =>
      globSync(`*/${name}`, { cwd: join(out, DATASETS) })
        .map(dirname)
        .sort()
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
    assert.deepEqual(foldersWith('datapackage.json'), foldersWith('index.csv'))
    for (const code of foldersWith('datapackage.json')) {
      assert.ok(sums.includes(`  ${DATASETS}/${code}/datapackage.json\n`), code)
      for (const { path = '', hash = '', bytes } of packageOf(code).resources) {
        assert.ok(sums.includes(`${hash.replace('sha256:', '')}  ${DATASETS}/${code}/${path}\n`), path)
        assert.equal(readFileSync(join(out, DATASETS, code, path)).length, bytes)
      }
    }
  })

  test('meets the profile of version 2.0, and without what that requires does not', { skip }, () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
    const validate = ajv.compile(JSON.parse(profile ?? ''))
    for (const path of globSync('*/datapackage.json', { cwd: join(out, DATASETS) })) {
      const description = packageOf(dirname(path))
      assert.ok(validate(description), `${path} ${JSON.stringify(validate.errors)}`)
      const [table, ...others] = description.resources
      const { path: _, ...pathless } = table ?? {}
      for (const resources of [undefined, [], [pathless, ...others]])
        assert.ok(!validate({ ...description, resources }), path)
    }
  })

  test('states the types of the columns of airports and a value of each, and is linked from its page', () => {
    const fields = packageOf('airports').resources[0]?.schema?.fields.map(
      ({ name, type }) => `${name} ${type}`,
    )
    assert.deepEqual(fields, [
      'iata string',
      'name string',
      'city string',
      'state string',
      'country string',
      'latitude number',
      'longitude number',
    ])
    const table = readFileSync(join(out, DATASETS, 'airports/index.csv'), 'utf8')
    for (const { name, example } of packageOf('airports').resources[0]?.schema?.fields ?? [])
      assert.ok(example && table.includes(example), `${name}: ${example} is a value of the table`)
    const page = readFileSync(join(out, DATASETS, 'airports/index.html'), 'utf8')
    assert.match(page, /<link rel="describedby" href="datapackage.json" type="application\/json"/)
  })

  test('has the names and examples of the csv, without halves of surrogate pairs, and versions as texts', async () => {
    const halves = { name: 'halves', data: [{ 'a\ud800': '\udc00', version: '1.1' }, { version: '1.10' }] }
    const path = join(temporaryFolder({ after }), 'datapackage.json')
    writeFileSync(path, JSON.stringify({ name: 'p', resources: [halves] }))
    const settings = await mirrorPackage(dirname(path), path)
    const text = readFileSync(join(settings.out, DATASETS, 'halves/datapackage.json'), 'utf8')
    const [field, version] = (JSON.parse(text) as DataPackage).resources[0]?.schema?.fields ?? []
    assert.deepEqual([field?.name, field?.example], ['a\ufffd', '\ufffd'])
    assert.equal(version?.type, 'string', 'version 1.10 is another one than 1.1')
  })

  test('is served again as a service with the same records', async (t) => {
    const origin = await startOrigin(await openPackage(join(out, DATASETS, 'airports')))
    t.after(() => origin.close())
    const textsOf = (records: Record<string, unknown>[]) =>
      records.map((record) => Object.values(record).map((value) => (value === null ? '' : String(value))))
    const served = await fetch(new URL(`${DATASETS}/table/?type=json`, origin.url))
    const published = JSON.parse(readFileSync(join(out, DATASETS, 'airports/index.json'), 'utf8'))
    assert.deepEqual(textsOf((await served.json()) as Record<string, unknown>[]), textsOf(published))
  })
})
