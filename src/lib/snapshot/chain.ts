import { createHash, hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { joinPieces, readTextFile } from './disk.ts'
import { isGenerationId, layout } from './layout.ts'
import { type Manifest, type Problem, warning } from './manifest.ts'

/** The chain of generations: a line for each generation whose data differ from those before. */
export const CHAIN = 'generations.jsonl'

/** Maximum number of lines: those of a year if every hour changes something. The first ones are left out. */
const MOST_LINES = 10_000
/** The length of a chain, in bytes; a line has at most 300. */
export const MOST_CHAIN_BYTES = 2 ** 22

/** One line of the chain. */
interface Link {
  /** Counts from 1. */
  readonly n: number
  readonly generation: string
  /** {@link sumOfData} of the generation. */
  readonly data: string
  /** The sha256 of the line before, with its line feed; zeros in the first line. */
  readonly prev: string
  /** The line with its line feed. */
  readonly line: string
}

/** The lines of a chain, at least one. */
export type Chain = readonly Link[]

const NONE = '0'.repeat(64)
const LINE =
  /^\{"n":([1-9]\d{0,14}),"generation":"([\dTZ-]+)","at":"[\d:.TZ-]+","data":"([\da-f]{64})","prev":"([\da-f]{64})"\}$/

/** Reads a chain. Throws an error that states the first line that is not valid, or does not follow the line before. */
export function parseChain(text: string): Chain {
  const chain: Link[] = []
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new Error('Its last line is not complete.')
  for (const [at, line] of lines.entries()) {
    const [, n = '', generation = '', data = '', prev = ''] = LINE.exec(line) ?? []
    if (!isGenerationId(generation))
      throw new Error(`Its line ${at + 1} is not one of a chain of generations.`)
    const link = { n: Number(n), generation, data, prev, line: `${line}\n` }
    const before = chain.at(-1)
    if (before === undefined ? link.n === 1 && prev !== NONE : !follows(before, link))
      throw new Error(`Its line ${at + 1} (generation ${generation}) does not follow the line before.`)
    chain.push(link)
  }
  return chain
}

function follows(before: Link, { n, prev }: Link): boolean {
  return n === before.n + 1 && prev === hash('sha256', before.line)
}

/**
 * The sha256 of the data of a generation: of the lines of `SHA256SUMS` for the json and xml of the interface. It depends on nothing else:
 * not on the pages, the program or the time.
 */
export function sumOfData({ records }: Pick<Manifest, 'records'>): string {
  const sums = new Map<string, string>()
  for (const { path, sha256 } of records) if (sha256 !== undefined) sums.set(path, sha256)
  const sum = createHash('sha256')
  for (const lines of joinPieces(renderChecksums(sums))) sum.update(lines)
  return sum.digest('hex')
}

/** The text of the chain with a generation: the same if its data are those of the last line. `before`: the chain so far, if there is one. */
export function extendChain(before: Chain | undefined, manifest: Manifest): string {
  const lines = (before ?? []).map(({ line }) => line)
  const last = before?.at(-1)
  const data = sumOfData(manifest)
  if (last?.data !== data) {
    const { generation, completedAt: at } = manifest
    const prev = last === undefined ? NONE : hash('sha256', last.line)
    lines.push(`${JSON.stringify({ n: (last?.n ?? 0) + 1, generation, at, data, prev })}\n`)
  }
  return lines.slice(-MOST_LINES).join('')
}

/** Why a chain is not a continuation of one that was `known`, as a clause; undefined if it is one, or the same. */
export function findBreak(known: Chain, now: Chain): string | undefined {
  const lines = new Map(now.map(({ n, line }) => [n, line]))
  const [latest, last, first] = [known.at(-1), now.at(-1), now[0]]
  if (latest === undefined || last === undefined || first === undefined) return undefined
  const other = known.find(({ n, line }) => lines.has(n) && lines.get(n) !== line)
  if (other !== undefined)
    return `has another line ${other.n} than was known (generation ${other.generation})`
  if (last.n < latest.n)
    return `ends with line ${last.n}, but line ${latest.n} was known (generation ${latest.generation})`
  if (lines.has(latest.n) || follows(latest, first)) return undefined
  return `begins with line ${first.n}, so it cannot be compared with line ${latest.n}, the last that was known`
}

/**
 * The text of the chain up to a generation. If its file is missing, damaged or, as in a backup, older than that of the published site (the folder
 * `published`), it continues that one, else begins again. `problem`: readers of the published chain notice that this is another one.
 */
export function openChain(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  published: string | undefined,
): { readonly text: string; readonly problem?: Problem } {
  const file = layout.chain(folder)
  const own = findChain(file)
  const site = published === undefined ? undefined : findChain(layout.chain(published))
  const isOlder = own !== undefined && site !== undefined && findBreak(own, site) === undefined
  const text = extendChain(isOlder ? site : (own ?? site), manifest)
  const isBroken =
    site === undefined
      ? own === undefined && existsSync(file)
      : findBreak(site, parseChain(text)) !== undefined
  return { text, ...(isBroken && { problem: LOST }) }
}

const LOST: Problem = warning(
  'lost-generations',
  CHAIN,
  'The chain of generations does not continue the earlier one, because its file in the state folder was damaged, missing or that of another state folder. Anyone who stored the earlier chain will notice. To continue a published chain, restore the snapshot from its site (--restore). A backup of the state folder may still have it.',
)

/** The chain in a file; undefined if there is none that is valid. */
function findChain(file: string): Chain | undefined {
  try {
    return parseChain(readTextFile(file, MOST_CHAIN_BYTES))
  } catch {
    return undefined
  }
}

/**
 * Checksums as `sha256sum -c` reads them (GNU coreutils, md5sum invocation): a name with a backslash, line feed or
 * carriage return is escaped, and its line begins with a backslash. Sorted by path, in pieces: those of many datasets are a long text.
 */
export function* renderChecksums(sums: ReadonlyMap<string, string>): Iterable<string> {
  for (const path of [...sums.keys()].sort()) yield renderLine(path, sums.get(path) as string)
}

function renderLine(path: string, sha256: string): string {
  return /[\\\n\r]/.test(path) ? `\\${sha256}  ${escapeName(path)}\n` : `${sha256}  ${path}\n`
}

/**
 * Reads checksums into sha256 by path. Throws an error that quotes the first line it cannot read, names a path that is listed twice, or
 * states that the line ends are those of Windows.
 */
export function parseChecksums(text: string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const [path, sha256] of eachChecksum([text])) {
    if (sums.has(path)) throw new Error(`SHA256SUMS: ${JSON.stringify(path)} is listed twice.`)
    sums.set(path, sha256)
  }
  return sums
}

