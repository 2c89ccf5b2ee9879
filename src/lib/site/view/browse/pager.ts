/** Datasets per page: about ten screens of a phone, under 10 kB compressed. */
export const PAGE_SIZE = 60

/** The number of pages for this many entries; an empty list has one page. */
export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE))
}

/** The entries of one page, the first page being 1. */
export function slicePage<T>(entries: readonly T[], page: number): readonly T[] {
  return entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
}

/** The page numbers that a pager shows: the first, the last and those around the current one; undefined for a gap. */
export function numbersAround(page: number, pages: number): (number | undefined)[] {
  const near = [page - 2, page - 1, page, page + 1, page + 2]
  const wanted = [...new Set([1, ...near, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b)
  return wanted.flatMap((number, at) => {
    const left = number - (wanted[at - 1] ?? number - 1) - 1
    // A gap of one page would be no shorter than its number.
    return left === 0 ? [number] : [left === 1 ? number - 1 : undefined, number]
  })
}
