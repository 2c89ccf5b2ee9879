import type { Locale } from '../locale.ts'
import type { Frame } from './frame.ts'

/** A line as long as a round number of kilometres or metres at the middle of a map. */
export interface Scale {
  readonly length: number
  readonly text: string
}

const KM_PER_DEGREE = 111.2
/** Beyond so many degrees across, lengths differ too much from top to bottom for one line to tell them. */
const WIDEST = 60

/** The scale of a frame; undefined for maps of large parts of the earth. */
export function scaleOf(locale: Locale, { width, scale, north, south }: Frame): Scale | undefined {
  if (width / scale > WIDEST || north - south > WIDEST) return undefined
  const most = ((width / scale) * KM_PER_DEGREE) / 5
  const power = 10 ** Math.floor(Math.log10(most))
  const km = power * ([5, 2, 1].find((times) => times * power <= most) ?? 1)
  return { length: Math.round((km / KM_PER_DEGREE) * scale), text: lengthText(locale, km) }
}

function lengthText(locale: Locale, km: number): string {
  const { kilometres, metres } = locale.words.map
  return km >= 1 ? kilometres(locale.format.count(km)) : metres(locale.format.count(Math.round(km * 1000)))
}
