import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countNames } from '../../src/lib/reading/index.ts'
import fc from '../support/fast-check.ts'

/** The text in chunks of so many bytes. */
const chunked = (text: string, size: number) => () =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    Buffer.from(text.slice(at * size, (at + 1) * size)),
  )

describe('names that are counted in two formats', () => {
  it('are all found, wherever the bytes of a file are divided', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 400 }), (inJson, inXml, size) => {
        const json = JSON.stringify(Array.from({ length: inJson }, (_, at) => ({ name: `name ${at}` })))
        const xml = `<names>${'<name>"name":</name><named/>'.repeat(inXml)}</names>`
        const expected = inJson > 0 && inXml > 0 ? [{ json: inJson, xml: inXml }] : []
        assert.deepEqual([...countNames(chunked(json, size), chunked(xml, size))], expected)
      }),
    )
  })

  it('are those of records, not of what stands around them', () => {
    const json = JSON.stringify({ total: 2, page: 1, items: [{ id: 1 }, { id: 2 }, { id: 3 }] })
    const xml = '<r><total>2</total><page>1</page><item id="1"/><item id="2"/></r>'
    assert.deepEqual([...countNames(chunked(json, 99), chunked(xml, 99))], [{ json: 3, xml: 2 }])
  })
})
