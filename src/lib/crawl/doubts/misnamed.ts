import { spread } from '../../catalogue/index.ts'
import { quoteCode } from '../../interface/index.ts'
import { type ByteSource, cellText, type DocumentHint, eachRecord, readOr } from '../../reading/index.ts'
import { type Generation, type ManifestRecord, ownCopyOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import type { Fresh, Suspect } from './fresh.ts'

const SAMPLES = 8
/** Larger documents are not checked: reading them takes long, and answers for the wrong dataset rarely occur in large documents alone. */
const LARGEST_READ = 256 * 1024
const HEAD_BYTES = 4096

/**
 * Finds bodies that identify themselves as another listed dataset. The places where documents state their code are learned from the stored
 * copies, in a first run from the fetched ones. A place is ignored if the copy of the dataset already stated another code there, such as a
 * region with the same number.
 */
export function findMisnamed(crawl: Crawl, fresh: readonly Fresh[], codes: ReadonlySet<string>): Suspect[] {
  const { current, draft, options } = crawl
  return options.formats.flatMap((format) => {
    const candidates = fresh.filter(({ record }) => record.format === format && isReadable(record))
    if (candidates.length === 0) return []
    const stored = current?.manifest.records.filter(
      (record) => record.format === format && record.code !== undefined && isReadable(record),
    )
    const places =
      current && stored && stored.length > 1
        ? learn(stored, current.source)
        : learn(
            candidates.map(({ record }) => record),
            draft.source,
          )
    if (places.length === 0) return []
    return candidates.flatMap((one) => {
      const other = namedBy(crawl, one, places, codes)
      if (other === undefined) return []
      return [
        {
          fresh: one,
          what: `with a document that identifies itself as ${quoteCode(other)}`,
          whose: quoteCode(other),
        },
      ]
    })
  })
}

function learn(records: readonly ManifestRecord[], source: Generation['source']): string[] {
  const samples = spread(records, SAMPLES).map((record) => ({
    code: record.code ?? '',
    claims: findClaims(record, source),
  }))
  return findNamingPlaces(samples)
}

// The other dataset that a body states as its own code.
function namedBy(
  { draft: { source }, current }: Crawl,
  { code, record, stored }: Fresh,
  places: readonly string[],
  codes: ReadonlySet<string>,
): string | undefined {
  if (places.every((place) => namesAtFirst(source(record.path), place, code))) return undefined
  const claims = findClaims(record, source)
  const own = ownCopyOf(stored)
  const before = own && current && isReadable(own) ? findClaims(own, current.source) : new Map()
  return places
    .filter((place) => (before.get(place) ?? code) === code)
    .map((place) => claims.get(place))
    .find((named) => named !== undefined && named !== code && codes.has(named))
}

// Fast path: in most documents the place is near the beginning, with the right code.
function namesAtFirst(source: () => Iterable<Uint8Array>, place: string, code: string): boolean {
  const name = place.replace(/^beside /, '')
  for (const chunk of source()) {
    const text = Buffer.from(chunk).subarray(0, HEAD_BYTES).toString()
    const at = text.indexOf(name)
    return at >= 0 && /^(?:"\s*:\s*"?|>|\s*=\s*["'])$/.test(between(text, at + name.length, code))
  }
  return false
}

// The text between a name and the code that follows it.
function between(text: string, from: number, code: string): string {
  const to = text.indexOf(code, from)
  const next = text.charAt(to + code.length)
  return to < 0 || to - from > 8 || /[\p{L}\p{N}_.-]/u.test(next) ? '?' : text.slice(from, to)
}

function isReadable({ sha256, bytes = 0 }: ManifestRecord): boolean {
  return sha256 !== undefined && bytes <= LARGEST_READ
}

function findClaims(
  { path, format, charset }: ManifestRecord,
  source: Generation['source'],
): Map<string, string> {
  return readOr(new Map(), () => claimsOf(source(path), { format, charset }))
}

const RECORDS_READ = 20

/**
 * The values by which a document may identify itself, by place: plain values outside of its records, and fields with the same value in all
 * of the first twenty records. Throws readOr.
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
function findNamingPlaces(
  samples: readonly { readonly code: string; readonly claims: ReadonlyMap<string, string> }[],
): string[] {
  const counts = new Map<string, { own: number; all: number }>()
  for (const { code, claims } of samples)
    for (const [place, value] of claims) {
      const { own, all } = counts.get(place) ?? { own: 0, all: 0 }
      counts.set(place, { own: own + Number(value === code), all: all + 1 })
    }
  return [...counts].flatMap(([place, { own, all }]) => (own >= 2 && own * 3 >= all * 2 ? [place] : []))
}
