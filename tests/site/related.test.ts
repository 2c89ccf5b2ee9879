import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DatasetCode, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { compareSketches, sketchOf } from '../../src/lib/reading/profile/sketch.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { measure } from '../../src/lib/site/index.ts'
import { openRelated, type Relatable } from '../../src/lib/site/related.ts'
import fc from '../support/fast-check.ts'

type Row = Readonly<Record<string, unknown>>

function dataset(code: string, rows: readonly Row[] | undefined, oivs: readonly string[] = []): Relatable {
  const bytes = Buffer.from(JSON.stringify(rows ?? []))
  return {
    code: parseDatasetCode(code),
    oivs,
    extent: rows && measure(readDocument(() => [bytes], { format: 'json' })),
  }
}

function relatedTo(code: string, datasets: readonly Relatable[]) {
  return openRelated(datasets)(code)
}

function rowsOf(length: number, row: (at: number) => Row): Row[] {
  return Array.from({ length }, (_, at) => row(at))
}

const codes = (length: number, prefix = 'RU-') => rowsOf(length, (at) => ({ code: `${prefix}${at}` }))
const related = (code: string, reasons: object) => ({ code: code as DatasetCode, ...reasons })

describe('datasets with similar columns are related', () => {
  test('if they have columns of the same names and kinds, named as in the first', () => {
    const parks = dataset('parks', [{ District: 'North Side', address: 'Main Street 1', area: 5 }])
    const kiosks = dataset('kiosks', [{ address: 'Long Street 2', district: 'West End', owner: 'A and B' }])
    const films = dataset('films', [{ film: 'The General', director: 'Buster Keaton' }])
    assert.deepEqual(relatedTo('parks', [films, kiosks, parks]), [
      related('kiosks', { columns: ['District', 'address'] }),
    ])
  })

  test('not if the columns have other kinds, or if it is one column', () => {
    const one = dataset('one', [{ name: 'First of all', size: 12.5 }])
    const other = dataset('other', [{ name: 'Second of all', size: 'very large' }])
    assert.deepEqual(relatedTo('one', [one, other]), [])
  })

  test('not by columns that more than 200 datasets have', () => {
    const common = rowsOf(401, (at) => ({ name: 'A name', note: 'A note', [`only ${at}`]: 'A text' }))
    const datasets = common.map((row, at) => dataset(`d${String(at).padStart(3, '0')}`, [row]))
    assert.deepEqual(relatedTo('d200', datasets), [])
  })

  test('of many with the same columns, the six whose titles are nearest', () => {
    const datasets = rowsOf(300, (at) => ({ name: `Name ${at}`, note: 'A note' })).map((row, at) =>
      dataset(`d${String(at).padStart(3, '0')}`, [row]),
    )
    const found = relatedTo('d150', datasets).map(({ code }) => code)
    assert.deepEqual(found.toSorted(), ['d147', 'd148', 'd149', 'd151', 'd152', 'd153'])
  })
})

describe('datasets can be joined', () => {
  test('by codes of which some are in both, if they do not repeat in one of them', () => {
    const regions = dataset('regions', codes(10))
    const visits = dataset(
      'visits',
      rowsOf(40, (at) => ({ region: `RU-${at % 8}`, visits: at * 1.5 })),
    )
    assert.deepEqual(relatedTo('visits', [regions, visits]), [
      related('regions', { join: ['region', 'code'] }),
    ])
    assert.deepEqual(relatedTo('regions', [regions, visits]), [
      related('visits', { join: ['code', 'region'] }),
    ])
  })

  test('not by codes that repeat in both, or that differ', () => {
    const repeated = (name: string) => rowsOf(40, (at) => ({ [name]: `RU-${at % 8}` }))
    const [a, b] = [dataset('a', repeated('x')), dataset('b', repeated('y'))]
    assert.deepEqual(relatedTo('a', [a, b]), [])
    assert.deepEqual(relatedTo('c', [dataset('c', codes(10)), dataset('d', codes(10, 'DE-'))]), [])
  })

  test('by whole numbers that have the same name, but not by those that number the records', () => {
    const taxpayers = (name: string) =>
      dataset(
        name,
        rowsOf(10, (at) => ({ inn: 7_700_000_000 + at * 7919 })),
      )
    assert.deepEqual(relatedTo('a', [taxpayers('a'), taxpayers('b')]), [
      related('b', { join: ['inn', 'inn'] }),
    ])
    const numbered = (name: string) =>
      dataset(
        name,
        rowsOf(30, (at) => ({ id: at + 1 })),
      )
    assert.deepEqual(relatedTo('c', [numbered('c'), numbered('d')]), [])
  })

  test('not by whole numbers of another name, which are equal by chance', () => {
    const counties = dataset(
      'counties',
      rowsOf(300, (at) => ({ county_id: 1001 + at * 14 })),
    )
    const zips = dataset(
      'zips',
      rowsOf(300, (at) => ({ zip_code: 1001 + at * 28 })),
    )
    assert.deepEqual(relatedTo('counties', [counties, zips]), [])
  })
})

describe('datasets of one publisher', () => {
  const own = (code: string, oiv: string) => dataset(code, [{ [`text of ${code}`]: 'A text' }], [oiv])

  test('are related to at most three whose titles are nearest', () => {
    const datasets = [...'abcdefgh'].map((code) => own(code, 'roads'))
    const found = relatedTo('e', [...datasets, own('z', 'parks')])
    assert.deepEqual(found, [
      related('d', { oiv: 'roads' }),
      related('f', { oiv: 'roads' }),
      related('c', { oiv: 'roads' }),
    ])
  })

  test('are not related if it publishes all datasets', () => {
    assert.deepEqual(relatedTo('a', [own('a', 'roads'), own('b', 'roads')]), [])
  })

  test('come after datasets with more in common, and the publisher is one more reason', () => {
    const found = relatedTo('a', [
      dataset('a', codes(10), ['roads']),
      own('b', 'roads'),
      dataset('c', codes(10), ['roads']),
      own('d', 'parks'),
    ])
    assert.deepEqual(found, [
      related('c', { join: ['code', 'code'], oiv: 'roads' }),
      related('b', { oiv: 'roads' }),
    ])
  })
})

test('a dataset without a document that can be read is offered to no other', () => {
  const missing = dataset('b', undefined, ['roads'])
  const other = dataset('c', [{ other: 'A text' }], ['parks'])
  assert.deepEqual(relatedTo('a', [dataset('a', codes(10), ['roads']), missing, other]), [])
})

describe('the sketch of a column', () => {
  test('is the same for the same values in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.integer(), (texts, seed) => {
        const shuffled = texts.toSorted((a, b) => ((a.length * seed) % 7) - ((b.length * seed) % 7))
        assert.deepEqual(sketchOf(shuffled), sketchOf([...texts, ...texts]))
      }),
    )
  })

  test('has values in common with another one only if the columns have', () => {
    const texts = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `value ${from + at}`)
    assert.equal(compareSketches(sketchOf(texts(0, 1000)), sketchOf(texts(1000, 2000))).shared, 0)
    assert.deepEqual(compareSketches(sketchOf(texts(0, 10)), sketchOf(texts(5, 15))), { shared: 5, of: 10 })
    const { shared, of } = compareSketches(sketchOf(texts(0, 1000)), sketchOf(texts(0, 100)))
    assert.equal(shared, of)
  })
})
