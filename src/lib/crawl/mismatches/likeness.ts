const LENGTH = 5
const MOST = 64 * 1024

/** The similarity of two documents, from 0 to 1: the share of short substrings they have in common. */
export function likeness(a: string, b: string): number {
  const [left, right] = [piecesOf(a), piecesOf(b)]
  const shared = [...left].filter((piece) => right.has(piece)).length
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}

/** The beginning of a document, for {@link likeness}. */
export function headOf(source: () => Iterable<Uint8Array>): string {
  for (const chunk of source()) return Buffer.from(chunk).subarray(0, MOST).toString('latin1')
  return ''
}

function piecesOf(text: string): Set<string> {
  const pieces = new Set<string>()
  const end = Math.min(text.length, MOST) - LENGTH
  for (let at = 0; at <= end; at++) pieces.add(text.slice(at, at + LENGTH))
  return pieces
}
