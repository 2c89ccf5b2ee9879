import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Config, parseConfig } from '../../src/lib/config/index.ts'
import type { Geography } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { checkPlaces, openPlaces } from '../../src/lib/site/grids.ts'

const MOSCOW = '+proj=tmerc +lat_0=55.6667 +lon_0=37.5 +ellps=bessel +x_0=112 +y_0=-38'

const records = Array.from({ length: 20 }, (_, at) => ({
  no: at,
  X: `-9${235 + at},69`,
  Y: '29808,28',
  lat: 51.5,
  lon: -0.1 - at / 100,
  where: `POINT (2.3${at} 48.85)`,
}))

function geographyOf(places: NonNullable<Config['places']>, code = '893'): Geography | undefined {
  const choice = openPlaces(parseConfig({ places }).places)(code)
  const bytes = Buffer.from(JSON.stringify(records))
  return readDocument(() => [bytes], { format: 'json', places: choice }).geography
}

describe('the config states where places are', () => {
  test('in metres of a local grid', () => {
    const geography = geographyOf({ '893': { longitude: 'X', latitude: 'Y', grid: MOSCOW } })
    assert.deepEqual([geography?.columns, geography?.count, geography?.stated], [['X', 'Y'], 20, 'grid'])
    const [longitude, latitude] = geography?.points[0] ?? []
    assert.ok(Math.abs((longitude ?? 0) - 37.35) < 0.01 && Math.abs((latitude ?? 0) - 55.935) < 0.01)
  })

  test('in columns of one dataset or of all, and in none', () => {
    assert.deepEqual(geographyOf({ '*': 'where' })?.columns, ['where'])
    assert.deepEqual(geographyOf({ '*': 'where', '893': { longitude: 'lon', latitude: 'lat' } })?.columns, [
      'lon',
      'lat',
    ])
    assert.equal(geographyOf({ '893': 'none' }), undefined)
    assert.equal(geographyOf({ '893': 'none' }, 'constructor')?.stated, undefined)
    assert.equal(geographyOf({ '893': 'none' }, '7')?.count, 20)
  })

  test('in columns that a dataset does not have, and its places are inferred', () => {
    const geography = geographyOf({ '*': { longitude: 'x_wgs', latitude: 'y_wgs' } })
    assert.deepEqual([geography?.count, geography?.stated], [20, undefined])
  })

  test('in a grid that is not known, which is refused with its key', () => {
    const { places } = parseConfig({
      places: { '893': { longitude: 'X', latitude: 'Y', grid: '+proj=nowhere' } },
    })
    assert.throws(() => checkPlaces({ places }), /places\.893\.grid: expected a grid .*saw "\+proj=nowhere"/)
    assert.throws(() => parseConfig({ places: { a: { longitude: 'X' } } }), /places\.a/)
  })
})
