const RUN = 4096

/** Sorts in place, by sorting and then merging runs; yields after each step of a few milliseconds. */
export function* sortSteps(
  items: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Generator<void, void> {
  for (let from = 0; from < items.length; from += RUN) {
    items.subarray(from, from + RUN).sort(compare)
    yield
  }
  let [source, target] = [items, new Uint32Array(items.length)]
  for (let width = RUN; width < items.length; width *= 2) {
    for (let from = 0; from < items.length; from += 2 * width) {
      merge(source, target, from, from + width, from + 2 * width, compare)
      yield
    }
    ;[source, target] = [target, source]
  }
  if (source !== items) items.set(source)
}

function merge(
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  middle: number,
  to: number,
  compare: (a: number, b: number) => number,
): void {
  const end = Math.min(to, source.length)
  const half = Math.min(middle, end)
  let [left, right] = [from, half]
  for (let at = from; at < end; at++) {
    const isLeft =
      left < half && (right >= end || compare(source[left] as number, source[right] as number) <= 0)
    target[at] = source[isLeft ? left++ : right++] as number
  }
}
