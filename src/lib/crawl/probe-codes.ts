import { findGroupsAmong, type InferenceEvidence, type ListDocument, spread } from '../catalogue/index.ts'
import type { FetchFailure } from '../http/index.ts'
import { type DataFormat, type DatasetCode, findCodeProblem, type ListOperation } from '../interface/index.ts'

/** A code that no origin has. An origin that answers for it answers for any code. */
export const CONTROL = 'no-such-dataset-0d9f4c1e' as DatasetCode
/** Another one, which shows what varies in the answers for such codes. */
const SECOND_CONTROL = 'no-such-dataset-b72e5a86' as DatasetCode
export const CONTROLS: readonly DatasetCode[] = [CONTROL, SECOND_CONTROL]
/** How many codes of a field are requested as a sample. */
export const PROBES = 3
/** How many if the origin has some of these, but fewer than half, and how many of them it must have. */
const MORE_PROBES = 10
const LEAST_OF_MORE = 2 / 3
/** How many new codes are compared with one that does not exist before all of them count as answers for any code. */
const MOST_COMPARED = 100
/** How many of the likeliest fields are tried with a whole sample, and how many more with one value first. */
const LIKELIEST = 6
const MOST_PROBED = 40

/** The dataset codes, the field they are in, and the evidence. */
export interface Discovery {
  readonly codes: readonly string[]
  readonly field: { readonly operation: ListOperation; readonly name: string } | undefined
  readonly evidence: InferenceEvidence
}

/** What codes are found in, and the questions to the origin. */
export interface DiscoverInput {
  /** The lists in every format that could be read. */
  readonly documents: readonly ListDocument[]
  /** Hosts of the base addresses. */
  readonly hosts: readonly string[]
  /** Codes from the config. */
  readonly configured: readonly string[]
  /** The configured name of the field of codes. */
  readonly namedField: string | undefined
  /** The previous codes and the field they were in. Known codes need no request, which might fail. */
  readonly before: {
    readonly codes: ReadonlySet<string>
    readonly field: Discovery['field']
    readonly evidence: InferenceEvidence | undefined
  }
  /** Codes that the origin does not have, as requests of this run have shown. */
  readonly refused: ReadonlySet<string>
  /** The format that the origin is asked in. */
  readonly format: DataFormat
  /** Asks the origin for a code. Resolves to the failure if it does not answer with an acceptable body. */
  readonly ask: (code: string) => Promise<FetchFailure | undefined>
  /** Whether the answer for a code is another one than that for another code, or than those for the controls, all of which the origin answers for. */
  readonly differs: (code: string, other: string) => boolean
}

/** The input, and what the origin has answered. */
export interface Asking extends DiscoverInput {
  /** Whether the origin answers for a code with an acceptable body. */
  readonly answers: (code: string) => Promise<boolean>
  /** The codes that the origin has answered for. */
  readonly answered: ReadonlySet<string>
  /** How the origin failed for codes. */
  readonly failed: ReadonlyMap<string, FetchFailure>
  /** Texts that name categories or publishers among the datasets. No sample has them. */
  readonly groups: ReadonlySet<string>
}

/** Requests each code at most once: the same code may be in the samples of several fields. */
export function askEachOnce(input: DiscoverInput): Asking {
  const pending = new Map<string, Promise<boolean>>()
  const answered = new Set<string>()
  const failed = new Map<string, FetchFailure>()
  const ask = async (code: string) => {
    const failure = await input.ask(code)
    if (failure === undefined) answered.add(code)
    else failed.set(code, failure)
    return failure === undefined
  }
  const answers = (code: string) => {
    const answer = pending.get(code) ?? ask(code)
    pending.set(code, answer)
    return answer
  }
  return { ...input, answers, answered, failed, groups: findGroupsAmong(input.documents) }
}

/** Statuses of what an origin does not have, and of a server that is not available. Any other one depends on the origin. */
const ABSENT = new Set([400, 404, 410])
const UNAVAILABLE = new Set([408, 425, 429, 502, 503, 504])

/** Whether a failure is the origin's answer for a code that it does not have. `control`: how it failed for {@link CONTROL}. */
export function isRefusal(failure: Pick<FetchFailure, 'kind' | 'status'>, control?: FetchFailure): boolean {
  const { kind, status = 0 } = failure
  if (kind === 'status' && ABSENT.has(status)) return true
  return isAlike(failure, control) && !TRANSIENT.has(kind) && !UNAVAILABLE.has(status)
}

/** Whether a failure is of the same kind as another one. */
export function isAlike(
  { kind, status = 0 }: Pick<FetchFailure, 'kind' | 'status'>,
  other?: FetchFailure,
): boolean {
  return kind === other?.kind && status === (other.status ?? 0)
}

const TRANSIENT: ReadonlySet<string> = new Set(['network', 'timeout', 'cut'])

/**
 * What the answer for a text shows: the origin has it as a code · it does not have it · it does not have it, if what it answers for a code
 * that does not exist is no answer for everything · nothing.
 */
type Verdict = 'has' | 'lacks' | 'assumed' | 'open'

/**
 * Judges an answer: `failure` and `control` are how the origin failed for the text and for {@link CONTROL}, undefined if it answered;
 * `isSame` compares the two bodies.
 */
