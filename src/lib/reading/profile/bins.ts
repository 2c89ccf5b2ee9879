/** How wide each bin of a histogram is, and how many there are. */
interface Bins {
  readonly width: number
  readonly count: number
}

/** Maximum number of bins. */
const BINS = 20

/**
 * The bins over values between two. With a step, all values are a whole number of steps from the first, and each bin has the same number of steps: one
 * if they are few; the last may extend beyond the last value.
 */
export function binsBetween(from: number, to: number, step?: number): Bins {
  if (step === undefined) return { width: (to - from) / BINS, count: BINS }
  const places = Math.round((to - from) / step) + 1
  const each = Math.ceil(places / BINS)
  return { width: each * step, count: Math.ceil(places / each) }
}

/** Numbers with more decimals have no common step. */
const SCALES = [1, 10, 100, 1000]

/** The largest step that leads from a value to all others; undefined for numbers with many decimals, such as 0.30000000000000004. */
export function stepOf(values: readonly number[], from: number): number | undefined {
  const all = [from, ...values]
  const scale = SCALES.find((times) => all.every((value) => isMultiple(value, times)))
  if (scale === undefined) return undefined
  const first = Math.round(from * scale)
  const step = values.reduce((common, value) => divisorOf(common, Math.round(value * scale) - first), 0)
  return step > 0 ? step / scale : undefined
}

function isMultiple(value: number, scale: number): boolean {
  const times = Math.round(value * scale)
  return Number.isSafeInteger(times) && times / scale === value
}

function divisorOf(a: number, b: number): number {
  return b === 0 ? a : divisorOf(b, a % b)
}
