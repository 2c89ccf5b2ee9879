import { spread } from '../../catalogue/index.ts'
import { type DataFormat, type DatasetCode, fileOf, ofDataset } from '../../interface/index.ts'
import { areMostlyNew, type DataOutline, HALF } from '../../reading/index.ts'
import {
  type Former,
  type Generation,
  isFromPage,
  type ManifestRecord,
  ownCopyOf,
  sourceFormatOf,
} from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { isWhole } from '../copies.ts'
import { findLimits } from '../partial.ts'
import { fieldNamesOf, headOf, isEmptyList, LEAST_WORDS, outlineOf, similarity, textOf } from './compare.ts'
import type { Fresh } from './fresh.ts'
import {
  findUniformField,
  isOfOtherFormat,
  judge,
  judgeFirst,
  judgePage,
  LEAST_VARIED,
  type LossVerdict,
  type UniformField,
} from './judge.ts'
import { isFollower } from './relation.ts'
import type { Doubt } from './replacement.ts'

/** One or two words may be a status that several datasets happen to share, such as `closed` or `light rain`. */
const LEAST_WORDS_IN_COMMON = 3
/** Maximum number of copies that are searched for the words of a group. */
const MOST_SEARCHED = 500

/** How much more a body must resemble the former copy than the current one to count as the return of the former data. */
const CLEARLY = 0.1

/** The result of comparing fresh bodies with the copies they would replace. */
export interface Losses {
  readonly losses: readonly Doubt[]
  /** Former copies, by path, whose data has returned: the fresh body resembles them again. */
  readonly returned: ReadonlyMap<string, Former>
  /** Bodies with enough words to identify them, most of them new. */
  readonly news: readonly Fresh[]
  /** Bodies of which one field has one value everywhere, which is too little for a loss. */
  readonly uniform: readonly { readonly fresh: Fresh; readonly field: UniformField }[]
}

interface Judged {
  readonly fresh: Fresh
  readonly stored: ManifestRecord
  /** Whether there is no copy in its format yet. */
  readonly isFirst: boolean
  /** Whether it may be a message: it has new words, or is a single record without words. */
  readonly isNote: boolean
  readonly verdict: LossVerdict | undefined
  readonly uniform: UniformField | undefined
  /** A hash of the field names: equal for answers that differ only in their values. */
  readonly fields: string
  /** A hash of field names and words: equal for answers that differ only in times, numbers and ids. */
  readonly text: string
  /** The same hash for the copy it would replace. */
  readonly textBefore: string
  /** The number of values in that copy. */
  readonly valuesBefore: number
  /** Whether most of its words are not in that copy. */
  readonly hasNewWords: boolean
  readonly words: number
}

type Loss = Judged & LossVerdict & { readonly group?: string }

/** Compares each fresh body with the copy it would replace, and finds datasets that now have the same text. */
export function findLosses(crawl: Crawl, fresh: readonly Fresh[]): Losses {
  const { current, options } = crawl
  if (current === undefined) return { losses: [], returned: new Map(), news: [], uniform: [] }
  const returned = new Map<string, Former>()
  const cut = findCutTogether(fresh, options.notPaged)
  const judged = fresh.flatMap((one) => compare(crawl, current, one, { returned, cut }) ?? [])
  const own = judged.flatMap((one) => (one.verdict ? [{ ...one, ...one.verdict }] : []))
  const news = judged.flatMap(({ hasNewWords, words, fresh }) =>
    hasNewWords && words >= LEAST_WORDS ? [fresh] : [],
  )
  if (!options.refuse.includes('losses')) return { losses: [], returned, news, uniform: [] }
  const uniform = judged.flatMap(({ fresh, uniform }) => (uniform ? [{ fresh, field: uniform }] : []))
  // A damaged copy is no fallback.
  const alike = [...findAlike(crawl, current, judged), ...findEqual(judged)]
  const found = [...own, ...new Map(alike.map((one) => [one.fresh, one])).values()].filter(({ stored }) =>
    isWhole(current, stored),
  )
  const lost = new Set(found.map(({ fresh }) => fresh.record.path))
  const alikes = Map.groupBy(found, ({ text }) => text)
  // A group of records of numbers may contain all datasets, so they are not compared pair by pair.
  const equals = Map.groupBy(found, keyOfBytes)
  const losses = found.map((loss) => {
    const alike = alikes.get(loss.text) ?? []
    return {
      ...doubtOf(loss, whyNever(crawl, loss, lost, alike)),
      isLoss: !loss.isFirst || isMessage(loss, loss.words > 0 ? alike : equals.get(keyOfBytes(loss))),
    }
  })
  return { losses, returned, news, uniform }
}

function keyOfBytes({ text, fresh }: Loss): string {
  return `${text} ${fresh.record.sha256}`
}

