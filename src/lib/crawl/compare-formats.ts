import { type DataFormat, fileOf, ofDataset, parseDatasetCode } from '../interface/index.ts'
import { countNames, eachRecord, mayHavePaging, type ReadRecord, readOr } from '../reading/index.ts'
import {
  type Draft,
  type Generation,
  type ManifestRecord,
  ownCopyOf,
  type Problem,
  warning,
} from '../snapshot/index.ts'
import { isEmptyList } from './doubts/compare.ts'

/** A longer document is not empty. */
const LONGEST_EMPTY = 4096
/** An xml document that is longer than this and than the json of the same dataset is not empty. */
const LONGEST_EMPTY_XML = 512
/** In every json document without records there is an empty list, an empty object, or nothing but a value. */
const EMPTY_IN_JSON = /\[\s*\]|\{\s*\}|^\s*[^\s[{]/
/** A json document that is a value, and an xml document that is one element with text. */
const BARE_JSON = /^\s*[^\s[{]/
const BARE_XML = /^[^<]*(?:<\?[^>]*\?>[^<]*)?<([^\s<>/?!]+)[^<>]*>[^<]*<\/\1\s*>\s*$/
/** This many records, or this share of all, may be added between the requests for the two formats. */
const [A_RECORD, NEARLY] = [1, 0.02]

type Source = Draft['source']

/** The records of a dataset in its two formats, both as the origin sent them. */
interface Pair {
  readonly json: ManifestRecord
  readonly xml: ManifestRecord
}

/** How many records each format has. */
type Counts = Readonly<Record<DataFormat, number>>

/**
 * Marks the record of a dataset as `empty` if one format is an empty list, or nothing but a value or message, while the origin's other format
 * has records, and as `short` if it has fewer records than the other one; pages then show the other one. Returns a warning for each. Changes
 * `records` in place. What was in order in `current` and has not changed is not read.
 */
export function compareFormats(
  records: Map<string, ManifestRecord>,
  source: Source,
  current: Generation | undefined,
): Problem[] {
  const wasSound = (one: ManifestRecord) => {
    const stored = ownCopyOf(current?.find(one.path))
    return stored !== undefined && stored.sha256 === one.sha256 && !isLess(stored)
  }
  const problems: Problem[] = []
  for (const [path, record] of records) {
    const { empty: _, short: __, ...plain } = record
    if (isLess(record)) records.set(path, plain)
  }
  for (const record of records.values()) {
    const pair = record.format === 'json' ? pairOf(records, record) : undefined
    if (pair === undefined || (wasSound(pair.json) && wasSound(pair.xml))) continue
    const found = findEmpty(pair, source) ?? findShort(pair, source)
    if (found === undefined) continue
    const { less, mark, counts } = found
    records.set(less.path, { ...less, [mark]: true })
    problems.push(describe(less, counts))
  }
  return problems
}

interface Less {
  readonly less: ManifestRecord
  readonly mark: 'empty' | 'short'
  readonly counts: Counts
}

// One value may be all that a dataset is, so it is empty only beside two records.
function findEmpty({ json, xml }: Pair, source: Source): Less | undefined {
  for (const [record, other] of [
    [json, xml],
    [xml, json],
  ] as const) {
    const least = leastOfOther(record, other, source(record.path))
    const count = least === undefined ? 0 : countRecords(other, source)
    if (least !== undefined && count >= least)
      return { less: record, mark: 'empty', counts: countsOf(record, 0, count) }
  }
  return undefined
}

// To read both formats of every dataset would take as long as the rest of a crawl, so they are read only if they differ in how often names
// occur. The names and the records must then differ alike: a format may be of another structure, or leave out empty fields.
function findShort({ json, xml }: Pair, source: Source): Less | undefined {
  const names: Counts[] = []
  for (const one of countNames(source(json.path), source(xml.path))) {
    if (isSame(one)) return undefined
    names.push(one)
  }
  if (names.length === 0) return undefined
  const counts: Counts = { json: countRecords(json, source), xml: countRecords(xml, source) }
  const isAlike = names.some((one) => isNearly(one.json * counts.xml, one.xml * counts.json, 5 * NEARLY))
  if (counts.json === 0 || counts.xml === 0 || isSame(counts) || !isAlike) return undefined
  return { less: counts.json < counts.xml ? json : xml, mark: 'short', counts }
}

function isSame({ json, xml }: Counts): boolean {
  return Math.abs(json - xml) <= A_RECORD || isNearly(json, xml, NEARLY)
}

function isNearly(one: number, other: number, share: number): boolean {
  return Math.abs(one - other) <= share * Math.max(one, other)
}

function countsOf({ format }: ManifestRecord, less: number, more: number): Counts {
  return format === 'json' ? { json: less, xml: more } : { json: more, xml: less }
}

function isLess({ empty, short }: ManifestRecord): boolean {
  return empty === true || short === true
}

// The number of records of the other format with which a document is empty in comparison; undefined if it has records itself. One value may be
// all that a dataset is.
function leastOfOther(
  record: ManifestRecord,
  other: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): number | undefined {
  if (!mayBeEmpty(record, other, source)) return undefined
  if (isEmptyList(source, record)) return 1
  const text = latin1Of(source)
  return (record.format === 'json' ? BARE_JSON : BARE_XML).test(text) ? 2 : undefined
}

// Reading every short document as a whole would take as long as the rest of a crawl of short documents.
function mayBeEmpty(
  { format, bytes = 0 }: ManifestRecord,
  { bytes: most = 0 }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): boolean {
  if (bytes > LONGEST_EMPTY) return false
  if (format !== 'json') return bytes <= LONGEST_EMPTY_XML || bytes < most
  return EMPTY_IN_JSON.test(latin1Of(source))
}

/** The byte order mark of utf-8. It is no value. */
const MARK = '\xef\xbb\xbf'

function latin1Of(source: () => Iterable<Uint8Array>): string {
  const text = Buffer.concat([...source()]).toString('latin1')
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

function pairOf(records: ReadonlyMap<string, ManifestRecord>, json: ManifestRecord): Pair | undefined {
  // A derived copy has the same records as its source.
  if (json.code === undefined || !ownCopyOf(json)) return undefined
  const xml = ownCopyOf(records.get(fileOf(ofDataset(parseDatasetCode(json.code), 'xml'))))
  return xml && { json, xml }
}

function countRecords({ path, format, charset }: ManifestRecord, source: Draft['source']): number {
  let isFilled = false
  return readOr(0, () => {
    const { shape, visited } = eachRecord(source(path), { format, charset }, (record) => {
      isFilled ||= hasValues(record)
    })
    return shape === 'tree' || shape === 'empty' || (shape === 'single' && !isFilled) ? 0 : visited
  })
}

// A document with one record may be an empty envelope: `<result><total>0</total></result>`.
function hasValues(record: ReadRecord): boolean {
  return [...record].some(([name, value]) => value !== null && value !== '' && !mayHavePaging([name]))
}

function describe({ address, format }: ManifestRecord, counts: Counts): Problem {
  const other = format === 'json' ? 'xml' : 'json'
  return warning(
    'formats-disagree',
    address,
    `The formats of this dataset do not agree: its ${format} has ${recordsIn(counts[format as DataFormat])}, its ${other} has ${recordsIn(counts[other])}. Both are published; its page shows the ${other}.`,
    { what: 'dataset', ...counts },
  )
}

function recordsIn(count: number): string {
  if (count === 0) return 'no records'
  return count === 1 ? '1 record' : `${count} records`
}
