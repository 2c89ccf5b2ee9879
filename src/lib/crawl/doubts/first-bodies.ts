import { hash } from 'node:crypto'
import { spread } from '../../catalogue/index.ts'
import { quoteForeign } from '../../http/index.ts'
import { type DataFormat, quoteCode } from '../../interface/index.ts'
import { isFromPage, type ManifestRecord, type Problem, someOf, warning } from '../../snapshot/index.ts'
import { isAccepted, planIdOf, refusalOf } from '../consent.ts'
import type { Crawl } from '../context.ts'
import type { Survey } from '../survey.ts'
import { isEmptyList, outlineOf, textOf } from './compare.ts'
import { type Fresh, findFresh } from './fresh.ts'
import { evidenceOf, rejectBody } from './guard.ts'

/** Fewer datasets may be alike by chance. */
const LEAST_ALIKE = 3
/** A message in place of data is short. */
const LONGEST = 16 * 1024
const SAMPLES = 8
const ASKED_AGAIN = 3

/** Datasets with the same answer in one format. */
interface Alike {
  readonly format: DataFormat
  readonly group: readonly Fresh[]
  readonly how: string
}

/**
 * Throws {@link RemovalRefused} when more than half of all datasets have no copy yet and give the same answer, unless exactly that was
 * accepted: without copies, they can be compared only with each other. The draft then contains none of them. Returns the paths of accepted
 * bodies.
 */
export async function guardFirst(crawl: Crawl, { codes }: Survey): Promise<ReadonlySet<string>> {
  const { options } = crawl
  if (!options.refuse.includes('losses') || options.removalShare >= 1) return new Set()
  const fresh = findFresh(crawl, codes).filter(({ stored }) => stored?.sha256 === undefined)
  const byFormat = Map.groupBy(fresh, ({ representation }) => representation.format as DataFormat)
  const found: Alike[] = []
  for (const [format, ones] of byFormat) found.push(...(await findAlike(crawl, format, ones, codes.length)))
  const [first] = found
  if (first === undefined) return new Set()
  const parts = found.map(({ format, group }) => [format, ...group.map(({ code }) => code)].join('\n'))
  const planId = planIdOf(parts.join('\n\n'))
  if (isAccepted(crawl, planId))
    return new Set(found.flatMap(({ group }) => group.map(({ record }) => record.path)))
  const lines = describeAlike(crawl, found, codes.length)
  for (const { group, how } of found) for (const one of group) rejectBody(crawl, one, 'loss', how)
  const names = new Set(found.flatMap(({ group }) => group.map(({ code }) => code as string)))
  throw refusalOf(crawl, { planId, losses: [], codes: [...names] }, lines)
}

function describeAlike({ options, draft }: Crawl, found: readonly Alike[], listed: number): string[] {
  return found.flatMap(({ format, group, how }) => {
    const [one] = group as [Fresh]
    const { head } = evidenceOf(one.record, draft.source(one.record.path))
    return [
      `${group.length} of ${listed} datasets of ${options.bases[0]} answer in ${format} ${how}, which is rarely real data. The answer for ${quoteCode(one.code)}:`,
      `  ${quoteForeign(JSON.stringify(head), 300)}`,
    ]
  })
}

async function findAlike(
  crawl: Crawl,
  format: DataFormat,
  fresh: readonly Fresh[],
  listed: number,
): Promise<Alike[]> {
  const isMost = (group: readonly Fresh[]) => group.length >= LEAST_ALIKE && group.length > listed / 2
  if (!isMost(fresh)) return []
  const same = withMostFrequentBytes(fresh)
  // All datasets may really be empty.
  if (isMost(same) && hasValues(crawl, same))
    return [{ format, group: same, how: 'with the same bytes as other datasets' }]
  const small = fresh.filter(({ record }) => (record.bytes ?? 0) <= LONGEST)
  const sample = spread(small, SAMPLES)
  if (!isMost(small) || recordsAlike(crawl, sample).length < sample.length / 2) return []
  const group = recordsAlike(crawl, small)
  if (!isMost(group)) return []
  // Data stays the same when it is requested again at once; a message with a time or an id does not.
  const again = spread(group, ASKED_AGAIN).map(({ representation }) => representation)
  const { changed } = await crawl.run.refetchAll(again)
  return changed.size < again.length
    ? []
    : [{ format, group, how: 'with the same words as other datasets, and with other values on each request' }]
}