// The first body in a format may be one small record where its page has many links. Those of an outage have the same text.
function isMessage({ fresh: { code } }: Loss, same: readonly Loss[] = []): boolean {
  return same.some(({ fresh }) => fresh.code !== code)
}

// Values such as times and ids change with each answer; the fields and the remaining share do not.
function doubtOf(
  { fresh, stored, what, fields, left, low, group = fresh.code }: Loss,
  never: string | undefined,
): Omit<Doubt, 'isLoss'> {
  return {
    fresh,
    stored,
    what,
    low,
    answerId: `${fields} ${Math.round(left * 10)}`,
    group,
    never,
  }
}

// `lost`: the paths of all losses; `alike`: the losses with the same text.
function whyNever(
  crawl: Crawl,
  loss: Loss,
  lost: ReadonlySet<string>,
  alike: readonly Loss[],
): string | undefined {
  if (isShared(loss, alike)) return 'another dataset has the same answer'
  const other = findWhole(crawl, loss, lost)
  return other && `its ${other} has had the data of the copy since then`
}

// A dataset does not lose data in only one of its formats: one of the two answers is wrong. A format whose copy was replaced since the other
// one is doubted has lost it too, however much else it states. If it fails in this run, or answers with other data, what it had since then
// counts.
function findWhole(
  { options, run, draft, current }: Crawl,
  { fresh: { representation }, valuesBefore, stored: { doubted } }: Loss,
  lost: ReadonlySet<string>,
): DataFormat | undefined {
  const hasMost = (one: ManifestRecord, source: Crawl['draft']['source']) =>
    (outlineOf(one, source)?.values ?? 0) >= valuesBefore * HALF
  return options.formats.find((format) => {
    const path = fileOf({ ...representation, format })
    if (format === representation.format || lost.has(path)) return false
    const stored = current?.find(path)
    const replaced = stored?.former ?? []
    if (doubted && replaced.some(({ replacedAt }) => replacedAt >= doubted.since)) return false
    const record = run.records.get(path)
    if (record !== undefined && hasMost(record, draft.source)) return true
    const copy = ownCopyOf(stored)
    if (current === undefined || copy === undefined || doubted === undefined) return false
    return (copy.fetchedAt ?? '') >= doubted.since && hasMost(copy, current.source)
  })
}

// The same new text is never the data of several datasets, however many runs it comes in. Bodies that only have less have no new text.
function isShared({ fresh, isNote }: Loss, alike: readonly Loss[]): boolean {
  return isNote && alike.some((other) => other.fresh.code !== fresh.code)
}

function compare(
  crawl: Crawl,
  current: Generation,
  fresh: Fresh,
  { returned, cut }: { returned: Map<string, Former>; cut: ReadonlyMap<string, string> },
): Judged | undefined {
  const { draft, options } = crawl
  const { code, record, stored } = fresh
  const isFirst = ownCopyOf(stored) === undefined && !isFromPage(record)
  const source = isFirst ? findSource(current, code, stored) : stored
  if (stored === undefined || source === undefined) return undefined
  const before = outlineOf(source, current.source)
  const now = outlineOf(record, draft.source)
  if (before === undefined || now === undefined) return undefined
  const loss = isFirst ? judgeFirst(before, now) : judge(before, now)
  const own = stored.paging === undefined && !options.notPaged.includes(code) ? record.paging : undefined
  const paging = own ?? cut.get(record.path)
  const part = paging === undefined ? undefined : judgePage(paging, before, now)
  const isDoubtful = loss && !isFilled(current, source, now) && !isOfOtherFormat(crawl, fresh)
  const verdict = isDoubtful ? loss : part
  const former = stored.former?.find((one) =>
    isBack(one, { draft, current }, { record, stored }, { before, now }),
  )
  const hasNewWords = areMostlyNew(now.words, before.words)
  if (former) returned.set(record.path, former)
  return {
    fresh,
    stored,
    isFirst,
    isNote: hasNewWords || (now.words.size === 0 && isOneRecord(now)),
    verdict: former ? undefined : verdict,
    uniform: former || loss || isFirst ? undefined : findUniformField(before, now),
    fields: fieldNamesOf(now),
    text: textOf(now, fresh.code),
    textBefore: textOf(before, fresh.code),
    valuesBefore: before.values,
    hasNewWords,
    words: now.words.size,
  }
}

// Several records in place of none: there is nothing to lose but a total or a date beside an empty list.
function isFilled({ source }: Generation, copy: ManifestRecord, now: DataOutline): boolean {
  return !now.isRecord && isEmptyList(source(copy.path), copy)
}

// What a derived copy was made from. Pages are not stored, so what was derived from one stands for it.
function findSource(
  current: Generation,
  code: DatasetCode,
  stored: ManifestRecord | undefined,
): ManifestRecord | undefined {
  const format = sourceFormatOf(stored)
  return format === undefined || format === 'html'
    ? stored
    : ownCopyOf(current.find(fileOf(ofDataset(code, format))))
}

