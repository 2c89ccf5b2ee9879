import { type FetchFailure, isTransient } from '../http/index.ts'
import {
  addressOf,
  type DataFormat,
  type DatasetCode,
  fileOf,
  ofDataset,
  quoteCode,
  type Representation,
} from '../interface/index.ts'
import { gap, listedBefore, ownCopyOf, type Problem, warning } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { fetchDatasets, noteEntries } from './datasets.ts'
import { isControlAnswer, probeControls } from './doubts/controls.ts'
import { findListChanges } from './list-changes.ts'
import { CONTROLS, isAlike, isRefusal, judgeAnswer } from './probe-codes.ts'
import { takeGuardedSurvey } from './removal-guard.ts'
import type { CrawlRun, Miss } from './run.ts'
import { findRefusedBefore } from './stored-survey.ts'
import type { Survey } from './survey.ts'

/** How many times the lists are read again before a run stops waiting for them to stop changing. */
const MOST_ROUNDS = 3
/**
 * If more than half of the entries changed, and more than this number, the lists are read once more before all datasets are fetched again.
 */
const FEW = 5

/** What one reading of the lists names. */
type Reading = Pick<Survey, 'codes'> & { readonly newTitles: Survey['newTitles'] }

/**
 * Reads the lists again until two readings agree, and fetches what changed between them, so the copies match the lists. Fields that change
 * on every reading, such as counters, are ignored. Returns the last survey, with a gap if the lists kept changing or could not be read
 * again. New datasets that only an earlier reading named are added to it, with a warning, if the origin answered for them.
 */
export async function rereadLists(crawl: Crawl, first: Survey): Promise<Survey> {
  const before = findRefusedBefore(crawl)
  const { refused, unproven } = await findRefused(crawl, before)
  const corrected = refused.size === 0 ? first : await correctSurvey(crawl, first, refused)
  const readings: Reading[] = [{ codes: corrected.codes, newTitles: corrected.newTitles }]
  const last = await readUntilStill(crawl, corrected, readings, refused)
  const survey = await nameAssumed(crawl, addNamedEarlier(crawl, last, readings))
  const lacked = new Set([...before, ...refused])
  // The next run has to find out whether these are codes.
  const isUnclear = unproven.size > 0 || hasTransientMiss(crawl, lacked)
  return isUnclear ? withoutLasting(survey) : { ...survey, refused: lacked }
}

// Texts that count as absent because of how the origin answered, although it answers in this way for what it has as well.
async function nameAssumed(crawl: Crawl, survey: Survey): Promise<Survey> {
  const { assumed } = survey.discovery
  if (assumed === undefined) return survey
  // Known, except in a run that joins others.
  await probeControls(crawl, assumed.format)
  if (showsAbsence(crawl, assumed.format, assumed.control)) return survey
  const others = survey.problems.filter(({ code }) => code !== 'unclear-code')
  return { ...withoutLasting(survey), problems: [...others, ...assumed.problems] }
}

// The next run has to read the lists again, also if they are the same.
function withoutLasting({ lasting: _, ...survey }: Survey): Survey {
  return survey
}

// Adds each reading to `readings`.
async function readUntilStill(
  crawl: Crawl,
  first: Survey,
  readings: Reading[],
  refused: ReadonlySet<string>,
): Promise<Survey> {
  const { run, on } = crawl
  // `fetched`: the survey that the copies match; `volatile`: the differences between the last two readings.
  let fetched = first
  let survey = first
  let volatile: ReadonlySet<string> = new Set()
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const lists = [...run.records.values()].flatMap(({ operation, format }) =>
      operation === 'get_dataset' ? [] : [{ resource: { operation }, format }],
    )
    on({ type: 'phase', phase: 'again', total: lists.length })
    const { changed, misses } = await run.refetchAll(lists)
    const next = changed.size === 0 ? survey : await takeGuardedSurvey(crawl, refused)
    readings.push({ codes: next.codes, newTitles: next.newTitles })
    const { places, named: isOther } = compare(survey, next)
    const isStill = !isOther && [...places].every((place) => volatile.has(place))
    // The other lists of this reading are published too.
    const isLast = isStill || misses.length > 0
    const changes = compare(fetched, next, isStill ? volatile : undefined)
    if (isLast || changes.codes.size <= Math.max(FEW, next.codes.length / 2)) {
      await fetchChanged(crawl, next, changes.codes)
      fetched = next
    }
    if (misses.length > 0)
      return withProblems(
        next,
        misses.map((miss) => unread(crawl, miss)),
      )
    if (isStill) return withProblems(next, places.size === 0 ? [] : [describeChangingFields(places)])
    volatile = places
    survey = next
  }
  return withProblems(survey, [unsteady()])
}

