import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { findPublished } from '../../../src/lib/site/index.ts'
import { MACHINE_FILES } from '../../../src/lib/snapshot/index.ts'
import { mirrorEveryKind } from '../../support/every-kind.ts'
import { temporaryFolder } from '../../support/temporary.ts'

type Json = Record<string, unknown>
interface Schema {
  readonly $schema: string
  readonly $id: string
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, { readonly description?: string }>>
  readonly $defs?: { readonly Record: Schema }
}

interface Described {
  readonly description?: string
  readonly items?: Described
  readonly properties?: Readonly<Record<string, Described>>
}

describe('the schemas of a mirror with a dataset in every state', () => {
  const folder = temporaryFolder({ after })
  let out: string
  const read = (path: string) => JSON.parse(readFileSync(join(out, path), 'utf8'))
  const schemaOf = (file: string): Schema => read(`schemas/${file}.json`)
  const isValid = (file: string, value: unknown): boolean => {
    const ajv = new Ajv2020({ strictTuples: false })
    ajv.addFormat('date-time', (text: string) => new Date(text).toISOString() === text)
    return ajv.compile(schemaOf(file))(value)
  }
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
  })

  for (const file of MACHINE_FILES) {
    test(`${file}.json meets its schema, also with fields of later versions`, () => {
      const value = read(`${file}.json`)
      assert.ok(isValid(file, value))
      assert.ok(isValid(file, { ...value, later: 1 }))
    })

    test(`${file}.json without a required field, or with one of another type, does not`, () => {
      const value: Json = read(`${file}.json`)
      const { required = [] } = schemaOf(file)
      assert.ok(required.length > 1)
      for (const name of required) {
        const { [name]: _, ...rest } = value
        assert.ok(!isValid(file, rest), `without ${name}`)
      }
      for (const name of Object.keys(value)) assert.ok(!isValid(file, { ...value, [name]: { a: [] } }), name)
    })

    test(`every field of ${file}.json has a description, and the schema has its own address`, () => {
      const { $schema, $id, properties } = schemaOf(file)
      assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema')
      assert.equal($id, `https://mirror.example.org/data/schemas/${file}.json`)
      for (const [name, { description = '' }] of Object.entries(properties))
        assert.match(description, /\.$/, name)
      assert.ok(findPublished(out).has(`schemas/${file}.json`))
    })
  }

  test('the changes of datasets meet their schema, which describes every field of them', () => {
    const described = (value: unknown, schema: Described): void => {
      if (Array.isArray(value)) for (const one of value) described(one, schema.items ?? {})
      else if (value !== null && typeof value === 'object')
        for (const [name, member] of Object.entries(value)) {
          const field = schema.properties?.[name] ?? {}
          assert.match(field.description ?? '', /[^.]\.$/, name)
          described(member, field)
        }
    }
    const files = [...findPublished(out).keys()].filter((path) =>
      /get_dataset\/.*\/changes\.json$/.test(path),
    )
    assert.ok(files.length > 0)
    for (const value of files.map(read)) {
      assert.ok(isValid('dataset-changes', value))
      described(value, schemaOf('dataset-changes') as Described)
      const [first, ...others] = value.changes
      for (const change of [{ kind: 'small' }, { from: 'abc' }, { key: 'id' }, { records: { before: -1 } }])
        assert.ok(!isValid('dataset-changes', { ...value, changes: [{ ...first, ...change }, ...others] }))
    }
  })

  test('a record of the manifest in a state that there is not, or at an address of no host, is found', () => {
    const manifest = read('manifest.json')
    const [first, ...others] = manifest.records
    for (const change of [{ state: 'kept' }, { address: 'javascript:1' }, { sha256: 'abc' }, { bytes: -1 }])
      assert.ok(!isValid('manifest', { ...manifest, records: [{ ...first, ...change }, ...others] }))
    const described = schemaOf('manifest').$defs?.Record.properties ?? {}
    for (const record of manifest.records as Json[])
      for (const name of Object.keys(record)) assert.ok(described[name]?.description, name)
  })
})