// Why bodies may be cut, by path: several got the same round number of records in this run.
function findCutTogether(fresh: readonly Fresh[], notPaged: readonly string[]): Map<string, string> {
  const cut = fresh.filter(({ record, stored }) => record.limit !== stored?.limit)
  const limits = findLimits(
    cut.map(({ record }) => record),
    notPaged,
  )
  return new Map(
    cut.flatMap(({ code, record: { path, limit = 0 } }) => {
      const codes = limits.get(limit) ?? []
      const others = codes.length - 1
      return codes.includes(code) ? [[path, `exactly ${limit} records, like ${others} other datasets`]] : []
    }),
  )
}

// At most one value per field. Only such documents without words are compared by field names.
function isOneRecord({ names, values }: DataOutline): boolean {
  return values > 0 && values <= names.size
}

// A former copy and its successor may have the same structure, as after a mismatch; then the text shows which of the two the body
// continues.
function isBack(
  former: Former,
  { draft, current: { source } }: { draft: Crawl['draft']; current: Generation },
  { record, stored }: { record: ManifestRecord; stored: ManifestRecord },
  { before, now }: { before: DataOutline; now: DataOutline },
): boolean {
  if (former.sha256 === record.sha256) return true
  const replaced = outlineOf({ ...former, format: record.format }, source)
  if (replaced === undefined || judge(replaced, now) !== undefined) return false
  if (judge(replaced, before) !== undefined) return true
  const text = headOf(draft.source(record.path))
  const likeTo = ({ path }: { path: string }) => similarity(text, headOf(source(path)))
  return likeTo(former) > likeTo(stored) + CLEARLY
}

// Bodies may be as large as their copies; what makes them doubtful is that datasets which used to differ now have the same new words.
function findAlike(crawl: Crawl, current: Generation, judged: readonly Judged[]): Loss[] {
  const news = judged.filter(
    ({ verdict, hasNewWords, words }) =>
      verdict === undefined && hasNewWords && words >= LEAST_WORDS_IN_COMMON,
  )
  const groups = Map.groupBy(news, ({ fresh, text }) => `${fresh.record.format} ${text}`)
  return [...groups.values()].flatMap((group) => {
    const others = new Set(group.map(({ fresh }) => fresh.code)).size - 1
    // A dataset that follows another one to the same data counts as one with it.
    const ahead = group.filter(({ stored }) => stored.movedFrom !== undefined)
    const leaders = group.filter(({ fresh }) => !ahead.some(({ stored }) => isFollower(crawl, fresh, stored)))
    if (new Set(leaders.map(({ textBefore }) => textBefore)).size < 2) return []
    if (isVocabulary(crawl, current, group, news)) return []
    const what = `with the same words as ${others === 1 ? 'another dataset' : `${others} other datasets`}, which its copy does not have`
    return group.map((one) => ({ ...one, what, left: 0 }))
  })
}

// Each may have too few values to be compared with its own copy. But if many datasets used to differ, and all with these fields now have
// the same bytes, these are the data of none of them.
function findEqual(judged: readonly Judged[]): Loss[] {
  const groups = Map.groupBy(judged, ({ fresh, fields }) => `${fresh.record.format} ${fields}`)
  return [...groups.values()].flatMap((group) => {
    const copies = new Set(group.map(({ stored }) => stored.sha256)).size
    const bodies = new Set(group.map(({ fresh }) => fresh.record.sha256)).size
    if (group.length < LEAST_VARIED || bodies > 1 || copies * 2 <= group.length) return []
    const what = `with the same bytes as ${group.length - 1} other datasets, whose copies are mostly different`
    const together = group
      .map(({ fresh }) => fresh.code)
      .sort()
      .join('\n')
    return group.flatMap((one) => (one.verdict ? [] : [{ ...one, what, left: 0, group: together }]))
  })
}

// A few words may come from a common vocabulary, as in weather reports: other bodies use other words of it, or some copy already has these.
function isVocabulary(
  { draft }: Crawl,
  { manifest, source }: Generation,
  [one]: readonly Judged[],
  news: readonly Judged[],
): boolean {
  if (one === undefined || one.words >= LEAST_WORDS) return false
  if (news.some(({ fields, text }) => fields === one.fields && text !== one.text)) return true
  const words = outlineOf(one.fresh.record, draft.source)?.words ?? new Set()
  const { format } = one.fresh.record
  const copies = manifest.records.filter(
    (record) => record.code !== undefined && record.sha256 && record.format === format,
  )
  return spread(copies, MOST_SEARCHED).some(
    (record) => !areMostlyNew(words, outlineOf(record, source)?.words ?? new Set()),
  )
}
