import { spread } from '../../catalogue/index.ts'
import { type DataFormat, fileOf } from '../../interface/index.ts'
import type { DataOutline } from '../../reading/index.ts'
import type { Former, Generation, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { type Fresh, ownCopyOf } from '../mismatches/fresh.ts'
import { headOf, likeness } from '../mismatches/likeness.ts'
import { isFollower } from '../mismatches/relation.ts'
import { isWhole } from '../whole.ts'
import { judge, LEAST_WORDS, type LossVerdict } from './judge.ts'
import { HALF, isNews } from './news.ts'
import { fieldNamesOf, outlineOf, textOf } from './outline.ts'
import type { Doubt } from './plan-replacement.ts'

/** A word or two is a state that several datasets may come to on one day: `closed`, `light rain`. */
const LEAST_SAID = 3
/** Copies in which the words of a group are looked for. */
const MOST_SEARCHED = 500

/** How much more like a copy that was replaced a body is than like the copy that replaced it, when it is that dataset again. */
const CLEARLY = 0.1

/** What is found of fresh bodies in comparing them with the copies they would replace. */
export interface Losses {
  readonly losses: readonly Doubt[]
  /** Copies that were replaced by something doubtful, and that a body is like again, by its path. */
  readonly returned: ReadonlyMap<string, Former>
  /** Bodies with enough words to be known by, most of them new. */
  readonly news: readonly Fresh[]
}

interface Judged {
  readonly fresh: Fresh
  readonly held: ManifestRecord
  /** Whether it says what its copy does not: new words, or a single record without any. */
  readonly isNote: boolean
  readonly verdict: LossVerdict | undefined
  /** A hash of the names of its fields: the same for answers that differ only in what they say. */
  readonly fields: string
  /** A hash of these and of its words: the same for answers that differ only in times, numbers and ids. */
  readonly text: string
  /** The same hash of the copy it would replace. */
  readonly textBefore: string
  /** How many values that copy has. */
  readonly valuesBefore: number
  /** Whether most of its words are none of that copy. */
  readonly isNews: boolean
  readonly words: number
}

type Loss = Judged & LossVerdict

/** Compares each fresh body with the copy it would replace, and looks for those that came to say the same. */
export function findLosses(crawl: Crawl, fresh: readonly Fresh[]): Losses {
  const { current, options } = crawl
  if (current === undefined) return { losses: [], returned: new Map(), news: [] }
  const returned = new Map<string, Former>()
  const judged = fresh.flatMap((one) => compare(crawl, current, one, returned) ?? [])
  const own = judged.flatMap((one) => (one.verdict ? [{ ...one, ...one.verdict }] : []))
  const news = judged.flatMap(({ isNews, words, fresh }) => (isNews && words >= LEAST_WORDS ? [fresh] : []))
  if (!options.refuse.includes('losses')) return { losses: [], returned, news }
  // A copy that is damaged is nothing to fall back on.
  const found = [...own, ...findAlike(crawl, current, judged)].filter(({ held }) => isWhole(current, held))
  return { losses: found.map((loss) => doubtOf(loss, whyNever(crawl, loss, found))), returned, news }
}

// Times and ids in an answer change with each of them; its fields, and how much is left, do not.
function doubtOf({ fresh, held, what, fields, left }: Loss, never: string | undefined): Doubt {
  return {
    fresh,
    held,
    what,
    isLoss: true,
    said: `${fields} ${Math.round(left * 10)}`,
    group: fresh.code,
    never,
  }
}

function whyNever(crawl: Crawl, loss: Loss, losses: readonly Loss[]): string | undefined {
  if (isShared(loss, losses)) return 'another dataset has the same answer'
  const other = findWhole(crawl, loss, losses)
  return other && `its ${other} still has the data of the copy`
}

// A dataset does not lose in one of its formats what it has in another one: one of the two answers is wrong.
function findWhole(
  { options, run, draft }: Crawl,
  { fresh: { representation }, valuesBefore }: Loss,
  losses: readonly Loss[],
): DataFormat | undefined {
  const lost = new Set(losses.map(({ fresh: { record } }) => record.path))
  return options.formats.find((format) => {
    const record = run.records.get(fileOf({ ...representation, format }))
    if (format === representation.format || record === undefined || lost.has(record.path)) return false
    return (outlineOf(record, draft.source)?.values ?? 0) >= valuesBefore * HALF
  })
}

// Several datasets that come to say the same are no news of any of them, however long they do. Those that have less say nothing new.
function isShared({ fresh, text, isNote }: Loss, losses: readonly Loss[]): boolean {
  return isNote && losses.some((other) => other.text === text && other.fresh.code !== fresh.code)
}

function compare(
  { draft }: Crawl,
  current: Generation,
  fresh: Fresh,
  returned: Map<string, Former>,
): Judged | undefined {
  const { record, held } = fresh
  if (ownCopyOf(held) === undefined || held === undefined) return undefined
  const before = outlineOf(held, current.source)
  const now = outlineOf(record, draft.source)
  if (before === undefined || now === undefined) return undefined
  const verdict = judge(before, now)
  const former = held.former?.find((one) =>
    isBack(one, { draft, current }, { record, held }, { before, now }),
  )
  const hasNews = isNews(now.words, before.words)
  if (former) returned.set(record.path, former)
  return {
    fresh,
    held,
    isNote: hasNews || (now.words.size === 0 && isOneRecord(now)),
    verdict: former ? undefined : verdict,
    fields: fieldNamesOf(now),
    text: textOf(now),
    textBefore: textOf(before),
    valuesBefore: before.values,
    isNews: hasNews,
    words: now.words.size,
  }
}

// One value at most in every field. Of two that have nothing but numbers, only such may be compared by their fields.
function isOneRecord({ names, values }: DataOutline): boolean {
  return values > 0 && values <= names.size
}

// Where a copy and the one that replaced it are of one kind, as after a mismatch, their texts tell which of them a body goes on from.
function isBack(
  former: Former,
  { draft, current: { source } }: { draft: Crawl['draft']; current: Generation },
  { record, held }: { record: ManifestRecord; held: ManifestRecord },
  { before, now }: { before: DataOutline; now: DataOutline },
): boolean {
  if (former.sha256 === record.sha256) return true
  const replaced = outlineOf({ ...former, format: record.format }, source)
  if (replaced === undefined || judge(replaced, now) !== undefined) return false
  if (judge(replaced, before) !== undefined) return true
  const text = headOf(draft.source(record.path))
  const likeTo = ({ path }: { path: string }) => likeness(text, headOf(source(path)))
  return likeTo(former) > likeTo(held) + CLEARLY
}

// Each of them may be as large as its copy; that datasets which differed all say the same new words is what speaks against them.
function findAlike(crawl: Crawl, current: Generation, judged: readonly Judged[]): Loss[] {
  const news = judged.filter(
    ({ verdict, isNews, words }) => verdict === undefined && isNews && words >= LEAST_SAID,
  )
  const groups = Map.groupBy(news, ({ fresh, text }) => `${fresh.record.format} ${text}`)
  return [...groups.values()].flatMap((group) => {
    const others = new Set(group.map(({ fresh }) => fresh.code)).size - 1
    // One that goes where another one went before it is no news of its own.
    const ahead = group.filter(({ held }) => held.movedFrom !== undefined)
    const leaders = group.filter(({ fresh }) => !ahead.some(({ held }) => isFollower(crawl, fresh, held)))
    if (new Set(leaders.map(({ textBefore }) => textBefore)).size < 2) return []
    if (isVocabulary(crawl, current, group, news)) return []
    const what = `with the same words as ${others === 1 ? 'another dataset' : `${others} other datasets`}, which its copy does not have`
    return group.map((one) => ({ ...one, what, left: 0 }))
  })
}

// A few words are of those that such data choose from, as for the weather, where others choose other ones or some copy has them already.
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
    (record) => !isNews(words, outlineOf(record, source)?.words ?? new Set()),
  )
}
