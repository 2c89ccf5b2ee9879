import type { FetchFailure } from '../../http/index.ts'
import { fileOf, ofDataset, type Representation } from '../../interface/index.ts'
import { areMostlyNew, wordsOf } from '../../reading/index.ts'
import { type ManifestRecord, ownCopyOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { CONTROLS } from '../probe-codes.ts'
import { isEmptyList, LEAST_WORDS, outlineOf } from './compare.ts'
import { type Fresh, NO_OWNER, type Suspect } from './fresh.ts'
import { judge } from './judge.ts'

/** The answer for a dataset that does not exist is short; longer ones are compared only by checksum. */
const COMPARED_AS_TEXT = 64 * 1024

/**
 * Finds bodies that equal the origin's answer for a dataset that does not exist, since an origin that answers 200 for these also does so
 * for datasets that it has lost. The answer may contain the requested code. If it is the data of some dataset, that dataset is recognised
 * by its copy.
 */
export async function findControls(crawl: Crawl, fresh: readonly Fresh[]): Promise<Suspect[]> {
  const suspects: Suspect[] = []
  const byFormat = Map.groupBy(fresh, ({ representation }) => representation.format)
  await Promise.all([...byFormat.keys()].map((format) => probeControls(crawl, format)))
  const mayBeEmpty = hasOther(crawl, fresh)
  for (const [format, alike] of byFormat) {
    const [control] = controlsIn(crawl, format)
    if (control === undefined) continue
    const isControl = openComparison(crawl, format)
    const hasNothing = mayBeEmpty && isEmptyList(crawl.draft.source(control.path), control)
    // A dataset may really be empty. If its copy is not, the loss check decides, which accepts repeated answers in the end.
    const mayBe = ({ stored }: Fresh) =>
      hasNothing && (stored?.sha256 === undefined || crawl.options.refuse.includes('losses'))
    for (const one of alike)
      if (!mayBe(one) && isControl(one.record) && !isLikeItself(crawl, one))
        suspects.push({
          fresh: one,
          what: 'with the answer for a dataset that does not exist',
          whose: NO_OWNER,
        })
  }
  return suspects
}

// Whether there is a dataset that the origin has not answered for in this way. If there is none, it answers everything in this way.
function hasOther(crawl: Crawl, fresh: readonly Fresh[]): boolean {
  const isStored = ({ code, sha256 }: ManifestRecord) => code !== undefined && sha256 !== undefined
  return (
    crawl.current?.manifest.records.some(isStored) === true ||
    fresh.some(({ record }) => !isControlAnswer(crawl, record))
  )
}

/** Requests codes that do not exist: the second one if the origin answers for the first. Resolves to its failure for the first. */
export async function probeControls(
  { run }: Crawl,
  format: Representation['format'],
): Promise<FetchFailure | undefined> {
  for (const code of CONTROLS) {
    const failure = await run.probe(ofDataset(code, format))
    if (failure !== undefined) return code === CONTROLS[0] ? failure : undefined
  }
  return undefined
}

function controlsIn({ run }: Crawl, format: Representation['format']): (ManifestRecord | undefined)[] {
  return CONTROLS.map((code) => run.records.get(fileOf(ofDataset(code, format))))
}

/**
 * Whether a body is the answer for codes that do not exist, as far as these were requested: apart from the requested code, and from what
 * differs between their answers.
 */
export function isControlAnswer(crawl: Crawl, record: ManifestRecord): boolean {
  return openComparison(crawl, record.format)(record)
}

// Compares any number of bodies with the same answers.
function openComparison(crawl: Crawl, format: Representation['format']): (record: ManifestRecord) => boolean {
  const [control, second] = controlsIn(crawl, format)
  if (control === undefined) return () => false
  const isSame = (record: ManifestRecord) => isSameAnswer(crawl, record, control)
  if (second === undefined || isSame(second)) return isSame
  const [first, other] = [control, second].map((one) => valuesOf(crawl, one))
  if (first === undefined || other === undefined) return isSame
  const pattern = findPattern(first, other)
  return (record) => {
    if (isSame(record)) return true
    const own = (record.bytes ?? 0) > COMPARED_AS_TEXT ? undefined : valuesOf(crawl, record)
    return own !== undefined && isVariant(own, pattern)
  }
}

/** Which values are the same in both answers for codes that do not exist, apart from the code, and what the others may be in a third one. */
interface Pattern {
  readonly first: Values
  readonly isFixed: readonly boolean[]
  /** Whether the fixed values show that these are answers for what does not exist: they name the code, or are most of all. */
  readonly isClear: boolean
}

function findPattern(first: Values, other: Values): Pattern {
  const isFixed = first.texts.map((text, at) => text.replaceAll(first.code, other.code) === other.texts[at])
  const fixed = first.texts.filter((_, at) => isFixed[at])
  const isClear = fixed.some((text) => text.includes(first.code)) || fixed.length * 2 > first.texts.length
  return { first, isFixed, isClear }
}

// What is not fixed may be anything, such as a nonce, if the rest is clear; otherwise it has the same words.
function isVariant(own: Values, { first, isFixed, isClear }: Pattern): boolean {
  // An origin may write the address that was requested.
  const spellings = [own.code, encodeURIComponent(own.code).toLowerCase()]
  return (
    own.texts.length === first.texts.length &&
    first.texts.every((text, at) => {
      const saw = own.texts[at] ?? ''
      return spellings.some((code) => {
        const expected = text.replaceAll(first.code, code)
        if (isFixed[at] || saw === expected) return saw === expected
        if (isClear) return own.names[at] === first.names[at]?.replaceAll(first.code, code)
        return hasSameWords(saw, expected)
      })
    })
  )
}

/** The values of a body and their names, in lower case: an origin may write the code in capitals. */
interface Values {
  readonly code: string
  readonly names: readonly string[]
  /** Each after its name. */
  readonly texts: readonly string[]
}

function valuesOf({ draft }: Crawl, record: ManifestRecord): Values | undefined {
  const outline = outlineOf(record, draft.source)
  // Not all values of a larger body are known.
  if (outline === undefined || outline.first.length !== outline.values) return undefined
  return {
    code: (record.code ?? '').toLowerCase(),
    names: outline.first.map(([name]) => name.toLowerCase()),
    texts: outline.first.map(([name, text]) => `${name} ${text}`.toLowerCase()),
  }
}

function hasSameWords(one: string, other: string): boolean {
  return wordsOf(one).join(' ') === wordsOf(other).join(' ')
}

// A body that shares most words with its copy is the data of its dataset, even if the origin gives it for other codes too.
function isLikeItself({ current, draft }: Crawl, { record, stored }: Fresh): boolean {
  const own = ownCopyOf(stored)
  const before = own && current && outlineOf(own, current.source)
  const now = outlineOf(record, draft.source)
  if (before === undefined || now === undefined || now.words.size < LEAST_WORDS) return false
  return judge(before, now) === undefined && !areMostlyNew(now.words, before.words)
}

/** Whether two bodies are the same apart from the requested codes, such as that of a dataset and that of one that does not exist. */
export function isSameAnswer({ draft }: Crawl, record: ManifestRecord, other: ManifestRecord): boolean {
  if (record.sha256 === other.sha256) return true
  const [code, otherCode] = [record.code ?? '', other.code ?? '']
  const [bytes, others] = [record.bytes ?? 0, other.bytes ?? 0]
  // Each occurrence of the code changes the length by the difference between the codes.
  const perCode = Buffer.byteLength(code) - Buffer.byteLength(otherCode)
  const isPossible = perCode === 0 ? bytes === others : (bytes - others) % perCode === 0
  if (!isPossible || others > COMPARED_AS_TEXT || bytes > COMPARED_AS_TEXT) return false
  const bodyOf = ({ path }: ManifestRecord) =>
    Buffer.concat([...draft.source(path)()].map((chunk) => Buffer.from(chunk))).toString()
  return bodyOf(record) === bodyOf(other).replaceAll(otherCode, code)
}