export function judgeAnswer(
  failure: FetchFailure | undefined,
  control: FetchFailure | undefined,
  isSame: () => boolean,
): Verdict {
  if (failure && !showsData(failure, control))
    return isRefusal(failure) ? 'lacks' : isRefusal(failure, control) ? 'assumed' : 'open'
  if (control) return isRefusal(control, control) ? 'has' : 'open'
  return isSame() ? 'assumed' : 'has'
}

// The answer has the status of data that cannot be stored, and the one for a code that does not exist is another failure.
function showsData({ kind, status }: FetchFailure, control: FetchFailure | undefined): boolean {
  const isData = status === 200 && ['large', 'malformed', 'encoding'].includes(kind)
  return isData && control !== undefined && !isAlike({ kind, status }, control)
}

/** Asks the origin for a text, and for codes that do not exist where their answers decide. */
export async function judgeText({ answers, failed, differs }: Asking, text: string): Promise<Verdict> {
  const isAnswered = await answers(text)
  const failure = failed.get(text)
  const isDecided = failure !== undefined && isRefusal(failure)
  if (!isDecided && (await answers(CONTROL)) && isAnswered) await answers(SECOND_CONTROL)
  return judgeAnswer(failure, failed.get(CONTROL), () => !differs(text, CONTROL))
}

async function selectJudged(
  input: Asking,
  codes: readonly string[],
  fits: (verdict: Verdict, code: string) => boolean,
): Promise<string[]> {
  // A sample is mostly compared with it, so it is requested beside the sample.
  const control = codes.length > 1 ? [input.answers(CONTROL)] : []
  const judged = codes.map((code) => judgeText(input, code))
  // If one of them fails, as in an interruption, the others fail too.
  const [verdicts] = await Promise.all([Promise.all(judged), ...control])
  return codes.filter((code, at) => fits(verdicts[at] ?? 'open', code))
}

/** Those of some codes that the origin has. */
export function findExisting(input: Asking, codes: readonly string[]): Promise<string[]> {
  return selectJudged(input, codes, (verdict) => verdict === 'has')
}

/** Those that it has, or answers for while nothing shows what its answers mean. */
function findLikely(input: Asking, codes: readonly string[]): Promise<string[]> {
  const { answered } = input
  return selectJudged(
    input,
    codes,
    (verdict, code) => verdict === 'has' || (verdict === 'open' && answered.has(code)),
  )
}

/**
 * Whether the origin has half of a sample of some codes, or two thirds of a larger one, which is enough: real lists contain datasets that
 * do not exist. `least`: another share. While it fails for a code that does not exist, its answers must all be different ones.
 */
export async function hasMost(input: Asking, values: readonly string[], least = 0.5): Promise<boolean> {
  const own = withoutGroups(input, values)
  const sample = sampleOf(own, PROBES)
  let answered = await findLikely(input, sample)
  if (answered.length === 0) return false
  if (answered.length < sample.length * least) {
    if (least === 1) return false
    const larger = sampleOf(own, MORE_PROBES)
    answered = await findLikely(input, larger)
    if (answered.length < larger.length * LEAST_OF_MORE) return false
  }
  if ((await findExisting(input, answered)).length === answered.length) return true
  const isOther = (code: string, at: number) =>
    answered.slice(at + 1).every((other) => input.differs(code, other))
  return answered.length > 1 && answered.every(isOther)
}

/** Whether the origin answers for new codes, as far as they are asked for, as for one that does not exist, so nothing shows that they are datasets. */
export async function areAnsweredAlike(input: Asking, values: readonly string[]): Promise<boolean> {
  const sample = sampleOf(values, MOST_COMPARED)
  if (sample.length === 0 || values.some((value) => input.before.codes.has(value))) return false
  if (!(await input.answers(CONTROL))) return false
  for (const part of [sample.slice(0, PROBES), sample.slice(PROBES)])
    if ((await selectJudged(input, part, (verdict) => verdict !== 'assumed')).length > 0) return false
  return true
}

function withoutGroups({ groups }: Asking, values: readonly string[]): readonly string[] {
  const own = groups.size === 0 ? values : values.filter((value) => !groups.has(value))
  return own.length === 0 ? values : own
}

function sampleOf(values: readonly string[], size: number): string[] {
  const valid = values.filter((value) => findCodeProblem(value) === undefined)
  return spread(valid, size)
}

/**
 * The first of some fields whose values the origin has. It is asked for one value first, unless a field is likely. For parts of texts it must
 * have the whole sample.
 */
export async function findAnswering<
  F extends { readonly values: readonly string[]; readonly isPart?: boolean },
>(
  input: Asking,
  fields: readonly F[],
  isLikely: (field: F, at: number) => boolean = (_, at) => at < LIKELIEST,
): Promise<F | undefined> {
  for (const [at, field] of fields.slice(0, MOST_PROBED).entries()) {
    const { values, isPart } = field
    const isWorth =
      isLikely(field, at) || (await findLikely(input, sampleOf(withoutGroups(input, values), 1))).length > 0
    if (isWorth && (await hasMost(input, values, isPart ? 1 : 0.5))) return field
  }
  return undefined
}
