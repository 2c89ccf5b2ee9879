import { hash } from 'node:crypto'
import { spread } from '../../catalogue/index.ts'
import { quoteForeign } from '../../http/index.ts'
import { type DataFormat, quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import { type Fresh, findFresh } from '../mismatches/fresh.ts'
import { describeConsent, isAccepted, RemovalRefused, withConsent } from '../removal/guard.ts'
import type { Survey } from '../survey.ts'
import { evidenceOf, rejectBody } from './guard.ts'
import { outlineOf, textOf } from './judge.ts'

/** Fewer datasets may be alike by chance. */
const LEAST = 3
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
  const planId = hash('sha256', parts.join('\n\n')).slice(0, 12)
  if (isAccepted(crawl, planId))
    return new Set(found.flatMap(({ group }) => group.map(({ record }) => record.path)))
  const message = describe(crawl, found, codes.length, planId)
  for (const { group, how } of found) for (const one of group) rejectBody(crawl, one, 'loss', how)
  const names = new Set(found.flatMap(({ group }) => group.map(({ code }) => code as string)))
  throw new RemovalRefused(withConsent(crawl, { planId, losses: [], codes: [...names] }), message)
}

function describe(crawl: Crawl, found: readonly Alike[], listed: number, planId: string): string {
  const { options, draft } = crawl
  const lines = found.flatMap(({ format, group, how }) => {
    const [one] = group as [Fresh]
    const { head } = evidenceOf(one.record, draft.source(one.record.path))
    return [
      `${group.length} of ${listed} datasets of ${options.bases[0]} answer in ${format} ${how}, which is rarely real data. The answer for ${quoteCode(one.code)}:`,
      `  ${quoteForeign(JSON.stringify(head), 300)}`,
    ]
  })
  return [...lines, ...describeConsent(crawl, planId)].join('\n')
}

async function findAlike(
  crawl: Crawl,
  format: DataFormat,
  fresh: readonly Fresh[],
  listed: number,
): Promise<Alike[]> {
  const isMost = (group: readonly Fresh[]) => group.length >= LEAST && group.length > listed / 2
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
