import assert from 'node:assert/strict'
import { test } from 'node:test'
import MiniSearch, { type Query } from 'minisearch'
import { openTermIndex, type WordsQuery } from '../../../src/lib/site/search/terms/term-index.ts'
import type { TermQuery } from '../../../src/lib/site/search/terms/term-reader.ts'
import { openTermWriter } from '../../../src/lib/site/search/terms/term-writer.ts'
import fc from '../../support/fast-check.ts'

const BOOSTS = [8, 1.5, 1]
const NAMES = BOOSTS.map((_, field) => String(field))

/** A document: the terms of its fields. */
type Fields = readonly (readonly string[])[]

function indexOf(documents: readonly Fields[], partLength: number) {
  const writer = openTermWriter(BOOSTS.length, partLength)
  for (const fields of documents) writer.add(fields.map((terms) => terms.map(writer.occurrencesOf)))
  const { head, parts } = writer.finish()
  const loaded: number[] = []
  const index = openTermIndex(head, BOOSTS, async (at) => {
    loaded.push(at)
    return parts[at] ?? assert.fail(`there is no part ${at}`)
  })
  return { index, parts, loaded }
}

/** The whole index in the library whose ranking ours is. */
function referenceOf(documents: readonly Fields[]) {
  const reference = new MiniSearch<{ at: number; fields: Fields }>({
    fields: NAMES,
    idField: 'at',
    extractField: ({ at, fields }, name) => (name === 'at' ? at : fields[Number(name)]) as unknown,
    stringifyField: (terms) => terms,
    tokenize: (terms) => terms as unknown as string[],
    processTerm: (term) => term,
    searchOptions: {
      boost: Object.fromEntries(BOOSTS.entries()),
      tokenize: (term) => [term],
      processTerm: (term) => term,
    },
  })
  reference.addAll(documents.map((fields, at) => ({ at, fields })))
  return reference
}

function referenceQuery({ words, combine }: WordsQuery): Query {
  const queryOf = ({ term, prefix = false, typos = 0, fields }: TermQuery): Query => ({
    queries: [term],
    prefix,
    ...(fields && { fields: fields.map(String) }),
    // Typos are never in the first letter.
    ...(typos > 0 && {
      fuzzy: typos,
      boostDocument: (_: unknown, found: string) => (found.startsWith([...term][0] ?? '') ? 1 : 0),
    }),
  })
  return {
    combineWith: combine === 'all' ? 'AND' : 'OR',
    queries: words.map((queries) => ({ combineWith: 'OR', queries: queries.map(queryOf) })),
  }
}

const term = fc.string({ unit: fc.constantFrom('a', 'b', 'п', 'р', '5', '𝔞'), minLength: 1, maxLength: 8 })
const documents = fc.array(fc.tuple(...BOOSTS.map(() => fc.array(term, { maxLength: 6 }))), {
  minLength: 1,
  maxLength: 30,
})
const termQuery: fc.Arbitrary<TermQuery> = fc.record(
  {
    term,
    prefix: fc.boolean(),
    typos: fc.nat(2),
    fields: fc.constantFrom([0], [1, 2]),
  },
  { requiredKeys: ['term'] },
)
const query: fc.Arbitrary<WordsQuery> = fc.record({
  words: fc.array(fc.array(termQuery, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  combine: fc.constantFrom('all' as const, 'any' as const),
})

test('an index in parts finds the documents that the whole index finds, with the same scores and terms', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.array(query, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 300 }),
      async (all, queries, partLength) => {
        const { index } = indexOf(all, partLength)
        const reference = referenceOf(all)
        for (const asked of queries) {
          const found = await index.find(asked)
          assert.deepEqual(
            [...found.documents].map((at) => ({
              at,
              score: found.scoreOf(at).toFixed(9),
              terms: found.termsOf(at).toSorted(),
            })),
            reference
              .search(referenceQuery(asked))
              .map(({ id, score, terms }) => ({ at: id, score: score.toFixed(9), terms: terms.toSorted() }))
              .toSorted((a, b) => a.at - b.at),
          )
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a query loads only the parts in which its terms can be, each once', async () => {
  const words = ['apple', 'apply', 'banana', 'cherry', 'chestnut', 'date']
  const { index, parts, loaded } = indexOf(
    words.map((word) => [[word], [], []]),
    1,
  )
  assert.equal(parts.length, words.length)
  const loadedFor = async (...queries: TermQuery[]) => {
    await index.find({ words: [queries], combine: 'all' })
    return loaded.splice(0)
  }
  assert.deepEqual(await loadedFor({ term: 'banana' }), [2])
  assert.deepEqual(await loadedFor({ term: 'banana', prefix: true }), [])
  assert.deepEqual(
    await loadedFor({ term: 'che', prefix: true }),
    [3, 4].filter((at) => at !== 2),
  )
  assert.deepEqual(await loadedFor({ term: 'appla', typos: 1 }), [0, 1])
  assert.deepEqual(await loadedFor({ term: 'aaa' }), [])
})

test('a part that could not be loaded is loaded again for the next query', async () => {
  const writer = openTermWriter(1)
  writer.add([[writer.occurrencesOf('apple')]])
  const { head, parts } = writer.finish()
  let isOffline = true
  const index = openTermIndex(head, [1], async (at) => {
    if (isOffline) throw new Error('offline')
    return parts[at] ?? assert.fail()
  })
  const asked: WordsQuery = { words: [[{ term: 'apple' }]], combine: 'all' }
  await assert.rejects(index.find(asked))
  isOffline = false
  assert.deepEqual([...(await index.find(asked)).documents], [0])
})