function withMostFrequentBytes(fresh: readonly Fresh[]): readonly Fresh[] {
  const counts = new Map<string | undefined, number>()
  for (const { record } of fresh) counts.set(record.sha256, (counts.get(record.sha256) ?? 0) + 1)
  let most: string | undefined
  for (const [sha256, count] of counts) if (count > (counts.get(most) ?? 0)) most = sha256
  return fresh.filter(({ record }) => record.sha256 === most)
}

/** The largest group of single records with the same fields and words. */
function recordsAlike({ draft }: Crawl, fresh: readonly Fresh[]): readonly Fresh[] {
  const records = fresh.flatMap((one) => {
    const outline = outlineOf(one.record, draft.source)
    // Documents of numbers only cannot be compared by their words.
    return outline?.isRecord && outline.words.size > 0 ? [{ one, text: textOf(outline, one.code) }] : []
  })
  return largest(
    new Map(
      [...Map.groupBy(records, ({ text }) => text)].map(([text, ones]) => [text, ones.map(({ one }) => one)]),
    ),
  )
}

function largest<K>(groups: ReadonlyMap<K, readonly Fresh[]>): readonly Fresh[] {
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
}

function hasValues({ draft }: Crawl, [one]: readonly Fresh[]): boolean {
  return one !== undefined && (outlineOf(one.record, draft.source)?.values ?? 0) > 0
}

/** A menu or a message in place of data is short. */
const LONGEST_PAGE = 64 * 1024

/**
 * Warnings that datasets were derived from pages that are the same apart from their codes and titles: a menu or a message may be in place of
 * all data. Where there are copies of them, what replaces these is doubted; a first run has nothing to compare pages with but each other.
 */
export function findSamePages(
  crawl: Crawl,
  { newTitles = [] }: Pick<Survey, 'newTitles'>,
  records: Iterable<ManifestRecord>,
): Problem[] {
  const pages = new Map<string, ManifestRecord>()
  for (const record of records)
    if (record.code !== undefined && isFromPage(record) && (record.bytes ?? 0) <= LONGEST_PAGE)
      if (record.format === 'json' || !pages.has(record.code)) pages.set(record.code, record)
  if (pages.size < LEAST_ALIKE) return []
  const titles = new Map(newTitles.map(({ code, title }) => [code as string, title]))
  if ([...pages.keys()].some((code) => !titles.has(code)))
    for (const { code, title } of crawl.surveyCurrent()?.catalogue.datasets ?? [])
      if (!titles.has(code)) titles.set(code, title)
  const groups = Map.groupBy(pages.entries(), ([code, record]) =>
    digestWithout(crawl, record, [titles.get(code) ?? '', code]),
  )
  return [...groups].flatMap(([digest, group]) =>
    digest === undefined || group.length < LEAST_ALIKE ? [] : [describeSame(group.map(([code]) => code))],
  )
}

// Undefined if there is nothing in it: several datasets may be empty.
function digestWithout(
  { draft }: Crawl,
  record: ManifestRecord,
  texts: readonly string[],
): string | undefined {
  const bytes = Buffer.concat([...draft.source(record.path)()])
  if (isEmptyList(() => [bytes], record)) return undefined
  const body = bytes.toString()
  // As they are written in json; in xml such a title is left as it is.
  const bare = texts
    .map((text) => JSON.stringify(text).slice(1, -1))
    .reduce((rest, text) => (text === '' ? rest : rest.replaceAll(text, '')), body)
  return `${record.format} ${hash('sha256', bare)}`
}

function describeSame(codes: readonly string[]): Problem {
  const message = `${codes.length} of them were derived from pages of html that are the same apart from codes and titles: ${someOf(codes.map(quoteCode), LEAST_ALIKE)}. What is published of these may be a menu or a message in place of data. Look at their pages at the origin.`
  return warning('same-page', 'datasets', message, { datasets: codes.length, dataset: codes[0] ?? '' })
}
