import { createHash, hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { renderChecksums } from './checksums.ts'
import { joinPieces, readTextFile } from './disk.ts'
import { isGenerationId, layout } from './layout.ts'
import type { Manifest, Problem } from './manifest.ts'

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
 * The text of the chain up to a generation. If its file is missing or damaged, it continues the chain of the published site (the folder
 * `published`), else begins again. `problem`: readers of the published chain notice that this is another one.
 */
export function openChain(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  published: string | undefined,
): { readonly text: string; readonly problem?: Problem } {
  const file = layout.chain(folder)
  const own = findChain(file)
  const site = published === undefined ? undefined : findChain(layout.chain(published))
  const text = extendChain(own ?? site, manifest)
  const isBroken =
    site === undefined
      ? own === undefined && existsSync(file)
      : findBreak(site, parseChain(text)) !== undefined
  return { text, ...(isBroken && { problem: LOST }) }
}

const LOST: Problem = {
  severity: 'warning',
  code: 'lost-generations',
  subject: CHAIN,
  message:
    'The chain of generations does not continue the earlier one, which the state folder does not have or whose file there was damaged; who stored the earlier one notices this. To continue a published chain, restore the snapshot from its site (--restore). A backup of the state folder may still have it.',
}

/** The chain in a file; undefined if there is none that is valid. */
function findChain(file: string): Chain | undefined {
  try {
    return parseChain(readTextFile(file, MOST_CHAIN_BYTES))
  } catch {
    return undefined
  }
}
