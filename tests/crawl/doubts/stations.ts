import type { TestContext } from 'node:test'
import {
  assertFormer,
  codesOf,
  crawlDatasets,
  datasets,
  fileOf,
  type Records,
} from '../../support/crawled-datasets.ts'
import type { Crawled } from '../../support/crawling.ts'
import type { ScriptedOrigin } from '../../support/scripted-origin.ts'

export const FIRST_FILE = fileOf('ds-1')

/** Ten measurements of a station; `day` changes the values. */
export function measurementsOf(code: string, day = 0): Records {
  const n = Number(code.slice(3))
  return Array.from({ length: 10 }, (_, hour) => ({
    station: `${code} of the ${['north', 'south', 'west'][n % 3]}`,
    hour: `${hour}`,
    level: `${(n * 37 + hour * 11 + day * 7) % 100}`,
  }))
}

export const crawlStations = (t: TestContext, count: number) =>
  crawlDatasets(t, codesOf(count), measurementsOf)

export const changeFirst = (origin: ScriptedOrigin, records: Records) =>
  origin.set(datasets(['ds-1'], () => records))

/** Asserts that the copy of the first day is stored next to its successor. */
export const assertFirst = (taken: Crawled) => assertFormer(taken, 'ds-1', measurementsOf('ds-1'))
