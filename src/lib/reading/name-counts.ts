import type { ByteSource } from './types.ts'

/** The beginning of a document, in which its names are found. */
const HEAD_BYTES = 16_384
const MOST_NAMES = 3
const NAME_IN_JSON = /"([A-Za-z_][\w.-]{0,63})"\s*:/g
/** The longest of the searched texts, and the byte behind it. */
const LONGEST = 64 + 2 + 1
/** What is behind a name: in json a colon or white space, in an xml element white space, `/` or `>`. */
const [AFTER_KEY, AFTER_ELEMENT] = [bytesOf(': \t\r\n'), bytesOf('/> \t\r\n')]

/** How often a name occurs in the two formats of a dataset. */
interface NameCount {
  readonly json: number
  readonly xml: number
}

/**
 * Counts the most frequent names of a json document in it and in an xml document, as names of elements or of attributes, without parsing
 * them, one after the other. Names that one of them does not have are left out, and so are those that are rare in comparison, such as names
 * of what is around the records. None if the formats have other names, or are not encoded as ASCII is.
 */
export function* countNames(json: ByteSource, xml: ByteSource): Generator<NameCount> {
  const head = headOf(xml)
  let most = 0
  for (const name of namesOf(headOf(json))) {
    const named = [{ text: `<${name}`, behind: AFTER_ELEMENT }, { text: ` ${name}=` }].find(({ text }) =>
      head.includes(text),
    )
    if (named === undefined) continue
    const count = countOf(json, { text: `"${name}"`, behind: AFTER_KEY })
    most = Math.max(most, count)
    const other = countOf(xml, named)
    if (count * 2 >= most && other > 0) yield { json: count, xml: other }
  }
}

function namesOf(head: string): string[] {
  const counts = new Map<string, number>()
  for (const [, name = ''] of head.matchAll(NAME_IN_JSON)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.slice(0, MOST_NAMES).map(([name]) => name)
}

function headOf(source: ByteSource): string {
  let head = ''
  for (const chunk of source()) {
    head += Buffer.from(chunk.subarray(0, HEAD_BYTES - head.length)).toString('latin1')
    if (head.length >= HEAD_BYTES) break
  }
  return head
}

interface Searched {
  readonly text: string
  /** The bytes of which one is behind it; undefined for any. */
  readonly behind?: ReadonlySet<number>
}

/** How often a text occurs. */
function countOf(source: ByteSource, { text, behind }: Searched): number {
  const bytes = Buffer.from(text)
  let found = 0
  const count = (within: Buffer, end: number) => {
    for (let at = within.indexOf(bytes); at !== -1 && at < end; at = within.indexOf(bytes, at + bytes.length))
      if (behind === undefined || behind.has(within[at + bytes.length] ?? 0)) found++
  }
  let rest: Buffer = Buffer.alloc(0)
  for (const chunk of source()) {
    // A copy: the next chunk may take the memory of this one.
    const within = Buffer.concat([rest, chunk])
    const end = Math.max(0, within.length - LONGEST)
    count(within, end)
    rest = within.subarray(end)
  }
  count(rest, rest.length)
  return found
}

function bytesOf(text: string): ReadonlySet<number> {
  return new Set(Buffer.from(text))
}
