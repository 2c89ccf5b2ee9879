import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import MiniSearch, { type Query } from 'minisearch'
import { highlight } from '../../../src/client/search/item.ts'
import { INDEX_NAME, type SearchHead, unpackValues } from '../../../src/lib/site/search/head.ts'
import { openNarrowing } from '../../../src/lib/site/search/narrow.ts'
import { EMPTY_QUERY, parseSearchQuery, renderSearchQuery } from '../../../src/lib/site/search/query.ts'
import { runsIn } from '../../../src/lib/site/search/runs.ts'
import { openTermIndex, type WordsQuery } from '../../../src/lib/site/search/terms/term-index.ts'
import type { TermQuery } from '../../../src/lib/site/search/terms/term-reader.ts'
import { openTermWriter } from '../../../src/lib/site/search/terms/term-writer.ts'
import { termsOf, wordsIn } from '../../../src/lib/site/search/words.ts'
import fc from '../../support/fast-check.ts'
import { anyText, catalogueOf, partsOf, searchIn } from './catalogues.ts'

describe('terms', () => {
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
})

describe('marks of what is found', () => {
  async function marksOf(title: string, typed: string): Promise<string[]> {
    const [hit] = (await searchIn(catalogueOf([{ title }]))(typed)).hits
    return highlight(title, new Set(hit?.terms)).flatMap(({ text, marked }) => (marked ? [text] : []))
  }

  test('the whole word is marked as written', async () => {
    assert.deepEqual(await marksOf('Сведения о больницах и Больнице №5', 'больница'), [
      'больницах',
      'Больнице',
    ])
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
})

describe('filters of the search', () => {
  const catalogue = catalogueOf(
    [
      { title: 'Park A', categories: [0], oivs: [0], shown: 0, changed: '2026-03-01' },
      { title: 'Park B', categories: [0], oivs: [1], state: 3, changed: '2024-12-31' },
      { title: 'Park C', categories: [1], oivs: [1], shown: 0, changed: '2025-01-01' },
      { title: 'Shop' },
    ],
    {
      categories: ['x', 'y'].map((key) => ({ key, title: key })),
      oivs: ['o', 'p'].map((key) => ({ key, title: key })),
    },
  )

  const head = partsOf(catalogue)('search-index.js', INDEX_NAME) as SearchHead
  const narrow = openNarrowing(head, unpackValues(head))

  async function find(text: string): Promise<Uint32Array> {
    return Uint32Array.from((await searchIn(catalogue)(text)).hits, ({ at }) => at).sort()
  }

  test('a filter keeps what has the value, and the counts of a facet follow all other facets', async () => {
    const documents = await find('park')
    const all = narrow(documents, EMPTY_QUERY)
    assert.equal(all.documents.length, 3)
    assert.deepEqual(all.choices.category, [
      { value: 'x', count: 2 },
      { value: 'y', count: 1 },
    ])
    const left = narrow(documents, { ...EMPTY_QUERY, category: 'x' })
    assert.deepEqual([...left.documents], [0, 1])
    assert.deepEqual(left.choices, {
      category: all.choices.category,
      oiv: [
        { value: 'o', count: 1 },
        { value: 'p', count: 1 },
      ],
      shown: [{ value: 'map', count: 1 }],
      changed: [
        { value: '2026', count: 1 },
        { value: '2024', count: 1 },
      ],
      state: [
        { value: 'current', count: 1 },
        { value: 'withdrawn', count: 1 },
      ],
    })
  })

  test('all filters combine, also with what pages show and the year of the last change', async () => {
    const documents = await find('park')
    const left = narrow(documents, { ...EMPTY_QUERY, shown: 'map', changed: '2026' })
    assert.deepEqual([...left.documents], [0])
    assert.deepEqual(left.choices.changed, [
      { value: '2026', count: 1 },
      { value: '2025', count: 1 },
    ])
    assert.deepEqual(left.choices.shown, [{ value: 'map', count: 1 }])
    assert.deepEqual([...narrow(documents, { ...EMPTY_QUERY, shown: 'chart' }).documents], [])
  })

  test('a filter without results stays visible, so it can be removed', async () => {
    const documents = await find('shop')
    const left = narrow(documents, { ...EMPTY_QUERY, category: 'x' })
    assert.deepEqual([...left.documents], [])
    assert.deepEqual(left.choices.category, [{ value: 'x', count: 0 }])
  })

  test('the address contains the whole query, and nothing for an empty one', () => {
    const text = anyText.map((any) => any.toWellFormed())
    fc.assert(
      fc.property(text, text, text, text, text, (q, category, oiv, changed, state) => {
        const query = { ...EMPTY_QUERY, q, category, oiv, changed, state }
        assert.deepEqual(parseSearchQuery(renderSearchQuery(query)), query)
      }),
    )
    assert.equal(renderSearchQuery(EMPTY_QUERY), '')
  })
})

describe('words of the search', () => {
  const stems = (text: string) => wordsIn(text).map(({ folded, stem }) => stem ?? folded)
  const folded = (text: string) => wordsIn(text).map((word) => word.folded)

  test('the forms of a Russian word have one stem', () => {
    for (const forms of [
      'больница больницы больниц больнице больницами',
      'парк парки парков парками',
      'школа школы школ школе школами',
      'муниципальный муниципальная муниципальных муниципальными',
      'организация организации организаций организациями',
      'зелёный зеленых ЗЕЛЁНЫМ',
    ])
      assert.equal(new Set(stems(forms)).size, 1, `${forms} → ${stems(forms)}`)
  })

  test('the forms of an English word have one stem', () => {
    for (const forms of [
      'hospital hospitals Hospital’s',
      'city cities',
      'measured measuring measures',
      'licence licences',
    ])
      assert.equal(new Set(stems(forms.replace('’s', ''))).size, 1, forms)
  })

  test('case, ё, accents, stress marks, soft hyphens and compatibility forms make no difference', () => {
    for (const [one, other] of [
      ['Ёлка', 'елка'],
      ['е\u0308лка', 'ЕЛКА'],
      ['ПА́РК', 'парк'],
      ['боль\u00adница', 'больница'],
      ['Café', 'cafe'],
      ['cafe\u0301', 'CAFÉ'],
      ['ﬁnance', 'finance'],
      ['ＡＢＣ', 'abc'],
      ['İstanbul', 'istanbul'],
    ] as const)
      assert.deepEqual(folded(one), folded(other), `${one}, ${other}`)
    assert.deepEqual(folded('район'), ['район'])
    assert.deepEqual(folded('йод'), ['йод'])
  })

  test('numbers are words, whatever character precedes them', () => {
    assert.deepEqual(folded('Школа №5, 2023/24, COVID-19'), ['школа', '5', '2023', '24', 'covid', '19'])
  })

  test('names of columns are found whole and by their parts', () => {
    assert.deepEqual(folded('globalId'), ['globalid', 'global', 'id'])
    assert.deepEqual(folded('XMLName'), ['xmlname', 'xml', 'name'])
    assert.deepEqual(folded('Номер_п/п'), ['номер', 'п', 'п'])
    assert.deepEqual(folded('АдресОбъекта'), ['адресобъекта', 'адрес', 'объекта'])
    assert.deepEqual(folded('Москва РФ McDonald'), ['москва', 'рф', 'mcdonald', 'mc', 'donald'])
  })

  test('common words are not searched for', () => {
    assert.deepEqual(folded('парки и скверы в Москве'), ['парки', 'скверы', 'москве'])
    assert.deepEqual(folded('state of the air'), ['state', 'air'])
  })

  test('words are normalised letters and digits of the text, with their positions', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { folded, stem } of wordsIn(text)) {
          assert.match(folded, /^[\p{L}\p{N}]+$/u)
          assert.notEqual(stem, '')
          assert.equal(termsOf(folded)[0], folded)
          assert.ok(folded.length <= 40)
        }
        for (const { start, end, text: run } of runsIn(text)) assert.equal(text.slice(start, end), run)
      }),
    )
  })

  test('upper case, ё and a stress mark make no difference for any word', () => {
    const word = fc.array(fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюя'), {
      minLength: 1,
      maxLength: 14,
    })
    fc.assert(
      fc.property(word, (letters) => {
        const plain = letters.join('')
        assert.deepEqual(termsOf(plain.toUpperCase()), termsOf(plain))
        assert.deepEqual(termsOf(plain.replaceAll('е', 'ё')), termsOf(plain))
        assert.deepEqual(termsOf(plain.replaceAll('а', 'а\u0301')), termsOf(plain))
        for (const term of termsOf(plain)) assert.ok(plain.startsWith(term.slice(0, 2)))
      }),
    )
  })
})
