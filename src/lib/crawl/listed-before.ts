import type { Manifest } from '../snapshot/index.ts'

/** The codes that were listed when a generation was made, in order: all except withdrawn ones. */
export function listedBefore({ codes, records }: Pick<Manifest, 'codes' | 'records'>): string[] {
  const withdrawn = new Set(
    records.flatMap(({ code, state }) => (code !== undefined && state === 'withdrawn' ? [code] : [])),
  )
  return codes.order.filter((code) => !withdrawn.has(code))
}
