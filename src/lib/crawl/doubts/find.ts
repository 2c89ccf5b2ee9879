import { spread } from '../../catalogue/index.ts'
import type { DataOutline } from '../../reading/index.ts'
import type { Former, Generation, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { type Fresh, findFresh } from '../mixups/fresh.ts'
import type { News } from '../mixups/near.ts'
import { isMadeFromOther } from '../settle.ts'
import type { Survey } from '../survey.ts'
import { isWhole } from '../whole.ts'
import { isNews, judge, type Verdict } from './judge.ts'
import { fieldsOf, outlineOf, textOf } from './outline.ts'

/** With fewer words, two documents may have the same ones by chance. */
const LEAST_WORDS = 8
/** A word or two is a state that several datasets may come to on one day: `closed`, `light rain`. */
const LEAST_SAID = 3
/** Copies in which the words of a group are looked for. */
const MOST_SEARCHED = 500

/** A fresh body that has so little of the copy it would replace, or says so plainly what others say, that it may be no data. */
export interface Doubt extends Verdict {
  readonly fresh: Fresh
  /** The copy it is compared with: its own, or that of the other format where it has none. */
  readonly held: ManifestRecord
  /** Whether it says what its copy does not: new words, or a single record without any. */
  readonly isNote: boolean
  /** A hash of the names of its fields: the same for answers that differ only in what they say. */
  readonly fields: string
  /** A hash of these and of its words: the same for answers that differ only in times, numbers and ids. */
  readonly text: string
}

/** What is found of fresh bodies. */
export interface Findings {
  readonly doubts: readonly Doubt[]
  /** Copies that were replaced by something doubtful, and that a body is like again, by its path. */
  readonly returned: ReadonlyMap<string, Former>
  /** Bodies with enough words to be known by, most of them new. */
  readonly news: readonly News[]
}

interface Judged {
  readonly fresh: Fresh
  readonly held: ManifestRecord
  readonly isNote: boolean
  readonly verdict: Verdict | undefined
  readonly fields: string
  readonly text: string
  /** The same hash of the copy it would replace. */
  readonly textBefore: string
  /** Whether most of its words are none of that copy. */
  readonly isNews: boolean
  readonly words: number
}

/** Compares each fresh body with the copy it would replace, and looks for those that came to say the same. */
export function findDoubts(crawl: Crawl, { codes }: Survey): Findings {
  const { current, options } = crawl
  if (current === undefined || !options.refuse.includes('losses'))
    return { doubts: [], returned: new Map(), news: [] }
  const fresh = findFresh(crawl, codes)
  const returned = new Map<string, Former>()
  const judged = fresh.flatMap((one) => compare(crawl, current, one, returned) ?? [])
  const own = judged.flatMap((one) => (one.verdict ? [{ ...one, ...one.verdict }] : []))
  // A copy that is damaged is nothing to fall back on.
  const doubts = [...own, ...findAlike(crawl, current, judged)].filter(({ held }) => isWhole(current, held))
  const news = judged.filter(({ isNews, words }) => isNews && words >= LEAST_WORDS)
  return { doubts: [...doubts, ...findFollowers(doubts, fresh)], returned, news }
}

function compare(
  { draft }: Crawl,
  current: Generation,
  fresh: Fresh,
  returned: Map<string, Former>,
): Judged | undefined {
  const { record, held } = fresh
  if (held?.sha256 === undefined || isMadeFromOther(held)) return undefined
  const before = outlineOf(held, current.source)
  const now = outlineOf(record, draft.source)
  if (before === undefined || now === undefined) return undefined
  const verdict = judge(before, now)
  const former = held.former?.find((one) => isLike(one, record, now, current))
  const hasNews = isNews(now.words, before.words)
  if (former) returned.set(record.path, former)
  return {
    fresh,
    held,
    isNote: hasNews || (now.words.size === 0 && isOneRecord(now)),
    verdict: former ? undefined : verdict,
    fields: fieldsOf(now),
    text: textOf(now),
    textBefore: textOf(before),
    isNews: hasNews,
    words: now.words.size,
  }
}

// One value at most in every field. Of two that have nothing but numbers, only such may be compared by their fields.
function isOneRecord({ names, values }: DataOutline): boolean {
  return values > 0 && values <= names.size
}

function isLike(
  former: Former,
  { format }: ManifestRecord,
  now: DataOutline,
  { source }: Generation,
): boolean {
  const before = outlineOf({ ...former, format }, source)
  return before !== undefined && judge(before, now) === undefined
}

// Each of them may be as large as its copy; that datasets which differed all say the same new words is what speaks against them.
function findAlike(crawl: Crawl, current: Generation, judged: readonly Judged[]): Doubt[] {
  const news = judged.filter(
    ({ verdict, isNews, words }) => verdict === undefined && isNews && words >= LEAST_SAID,
  )
  const groups = Map.groupBy(news, ({ fresh, text }) => `${fresh.record.format} ${text}`)
  return [...groups.values()].flatMap((group) => {
    const others = new Set(group.map(({ fresh }) => fresh.code)).size - 1
    if (new Set(group.map(({ textBefore }) => textBefore)).size < 2) return []
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

// A format of which there never was a copy of its own has nothing to be compared with: it is as good as the other one of its dataset.
function findFollowers(doubts: readonly Doubt[], fresh: readonly Fresh[]): Doubt[] {
  const doubted = new Map(doubts.map((doubt) => [doubt.fresh.code, doubt]))
  return fresh.flatMap((one) => {
    const leader = doubted.get(one.code)
    if (leader === undefined || (one.held?.sha256 !== undefined && !isMadeFromOther(one.held))) return []
    return [{ ...leader, fresh: one, what: `while its ${leader.fresh.record.format} came ${leader.what}` }]
  })
}