/** Reads checksums one by one from a text in pieces, as paths with their sha256: those of many datasets take much memory. Throws like {@link parseChecksums}. */
export function* eachChecksum(pieces: Iterable<string>): Generator<readonly [path: string, sha256: string]> {
  for (const line of linesOf(pieces)) {
    if (line === '') continue
    if (line.endsWith('\r'))
      throw new Error(
        'SHA256SUMS: the lines end as on Windows. The files were probably transferred as text, which changes them: transfer them again, in binary mode.',
      )
    const match = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s.exec(line)
    if (match === null)
      throw new Error(`SHA256SUMS: expected a checksum and a name, saw ${JSON.stringify(line.slice(0, 80))}.`)
    const [, escaped = '', sha256 = '', name = ''] = match
    yield [escaped ? unescapeName(name) : name, sha256]
  }
}

// Yields the lines one by one: if a damaged file consists of line feeds, a list of its lines would not fit into memory.
function* linesOf(pieces: Iterable<string>): Iterable<string> {
  let rest = ''
  for (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield rest + piece.slice(from, end)
      rest = ''
      from = end + 1
    }
    rest += piece.slice(from)
  }
  yield rest
}

function escapeName(path: string): string {
  return path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

function unescapeName(name: string): string {
  return name.replace(/\\([\\nr])/g, (_, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'))
}
