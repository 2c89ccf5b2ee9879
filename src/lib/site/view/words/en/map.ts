import { formatCount } from '../../format.ts'
import { records } from './plural.ts'

/** The words of maps. */
export const map = {
  title: 'Map',
  degrees: (number: string, side: 'north' | 'south' | 'east' | 'west' | undefined) =>
    side === undefined ? `${number}°` : `${number}°\u00a0${side.charAt(0).toUpperCase()}`,
  kilometres: (count: string) => `${count}\u00a0km`,
  metres: (count: string) => `${count}\u00a0m`,
  label: (
    count: number,
    [south, north]: readonly [string, string],
    [west, east]: readonly [string, string],
  ) => `Map of ${records(count)}, from ${south} to ${north} and from ${west} to ${east}`,
  placed: (count: number, all: number, columns: readonly string[]) =>
    `Records with a place: ${formatCount(count)} of ${formatCount(all)}, read from ${columns.join(', ')}.`,
  metresNote: 'Its metres are taken for those of Web Mercator (EPSG:3857).',
  someShapes: (drawn: number, all: number) =>
    drawn === 0
      ? 'Lines and areas are too small for a map of this size: dots stand for them.'
      : `${formatCount(drawn)} of ${formatCount(all)} shapes, taken from all over the file, are drawn as shapes, the others as dots.`,
  dots: (most: string) =>
    `Places close together share a dot; the larger it is, the more they are, up to ${most}.`,
  exchanged: (count: number) =>
    `Latitude and longitude exchanged: ${records(count)}, drawn where they lie the other way round.`,
  beyond: (count: number) => `Far from all others, and beyond this map: ${records(count)}.`,
  astray: (count: number) =>
    `Left out: ${records(count)} with coordinates outside the ranges of the earth, or at 0°, 0°.`,
  source: 'Outlines: Natural Earth.',
} as const
