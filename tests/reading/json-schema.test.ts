import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { inferJsonSchema } from '../../src/lib/reading/json-schema.ts'
import fc from '../support/fast-check.ts'

const inferFrom = (text: string) => inferJsonSchema(() => [Buffer.from(text)], undefined)
const problemsOf = (schema: object, value: unknown) => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
  validate(value)
  return validate.errors ?? []
}

test('a document meets the schema that is inferred from it, and so does every example in it', () => {
  const key = fc.constantFrom('id', 'title', '', 'a.b', 'год')
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      assert.deepEqual(problemsOf(inferFrom(JSON.stringify(value)), JSON.parse(JSON.stringify(value))), [])
    }),
    {},
  )
})

test('what one entry lacks is not required, and what one has null may be null', () => {
  const schema = inferFrom('{"items": [{"id": 1, "note": null}, {"id": 2.5, "note": "x", "more": true}]}')
  assert.deepEqual(schema.properties?.items?.items, {
    type: 'object',
    properties: {
      id: { type: 'number', examples: [1] },
      note: { type: ['string', 'null'], examples: ['x'] },
      more: { type: 'boolean' },
    },
    required: ['id', 'note'],
  })
  assert.ok(problemsOf(schema, { items: [{ id: 'one', note: null }] }).length > 0)
})

test('a repeated member is not required, and a number that a program would round is no example', () => {
  assert.equal(inferFrom('[{"a": 1, "a": 2}]').items?.required, undefined)
  assert.equal(inferFrom('[12345678901234567890]').items?.examples, undefined)
})

test('entries by key are described as an object, not one by one', () => {
  const keyed = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`code-${at}`, { title: 'A' }]))
  assert.deepEqual(inferFrom(JSON.stringify(keyed)), { type: 'object' })
})
