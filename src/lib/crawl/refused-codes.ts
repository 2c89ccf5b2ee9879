import { type FetchFailure, isTransient } from '../http/index.ts'
import {
  type DataFormat,
  type DatasetCode,
  datasetResource,
  fileOf,
  type Representation,
} from '../interface/index.ts'
import { listedBefore } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { isSameAnswer } from './mismatches/control.ts'
import { CONTROL } from './probe-codes.ts'

/** Statuses of what does not exist, and of what exists but is not for everybody. Others depend on the origin. */
const ABSENT = new Set([404, 410])
const DENIED = new Set([401, 403])

/**
 * New codes that the origin does not have in any format, as the requests of this run show: by their status, an error report, or the answer
 * for a code that does not exist.
 */
export async function findRefused(crawl: Crawl): Promise<ReadonlySet<string>> {
  const { formats } = crawl.options
  const suspects = askedCodes(crawl).filter((code) =>
    formats.some(
      (format) => mayRefuse(failureOf(crawl, code, format)) || isControlAnswer(crawl, code, format),
    ),
  )
  // The formats in which only the answer for a code that does not exist shows whether the origin has one.
  const unsure = formats.filter((format) =>
    suspects.some((code) => !isAbsence(failureOf(crawl, code, format))),
  )
  const controls = new Map(
    await Promise.all(
      unsure.map(async (format) => [format, await crawl.run.probe(inFormat(CONTROL, format))] as const),
    ),
  )
  const isRefused = (code: DatasetCode, format: DataFormat) => {
    const failure = failureOf(crawl, code, format)
    if (failure === undefined) return isControlAnswer(crawl, code, format)
    const control = controls.get(format)
    const isAlike = control?.kind === 'status' && control.status === failure.status
    return isAbsence(failure) || (mayRefuse(failure) && isAlike)
  }
  return new Set(suspects.filter((code) => formats.every((format) => isRefused(code, format))))
}

// The new codes that were requested in this run.
function askedCodes({ run, current }: Crawl): DatasetCode[] {
  const before = new Set<string>(current && listedBefore(current.manifest))
  const answered = [...run.records.values()].flatMap(({ code }) => code ?? [])
  const missed = [...run.misses.values()].flatMap(({ representation: { resource } }) =>
    resource.operation === 'get_dataset' ? [resource.code] : [],
  )
  const codes = new Set([...answered, ...missed] as DatasetCode[])
  return [...codes].filter((code) => code !== CONTROL && !before.has(code))
}

function inFormat(code: DatasetCode, format: DataFormat): Representation {
  return { resource: datasetResource(code), format }
}

function failureOf({ run }: Crawl, code: DatasetCode, format: DataFormat): FetchFailure | undefined {
  return run.misses.get(fileOf(inFormat(code, format)))?.failure
}

function isAbsence(failure: FetchFailure | undefined): boolean {
  return failure?.kind === 'error' || (failure?.kind === 'status' && ABSENT.has(failure.status ?? 0))
}

function mayRefuse(failure: FetchFailure | undefined): boolean {
  if (failure === undefined || isTransient(failure)) return false
  return isAbsence(failure) || (failure.kind === 'status' && !DENIED.has(failure.status ?? 0))
}

function isControlAnswer(crawl: Crawl, code: DatasetCode, format: DataFormat): boolean {
  const [record, control] = [code, CONTROL].map((one) => crawl.run.records.get(fileOf(inFormat(one, format))))
  return record !== undefined && control !== undefined && isSameAnswer(crawl, { code, record }, control)
}