// A list that lacks a dataset for a moment must not lose it. One that is stored becomes withdrawn.
function addNamedEarlier(crawl: Crawl, last: Survey, readings: readonly Reading[]): Survey {
  const { current, options, run } = crawl
  const listed = new Set(last.codes)
  const stored = new Set<string>(current && listedBefore(current.manifest))
  const earlier = [...new Set(readings.flatMap(({ codes }) => codes))].filter(
    (code) =>
      !listed.has(code) &&
      !stored.has(code) &&
      options.formats.map((format) => ofDataset(code, format)).some((one) => run.records.has(fileOf(one))),
  )
  const [first] = earlier
  if (first === undefined) return last
  const what = earlier.length === 1 ? '1 new dataset was' : `${earlier.length} new datasets were`
  const message = `${what} in the lists only in an earlier reading of this run, such as ${quoteCode(first)}. The origin answered for them, so they are mirrored. The next run decides whether they are listed.`
  const facts = { datasets: earlier.length, dataset: first }
  const problem: Problem = warning('lists-changing', 'lists', message, facts)
  const known = new Map(readings.flatMap(({ newTitles = [] }) => newTitles.map((one) => [one.code, one])))
  const titles = [...last.titles, ...earlier.flatMap((code) => known.get(code) ?? [])]
  return withProblems({ ...withoutLasting(last), codes: [...last.codes, ...earlier], titles }, [problem])
}

// If the origin does not have some of the codes, their entries may have others.
async function correctSurvey(crawl: Crawl, first: Survey, refused: ReadonlySet<string>): Promise<Survey> {
  const next = await takeGuardedSurvey(crawl, refused)
  const known = new Set(first.codes)
  if (next.codes.every((code) => known.has(code))) return first
  await fetchDatasets(crawl, next)
  return next
}

// The lists are not read again for a survey of the same ones.
function compare(
  before: Survey,
  now: Survey,
  ignored?: ReadonlySet<string>,
): ReturnType<typeof findListChanges> {
  const [then, digests] = before === now ? [new Map(), new Map()] : [before.digests(), now.digests()]
  return findListChanges(then, digests, ignored)
}

function withProblems(survey: Survey, problems: readonly Problem[]): Survey {
  return { ...survey, problems: [...survey.problems, ...problems] }
}

// New datasets, failed ones, and those whose list entries changed.
async function fetchChanged(crawl: Crawl, now: Survey, moved: ReadonlySet<string>): Promise<void> {
  const { options, run } = crawl
  const changed = now.codes.filter((code) => moved.has(code))
  const representations = changed.flatMap((code) => options.formats.map((format) => ofDataset(code, format)))
  for (const path of representations.map(fileOf)) {
    run.misses.delete(path)
    if (run.records.get(path)?.state === 'unasked') run.records.delete(path)
  }
  await run.refetchAll(representations)
  noteEntries(crawl, now.entries, changed)
  const left = now.codes.some(
    (code) => !options.formats.map((format) => ofDataset(code, format)).every((one) => isAnswered(run, one)),
  )
  if (left) await fetchDatasets(crawl, now)
}

function isAnswered({ records, misses }: CrawlRun, representation: Representation): boolean {
  return records.has(fileOf(representation)) || misses.has(fileOf(representation))
}

function unread({ base }: Crawl, { representation, failure }: Miss): Problem {
  return gap(
    'lists-unconfirmed',
    addressOf(base, representation),
    `When it was requested again at the end of the run, it ${failure.message}. It is not known whether the lists changed during the run.`,
    failure.facts,
  )
}

function describeChangingFields(places: ReadonlySet<string>): Problem {
  const message = `These fields change on every request and were ignored when comparing the lists: ${[...places].slice(0, 5).join(', ')}.`
  const facts = { fields: [...places].slice(0, 5).join(', ') }
  return warning('lists-changing', 'lists', message, facts)
}

function unsteady(): Problem {
  const message = `The lists were different each of the ${MOST_ROUNDS + 1} times they were read, so the snapshot may be inconsistent with them. Run again later.`
  return gap('lists-changing', 'lists', message)
}

/** New codes that the origin fails or answers for, in all formats, as for a code that does not exist. */
interface Refused {
  /** Those that it does not have, as the requests of this run show. */
  readonly refused: ReadonlySet<string>
  /** Those for which it only fails as it does for what it has. */
  readonly unproven: ReadonlySet<string>
}

