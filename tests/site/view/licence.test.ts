import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from '../../../src/lib/reading/index.ts'
import { licencesOf } from '../../../src/lib/site/view/index.ts'

const listing = (fields: Record<string, Value>) => licencesOf(Object.entries(fields))

test('a licence is shown only if the data has a field of that name that is not empty', () => {
  assert.deepEqual(listing({ title: 'Licences issued', licence: ' ', license: null, licenses: [] }), [])
  assert.deepEqual(
    listing({ license_plate: 'A 123', licensed_until: '2030', copyrights: 'all', bill_of_rights_no: '1' }),
    [],
  )
  assert.deepEqual(listing({ licence: 'CC BY 4.0' }), [{ name: 'licence', text: 'CC BY 4.0' }])
})

test('a licence is found under the names that open data uses, in the list or beside the records', () => {
  for (const name of [
    'license',
    'Licence',
    'dct:license',
    'result.rights',
    'Лицензия',
    'Условия использования',
    'licenseTitle',
  ])
    assert.deepEqual(listing({ [name]: 'Open' }), [{ name, text: 'Open' }], name)
  assert.deepEqual(licencesOf([], [{ name: 'meta.licence', value: 'Open' }]), [
    { name: 'meta.licence', text: 'Open' },
  ])
})

test('the licences of parts of a document are not shown as its own', () => {
  const parts = ['saxes', 'undici'].map((name) => ({ name: `packages.${name}.license`, value: 'ISC' }))
  assert.deepEqual(licencesOf([], parts), [])
  assert.deepEqual(licencesOf([], [...parts, { name: 'license', value: 'MIT' }]), [
    { name: 'license', text: 'MIT' },
  ])
})

test('a name and an address become one link, also in an object', () => {
  const href = 'https://creativecommons.org/licenses/by/4.0/'
  const link = { name: 'license_title', text: 'CC BY', href }
  assert.deepEqual(listing({ license_title: 'CC BY', license_url: href }), [link])
  assert.deepEqual(
    listing({
      licenses: [
        {
          members: [
            ['title', 'CC BY'],
            ['path', href],
          ],
        },
      ],
    }),
    [{ ...link, name: 'licenses' }],
  )
})

test('only a web address becomes a link', () => {
  assert.deepEqual(listing({ license: 'javascript:alert(1)' }), [
    { name: 'license', text: 'javascript:alert(1)' },
  ])
  assert.deepEqual(
    listing({
      license: {
        members: [
          ['name', 'x'],
          ['url', 'javascript:alert(1)'],
        ],
      },
    }),
    [{ name: 'license', text: 'x' }],
  )
})
