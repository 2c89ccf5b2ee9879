import { datasetResource } from '../../interface/index.ts'
import { type Frame, frameOf, longitudeWithin, shownExtentOf, xOf, yOf } from './map/frame.ts'
import { groundOf } from './map/ground.ts'
import { dotsPath } from './map/path.ts'
import type { Mirror } from './mirror.ts'

/** The box of the picture of a part, and how far its dots are apart. */
export const TILE = { width: 160, height: 90, step: 2 } as const

/** Fewer places are no portrait. */
const [LEAST_PLACES, LEAST_DOTS] = [60, 6]
const FEW_PLACES = 3_000
/** At most this many places decide which part of the earth is shown. */
const MOST_FRAMING = 5_000
/** In smaller parts of the earth, given in degrees, the land has no shape that readers know. */
const LEAST_LAND = 4

type Places = readonly number[]

export type Portrait = NonNullable<ReturnType<typeof portraitOf>>

/** The places of all datasets in one drawing; undefined if a mirror has hardly any. */
export function portraitOf({ catalogue, extentOf: sizeOf, outlinesOf }: Mirror) {
  const places = new Map<string, Places>()
  for (const { code } of catalogue.datasets) {
    const own = sizeOf(datasetResource(code))?.places
    if (own) places.set(code, own)
  }
  const count = places.values().reduce((sum, { length }) => sum + length / 2, 0)
  if (count < LEAST_PLACES) return undefined
  const frame = frameAround([...places.values()], count)
  if (frame === undefined) return undefined
  const degrees = frame.width / frame.scale
  const land = degrees < LEAST_LAND ? '' : groundOf(outlinesOf('coarse'), frame).land
  return {
    width: frame.width,
    height: frame.height,
    /** If the frame is so wide that readers recognise its shape. */
    ...(land !== '' && { land }),
    dots: dotsPath(dotsIn(frame, places.values(), 1)),
    /** Whether the dots are so few that they are drawn larger. */
    ...(count < FEW_PLACES && { few: true as const }),
    /** How many datasets have places. */
    datasets: places.size,
    /** The drawing of a part of the datasets in a box of {@link TILE} units; undefined if it would show hardly anything. */
    partOf(codes: Iterable<string>) {
      const own = [...codes].flatMap((code) => [places.get(code) ?? []])
      const scale = Math.max(frame.width / TILE.width, frame.height / TILE.height)
      const dots = new Map(
        dotsIn(frame, own, scale * TILE.step).map(
          (dot) => [dot.join(), dot.map((at) => at * TILE.step)] as const,
        ),
      )
      return dots.size < LEAST_DOTS ? undefined : dotsPath([...dots.values()] as [number, number][])
    },
  }
}

function frameAround(all: readonly Places[], count: number): Frame | undefined {
  const every = Math.ceil(count / MOST_FRAMING)
  const points = all
    .flatMap((places) => pairsOf(places))
    .flatMap(([x, y], at) => (at % every === 0 ? [[x, y, 1] as const] : []))
  const extent = shownExtentOf({ points })
  return extent && frameOf(extent)
}

function pairsOf(places: Places): [longitude: number, latitude: number][] {
  return Array.from({ length: places.length / 2 }, (_, at) => [
    places[2 * at] as number,
    places[2 * at + 1] as number,
  ])
}

// The places within the frame, in whole units of this size.
function dotsIn(frame: Frame, all: Iterable<Places>, unit: number): [x: number, y: number][] {
  const dots: [number, number][] = []
  for (const places of all)
    for (const [longitude, latitude] of pairsOf(places)) {
      const [x, y] = [xOf(frame, longitudeWithin(frame, longitude)), yOf(frame, latitude)]
      if (x >= 0 && x <= frame.width && y >= 0 && y <= frame.height)
        dots.push([Math.round(x / unit), Math.round(y / unit)])
    }
  return dots
}
