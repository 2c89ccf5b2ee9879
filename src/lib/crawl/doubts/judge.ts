import { fileOf } from '../../interface/index.ts'
import { type DataOutline, HALF, isGarbled } from '../../reading/index.ts'
import { isStartOfTime } from '../../reading/profile/stated-text.ts'
import { ownCopyOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import {
  hasOtherFields,
  hasSameValues,
  haveSameWords,
  LEAST_WORDS,
  outlineOf,
  ratioOf,
  shareOfFields,
  sumOf,
} from './compare.ts'
import type { Fresh } from './fresh.ts'

/** Why a body may not be a newer version of its copy. */
export interface LossVerdict {
  /** As a clause: `with 2 values where the copy has 240`. */
  readonly what: string
  /** How much of the copy it has, from 0 to 1. */
  readonly left: number
  /** Its number of values, if these are just fewer. */
  readonly low?: number
}

/** Distinct values and characters vary more between versions than the number of values does. */
const TENTH = 0.1
const QUARTER = 0.25
/** Copies below these sizes are not compared in this respect. */
const LEAST_DISTINCT = 20
const LEAST_CHARS = 500
const LEAST_TEXTS = 3
const SHOWN = 3
/**
 * Compares a body with the copy that it would replace. A body is doubtful when it has less than half of the copy's fields (weighted by
 * their values) and less than half of its values; when it has less than half as many values, a quarter of the characters, or a tenth of the
 * distinct values or of the values with words; when half of the copy's values are in fields that had many different values and now have one;
 * when all values of a field are masked, or texts of it cut; or when its words are the copy's, garbled. More of anything, or different values, is never doubtful.
 */
export function judge(before: DataOutline, now: DataOutline): LossVerdict | undefined {
  if (before.values === 0) return undefined
  if (now.values === 0)
    return { what: `without a value where the copy has ${before.values}`, left: 0, low: 0 }
  const fields = shareOfFields(before, now)
  if (fields < HALF && !hasSameValues(before, now))
    return {
      what: `with the fields ${nameSome(now.names.keys())} where the copy has ${nameSome(before.names.keys())}`,
      left: fields,
    }
  const amounts = [
    { of: 'values', now: now.values, before: before.values, least: HALF },
    {
      of: 'different values',
      now: now.distinct.size,
      before: before.distinct.size,
      least: TENTH,
      from: LEAST_DISTINCT,
    },
    {
      of: 'values with words',
      now: now.texts,
      before: before.texts,
      least: TENTH,
      from: textsThatCount(before),
    },
    { of: 'characters in values', now: now.chars, before: before.chars, least: QUARTER, from: LEAST_CHARS },
  ]
  const lost = amounts.find((one) => one.before >= (one.from ?? 1) && one.now < one.before * one.least)
  if (lost)
    return {
      what: `with ${lost.now} ${lost.of} where the copy has ${lost.before}`,
      left: ratioOf(lost.now, lost.before),
      ...(lost.of === 'values' && { low: now.values }),
    }
  for (const [what, find] of BY_FIELD) {
    const names = find(before, now)
    if (names.length > 0) return { what: `with ${what} in the fields ${nameSome(names)}`, left: 0 }
  }
  return isGarbled(before, now)
    ? { what: 'with the words of the copy, decoded with a wrong charset', left: 0 }
    : undefined
}

/** What makes an answer doubtful whatever its size, and the fields that it is seen in. */
const BY_FIELD = [
  ['the same value everywhere', findUniform],
  ['masked values everywhere', findMasked],
  ['texts that end in the middle of words', findTruncated],
] as const

/**
 * Compares the first body that the origin gives in a format with what the copy was derived from. A page or the other format may have other
 * names, words and numbers around the same data, so only the number of values is compared. Several records are no message: they may have
 * fewer fields in this format.
 */
export function judgeFirst(before: DataOutline, now: DataOutline): LossVerdict | undefined {
  if (before.values === 0 || now.values >= before.values * QUARTER) return undefined
  if (now.values > now.names.size) return undefined
  const count = now.values === 0 ? 'without a value' : `with ${now.values} values`
  return {
    what: `${count} where the copy has ${before.values}`,
    left: ratioOf(now.values, before.values),
  }
}

/**
 * Compares a body that states it is one page of several with a copy that did not: with fewer values, it is a part of what the copy has.
 * Values in other fields, such as a total and the addresses of pages, do not replace missing ones.
 */
export function judgePage(paging: string, before: DataOutline, now: DataOutline): LossVerdict | undefined {
  const share = hasOtherFields(before, now) ? 1 : shareOfFields(now, before)
  const values = Math.round(now.values * share)
  if (values >= before.values) return undefined
  return {
    what: `with ${values} values where the copy has ${before.values}, and looks like one page of several (${paging})`,
    left: ratioOf(values, before.values),
  }
}

/** A field with this many values, most of them different, does not get one value everywhere. */
export const LEAST_VARIED = 10

// The fields that had different values and now have one everywhere, if half of the first values of the copy are in such fields. A single
// field may be the time at which all records were written again.
function findUniform(before: DataOutline, now: DataOutline): string[] {
  const uniform = findUniformFields(before, now)
  const share = sumOf(uniform.map(({ name, values }) => [name, values] as const)) / before.first.length
  return uniform.length > 1 && share >= HALF ? uniform.map(({ name }) => name) : []
}

/** Signs in place of others, as in `L***`. */
const MASK = /([*•●█■])\1\1/
const LEAST_MASKED = 3

// The fields of which all values are masked now, and none was.
function findMasked(before: DataOutline, now: DataOutline): string[] {
  const was = valuesByName(before)
  return [...valuesByName(now)].flatMap(([name, values]) => {
    const isMasked = values.length >= LEAST_MASKED && values.every((text) => MASK.test(text))
    return isMasked && was.get(name)?.some((text) => MASK.test(text)) === false ? [name] : []
  })
}

/** A shorter text may be another form of a word. */
const LEAST_CUT_CHARS = 40
const LEAST_CUT = 3

// The fields with texts that are beginnings of those of the copy and end within a word, as after a database field was made too short.
function findTruncated(before: DataOutline, now: DataOutline): string[] {
  const was = valuesByName(before)
  return [...valuesByName(now)].flatMap(([name, values]) => {
    const whole = new Set(was.get(name))
    const isCut = (text: string) =>
      text.length >= LEAST_CUT_CHARS &&
      !whole.has(text) &&
      [...whole].some((one) => one.startsWith(text) && ENDS_WITHIN_WORD.test(one.slice(text.length - 1)))
    return values.filter(isCut).length >= LEAST_CUT ? [name] : []
  })
}

const ENDS_WITHIN_WORD = /^\p{L}\p{L}/u

/** A field with one value everywhere, that had this many different ones in the copy. */
export interface UniformField {
  readonly name: string
  readonly value: string
  /** How many of the first values of the copy are in it. */
  readonly values: number
}

/** A time at which all records were written. */
const TIME = /^\d{4}-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d:\d\d|^\d{9,}(?:\.\d+)?$/

/** The first field of a body that has one value everywhere and had different ones in the copy, unless it is a time; too little for a loss. */
export function findUniformField(before: DataOutline, now: DataOutline): UniformField | undefined {
  return findUniformFields(before, now).find(({ value }) => !TIME.test(value) || isStartOfTime(value))
}

function findUniformFields(before: DataOutline, now: DataOutline): UniformField[] {
  const was = valuesByName(before)
  const is = valuesByName(now)
  return [...was].flatMap(([name, values]) => {
    const own = is.get(name) ?? []
    const isVaried = values.length >= LEAST_VARIED && new Set(values).size * 2 > values.length
    const [value, ...others] = new Set(own)
    const isUniform = own.length >= LEAST_VARIED && value !== undefined && others.length === 0
    return isVaried && isUniform ? [{ name, value, values: values.length }] : []
  })
}

function valuesByName({ first }: DataOutline): Map<string, string[]> {
  const grouped = Map.groupBy(first, ([name]) => name)
  return new Map([...grouped].map(([name, values]) => [name, values.map(([, text]) => text)]))
}

// A few optional texts may disappear.
function textsThatCount({ looked }: DataOutline): number {
  return Math.max(LEAST_TEXTS, looked / 4)
}

function nameSome(names: Iterable<string>): string {
  const all = [...names]
  const shown = all.slice(0, SHOWN).map((name) => JSON.stringify(name))
  return all.length > SHOWN ? `${shown.join(', ')}, …` : shown.join(', ')
}

/**
 * Whether a body has the values or the words of the stored copy of its other format, and is no loss compared with that copy: it is data of the
 * dataset, whatever its own copy is, as when one format is repaired.
 */
export function isOfOtherFormat(
  { current, draft, options }: Crawl,
  { record, representation }: Fresh,
): boolean {
  const format = options.formats.find((one) => one !== representation.format)
  const other = format && ownCopyOf(current?.find(fileOf({ ...representation, format })))
  if (current === undefined || other === undefined) return false
  const known = outlineOf(other, current.source)
  const now = outlineOf(record, draft.source)
  if (known === undefined || now === undefined || judge(known, now) !== undefined) return false
  return hasSameValues(known, now) || (now.words.size >= LEAST_WORDS && haveSameWords(now.words, known.words))
}
