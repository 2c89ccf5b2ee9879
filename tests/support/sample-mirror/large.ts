import type { Mirror } from '../../../src/lib/site/view/mirror.ts'
import { datasetEntry, entry } from './entries.ts'
import { mirrorOf } from './mirror.ts'
import { readingOf } from './readings.ts'

/** A mirror with many simple datasets, to test whether pages and builds can handle it. */
export function largeMirror(count: number, rows = 36): Mirror {
  const nouns = [
    'Register',
    'Map',
    'Budget',
    'Schools',
    'Roads',
    'Trees',
    'Permits',
    'Air',
    'Zoning',
    'Water',
  ]
  const reading = readingOf(
    Array.from({ length: rows }, (_, at) => ({
      no: at + 1,
      name: `Object ${at + 1}`,
      address: `${at + 1} Long Street, Exampleshire`,
      opened: `20${String(10 + (at % 15))}-04-01`,
      area: at * 13.37,
      note: at % 3 === 0 ? null : 'as surveyed',
      lat: 55.7 + at / 1000,
      lon: 37.6 + at / 1000,
      phone: '+00 000 00 00',
      web: 'https://example.org/object',
    })),
  )
  return mirrorOf({
    datasets: Array.from({ length: count }, (_, at) => ({
      entry: datasetEntry(`77000${at}-set`, {
        title: `${nouns[at % 10]} of district ${at}`,
        categories: [String(at % 6)],
        oivs: [`oiv${at % 40}`],
      }),
      reading,
    })),
    categories: Array.from({ length: 6 }, (_, at) => entry(String(at), `Subject ${at}`)),
    oivs: Array.from({ length: 40 }, (_, at) => entry(`oiv${at}`, `Department no. ${at}`)),
  })
}