/** Finds the codes that the origin does not have, except `before`: those that it did not have in earlier runs. */
async function findRefused(crawl: Crawl, before: ReadonlySet<string>): Promise<Refused> {
  const { options, run } = crawl
  const { formats } = options
  const failureOf = (code: DatasetCode, format: DataFormat) =>
    run.misses.get(fileOf(ofDataset(code, format)))?.failure
  const suspects = newCodes(crawl, before).filter((code) =>
    formats.some(
      (format) => failureOf(code, format) !== undefined || isAnsweredAsControl(crawl, code, format),
    ),
  )
  // The answer for a code that does not exist is requested only where it decides.
  const controls = new Map<DataFormat, FetchFailure | undefined>()
  for (const format of formats)
    if (suspects.some((code) => !lacks(failureOf(code, format))))
      controls.set(format, await probeControls(crawl, format))
  const verdictOn = (code: DatasetCode, format: DataFormat) =>
    judgeAnswer(failureOf(code, format), controls.get(format), () => isAnsweredAsControl(crawl, code, format))
  const lacked = suspects.filter((code) =>
    formats.every((format) => ['lacks', 'assumed'].includes(verdictOn(code, format))),
  )
  const sure =
    lacked.length === 0 ? [] : formats.filter((format) => showsAbsence(crawl, format, controls.get(format)))
  const isProven = (code: DatasetCode) =>
    formats.every((format) => verdictOn(code, format) === 'lacks' || sure.includes(format))
  const refused = new Set(lacked.filter(isProven))
  return { refused, unproven: new Set(lacked.filter((code) => !refused.has(code))) }
}

/** Whether the origin had a transient failure for a code that it neither had nor lacked before, and gave no data for it in another format. */
function hasTransientMiss(crawl: Crawl, lacked: ReadonlySet<string>): boolean {
  const { run, options } = crawl
  return newCodes(crawl, lacked).some((code) => {
    const paths = options.formats.map((format) => fileOf(ofDataset(code, format)))
    const failures = paths.flatMap((path) => run.misses.get(path)?.failure ?? [])
    return failures.some(isTransient) && !paths.some((path) => run.records.has(path))
  })
}

/**
 * Whether an answer like that for a code that does not exist shows that the origin does not have a code: it gives others in this run, and does
 * not fail in this way for a dataset with a copy, nor answer in this way for one that it answered otherwise in the run before. `control`: how
 * it failed for that code; undefined if it answered.
 */
function showsAbsence(crawl: Crawl, format: DataFormat, control: FetchFailure | undefined): boolean {
  const { run, current, options } = crawl
  const copyAt = (path: string) => ownCopyOf(current?.find(path))
  const answers = [...run.records.values()].filter(
    ({ code, format, state, path }) =>
      code !== undefined &&
      state !== 'unasked' &&
      options.formats.some((one) => one === format) &&
      !CONTROLS.some((control) => control === code) &&
      !run.misses.has(path),
  )
  const isLost =
    control === undefined
      ? answers.some((record) => {
          const copy = record.format === format && record.state === 'fetched' && copyAt(record.path)
          return copy && copy.doubted === undefined && isControlAnswer(crawl, record)
        })
      : [...run.misses].some(
          ([path, { representation, failure }]) =>
            representation.format === format &&
            'code' in representation.resource &&
            copyAt(path) !== undefined &&
            isAlike(failure, control),
        )
  return !isLost && answers.some((record) => !isControlAnswer(crawl, record))
}

// The codes that were requested in this run, and that the origin neither had nor lacked for sure before.
function newCodes({ run, current, options: { formats } }: Crawl, lacked: ReadonlySet<string>): DatasetCode[] {
  const isKnown = (code: DatasetCode) => {
    const stored = formats.map((format) => current?.find(fileOf(ofDataset(code, format))))
    const statuses = stored.map((record) => Number(record?.reasonFacts?.status ?? 0))
    return (
      lacked.has(code) ||
      stored.some((record) => record?.sha256 !== undefined) ||
      statuses.every((status) => isRefusal({ kind: 'status', status }))
    )
  }
  const answered = [...run.records.values()].flatMap(({ code }) => code ?? [])
  const missed = [...run.misses.values()].flatMap(({ representation: { resource } }) =>
    resource.operation === 'get_dataset' ? [resource.code] : [],
  )
  const codes = new Set([...answered, ...missed] as DatasetCode[])
  return [...codes].filter((code) => !CONTROLS.includes(code) && !isKnown(code))
}

// Whether a failure alone shows that the origin does not have a code.
function lacks(failure: FetchFailure | undefined): boolean {
  return failure !== undefined && isRefusal(failure)
}

function isAnsweredAsControl(crawl: Crawl, code: DatasetCode, format: DataFormat): boolean {
  const record = crawl.run.records.get(fileOf(ofDataset(code, format)))
  return record !== undefined && isControlAnswer(crawl, record)
}
