import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlight } from '../../../src/client/search/item.ts'
import fc from '../../support/fast-check.ts'
import { anyText, catalogueOf, searchIn } from './catalogues.ts'

async function marksOf(title: string, typed: string): Promise<string[]> {
  const [hit] = (await searchIn(catalogueOf([{ title }]))(typed)).hits
  return highlight(title, new Set(hit?.terms)).flatMap(({ text, marked }) => (marked ? [text] : []))
}

test('the whole word is marked as written', async () => {
  assert.deepEqual(await marksOf('Сведения о больницах и Больнице №5', 'больница'), ['больницах', 'Больнице'])
  assert.deepEqual(await marksOf('Зелёные зоны', 'зелен'), ['Зелёные'])
  assert.deepEqual(await marksOf('Public hospitals', 'hospital'), ['hospitals'])
  assert.deepEqual(await marksOf('Public hospitals', 'hospitls'), ['hospitals'])
  assert.deepEqual(await marksOf('ObjectName, type', 'name'), ['ObjectName'])
})

test('the pieces add up to the text for any text and terms', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.string()), (text, terms) => {
      assert.equal(
        highlight(text, new Set(terms))
          .map((piece) => piece.text)
          .join(''),
        text,
      )
    }),
  )
})
