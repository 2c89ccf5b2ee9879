import { createRequire } from 'node:module'
import { ConfigError, type Settings } from '../config/index.ts'
import type { PlacesChoice } from '../reading/index.ts'

/** What the config states about the columns of datasets: which are places, their kinds, and what they mean. */
export type ColumnChoices = Partial<Pick<Settings, 'places' | 'kinds' | 'meanings'>>

/** The part of a config that is about the columns of datasets. */
export function choicesOf({ places, kinds, meanings }: Settings): ColumnChoices {
  return { places, kinds, meanings }
}

/** The part of proj4 that is used. Its types are those of a browser. */
type Proj4 = (from: string, to: string) => { forward(position: [number, number]): number[] }

/**
 * Returns the function that finds what the config states about the places of a dataset. The library of grids is loaded when one is needed.
 */
export function openPlaces(
  chosen: Settings['places'],
): (code: string | undefined) => PlacesChoice | undefined {
  const converters = new Map<string, NonNullable<PlacesChoice['convert']>>()
  return (code) => {
    if (code === undefined) return undefined
    const choice = chosen[Object.hasOwn(chosen, code) ? code : '*']
    if (choice === undefined) return undefined
    if (typeof choice === 'string') return { columns: choice === 'none' ? [] : [choice] }
    const { longitude, latitude, grid } = choice
    if (grid === undefined) return { columns: [longitude, latitude] }
    const convert = converters.get(grid) ?? converterOf(grid)
    converters.set(grid, convert)
    return { columns: [longitude, latitude], grid, convert }
  }
}

/** What the config states about each column of a dataset, such as its kind; what is under its code counts before that of all. */
export function statedOf<Stated>(
  chosen: Readonly<Record<string, Readonly<Record<string, Stated>>>>,
  code: string | undefined,
): Readonly<Record<string, Stated>> | undefined {
  if (code === undefined) return undefined
  const own = Object.hasOwn(chosen, code) ? chosen[code] : undefined
  return own || chosen['*'] ? { ...chosen['*'], ...own } : undefined
}

/** Throws a ConfigError for a grid whose notation is not known. */
export function checkPlaces({ places }: Pick<Settings, 'places'>): void {
  for (const [code, choice] of Object.entries(places)) {
    if (typeof choice === 'string' || choice.grid === undefined) continue
    try {
      converterOf(choice.grid)(0, 0)
    } catch {
      throw new ConfigError(
        `places.${code}.grid: expected a grid in the notation of PROJ, such as "+proj=utm +zone=37", saw ${JSON.stringify(choice.grid)}`,
      )
    }
  }
}

/** Converts positions of a grid, in the notation of PROJ, to degrees. Throws if the notation is not known. */
function converterOf(grid: string): NonNullable<PlacesChoice['convert']> {
  const proj4: Proj4 = createRequire(import.meta.url)('proj4')
  const { forward } = proj4(grid, 'EPSG:4326')
  return (x, y) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined
    const [longitude = NaN, latitude = NaN] = forward([x, y])
    return Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude, latitude] : undefined
  }
}
