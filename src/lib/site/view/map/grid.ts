import type { Locale } from '../locale.ts'
import { type Frame, xOf, yOf } from './frame.ts'

/** A line of the grid of degrees, with its label. */
interface GridLine {
  /** From the left for a meridian, from the top for a parallel. */
  readonly at: number
  readonly text: string
}

/** Lines at regular steps of degrees. */
export interface Grid {
  readonly meridians: readonly GridLine[]
  readonly parallels: readonly GridLine[]
  readonly path: string
}

const STEPS = [60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002]
/** Maximum number of lines along the longer side, unless the coarsest step has more. */
const LINES = 5
/** The room that a label needs. */
const EDGE = 40

/** The grid of a frame. */
export function gridOf(locale: Locale, frame: Frame): Grid {
  const { west, east, south, north, width, height, squeeze } = frame
  const longer = Math.max((east - west) * squeeze, north - south)
  const step = STEPS.findLast((degrees) => longer / degrees <= LINES) ?? 60
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const meridians = multiples(west, east, step)
    .map((longitude) => ({
      at: Math.round(xOf(frame, longitude)),
      text: longitudeText(locale, longitude, digits),
    }))
    .filter(({ at }) => at > EDGE && at < width - EDGE)
  const parallels = multiples(south, north, step)
    .map((latitude) => ({
      at: Math.round(yOf(frame, latitude)),
      text: latitudeText(locale, latitude, digits),
    }))
    .filter(({ at }) => at > EDGE / 2 && at < height - EDGE)
  const path =
    meridians.map(({ at }) => `M${at} 0v${height}`).join('') +
    parallels.map(({ at }) => `M0 ${at}h${width}`).join('')
  return { meridians, parallels, path }
}

/** `37.6° E` */
export function longitudeText(locale: Locale, longitude: number, digits: number): string {
  const turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  if (turned === 0) return locale.words.map.degrees(locale.format.fixed(0, 0), undefined)
  const side = Math.abs(turned) === 180 ? undefined : turned > 0 ? 'east' : 'west'
  return locale.words.map.degrees(locale.format.fixed(Math.abs(turned), digits), side)
}

/** `55.8° N` */
export function latitudeText(locale: Locale, latitude: number, digits: number): string {
  if (latitude === 0) return locale.words.map.degrees(locale.format.fixed(0, 0), undefined)
  const side = latitude > 0 ? 'north' : 'south'
  return locale.words.map.degrees(locale.format.fixed(Math.abs(latitude), digits), side)
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Math.round((first + at) * step * 1e6) / 1e6)
}
