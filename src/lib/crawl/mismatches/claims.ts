import { type ByteSource, cellText, type DocumentHint, eachRecord } from '../../reading/index.ts'

const RECORDS_READ = 20

/**
 * The values by which a document may identify itself, by place: plain values outside of its records, and fields with the same value in all
 * of the first twenty records. Throws UnreadableDocument.
 */
export function claimsOf(source: ByteSource, hint: DocumentHint): Map<string, string> {
  const constant = new Map<string, string | undefined>()
  let visited = 0
  const { beside } = eachRecord(source, hint, (fields) => {
    for (const [name, value] of fields) {
      const text = cellText(value) ?? undefined
      const isFirst = visited === 0
      if (isFirst || constant.get(name) !== text) constant.set(name, isFirst ? text : undefined)
    }
    visited++
    return visited < RECORDS_READ ? undefined : false
  })
  const claims = new Map<string, string>()
  for (const [name, text] of constant) if (text !== undefined) claims.set(name, text)
  for (const { name, value } of beside) claims.set(`beside ${name}`, value)
  return claims
}

/** The places where documents state their own code: in at least two thirds of the documents that have the place, and in at least two. */
export function findNamingPlaces(
  samples: readonly { readonly code: string; readonly claims: ReadonlyMap<string, string> }[],
): string[] {
  const tally = new Map<string, { own: number; all: number }>()
  for (const { code, claims } of samples)
    for (const [place, value] of claims) {
      const { own, all } = tally.get(place) ?? { own: 0, all: 0 }
      tally.set(place, { own: own + Number(value === code), all: all + 1 })
    }
  return [...tally].flatMap(([place, { own, all }]) => (own >= 2 && own * 3 >= all * 2 ? [place] : []))
}
