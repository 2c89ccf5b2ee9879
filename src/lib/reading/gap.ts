/** Steps of months and years differ by less than this: years have 365 or 366 days, months 28 to 31. */
const ALIKE = 1.5
/** A line has a rhythm if at least this share of its steps is alike. */
const REGULAR = 0.6
/** Dates that are so close, in ms, have no gap between them: many things are not measured at night, on weekends and on holidays. */
const CLOSE = 4 * 86_400_000
/** If at least this share of the steps is alike, they are measured then too. */
const STEADY = 0.95

/**
 * The parts of a line, from left to right, between which periods are missing. A line of every fifth year has no gaps, nor has one without a
 * rhythm. `isDate`: whether its places are in ms since 1970.
 */
export function splitAtGaps<Point extends readonly [x: number, y: number]>(
  points: readonly Point[],
  isDate: boolean,
): Point[][] {
  const { steps, usual, alike } = stepsOf(points)
  const close = isDate && alike < steps.length * STEADY ? CLOSE : 0
  const longest = hasRhythm(points) ? Math.max(usual * ALIKE, close) : Number.POSITIVE_INFINITY
  const parts: Point[][] = []
  points.forEach((point, at) => {
    if (at === 0 || (steps[at - 1] as number) > longest) parts.push([point])
    else parts.at(-1)?.push(point)
  })
  return parts
}

/** Whether most of the steps of a line, from left to right, are alike. */
export function hasRhythm(points: readonly (readonly [x: number, y: number])[]): boolean {
  const { steps, alike } = stepsOf(points)
  return alike >= steps.length * REGULAR
}

function stepsOf(points: readonly (readonly [x: number, y: number])[]) {
  const steps = points.slice(1).map(([x], at) => x - (points[at]?.[0] ?? x))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const alike = steps.filter((step) => step <= usual * ALIKE && step * ALIKE >= usual).length
  return { steps, usual, alike }
}
