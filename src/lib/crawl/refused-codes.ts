import { type FetchFailure, isTransient } from '../http/index.ts'
import {
  type DataFormat,
  type DatasetCode,
  datasetResource,
  fileOf,
  type Representation,
} from '../interface/index.ts'
import type { Crawl } from './context.ts'
import { isControlAnswer, probeControls } from './mismatches/control.ts'
import { CONTROLS, isAlike, isRefusal, judgeAnswer } from './probe-codes.ts'
import { isMadeFromOther } from './record-miss.ts'

/** New codes that the origin fails or answers for, in all formats, as for a code that does not exist. */
interface Refused {
  /** Those that it does not have, as the requests of this run show. */
  readonly refused: ReadonlySet<string>
  /** Those for which it only fails as it does for what it has. */
  readonly unproven: ReadonlySet<string>
}

/** Finds the codes that the origin does not have, except `before`: those that it did not have in earlier runs. */
export async function findRefused(crawl: Crawl, before: ReadonlySet<string>): Promise<Refused> {
  const { options, run } = crawl
  const { formats } = options
  const failureOf = (code: DatasetCode, format: DataFormat) =>
    run.misses.get(fileOf(inFormat(code, format)))?.failure
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
export function hasTransientMiss(crawl: Crawl, lacked: ReadonlySet<string>): boolean {
  const { run, options } = crawl
  return newCodes(crawl, lacked).some((code) => {
    const paths = options.formats.map((format) => fileOf(inFormat(code, format)))
    const failures = paths.flatMap((path) => run.misses.get(path)?.failure ?? [])
    return failures.some(isTransient) && !paths.some((path) => run.records.has(path))
  })
}

/**
 * Whether an answer like that for a code that does not exist shows that the origin does not have a code: it gives others in this run, and does
 * not fail in this way for a dataset with a copy, nor answer in this way for one that it answered otherwise in the run before. `control`: how
 * it failed for that code; undefined if it answered.
 */
export function showsAbsence(crawl: Crawl, format: DataFormat, control: FetchFailure | undefined): boolean {
  const { run, current, options } = crawl
  const copyAt = (path: string) => {
    const stored = current?.find(path)
    return stored?.sha256 !== undefined && !isMadeFromOther(stored) ? stored : undefined
  }
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
    const stored = formats.map((format) => current?.find(fileOf(inFormat(code, format))))
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

function inFormat(code: DatasetCode, format: DataFormat): Representation {
  return { resource: datasetResource(code), format }
}

function isAnsweredAsControl(crawl: Crawl, code: DatasetCode, format: DataFormat): boolean {
  const record = crawl.run.records.get(fileOf(inFormat(code, format)))
  return record !== undefined && isControlAnswer(crawl, record)
}
