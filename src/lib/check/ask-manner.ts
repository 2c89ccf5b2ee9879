import { headersOf } from '../site/index.ts'
import { describeFile, isFile, mostOf } from './ask-file.ts'
import { judgeCors, judgeHeaders } from './judge-headers.ts'
import {
  type CheckAnswer,
  type CheckVerdict,
  describeAnswer,
  fail,
  type Given,
  headerOf,
  locationOf,
  namesIn,
  pass,
  type Question,
  unsupported,
} from './question.ts'
import type { CheckedFile, CheckedSite } from './site.ts'

/** Questions about a file that was received: conditional requests, HEAD, a byte range, and content codings. */
export function askManners(file: CheckedFile, { target }: Question, answer: Given): Question[] {
  const ask: FetchRequest = (headers, judge) => ({
    target,
    headers,
    most: answer.bytes,
    judge: (one) => [judge(one)].flat(),
  })
  return [
    ...askConditions(file, answer, ask),
    { ...ask({}, (head) => judgeHead(head, answer)), method: 'HEAD' },
    ...askRange(file, answer, ask),
    ...askCoded(file, target, CHECKED_CODINGS),
  ]
}

type FetchRequest = (
  headers: Record<string, string>,
  judge: (answer: CheckAnswer) => CheckVerdict | CheckVerdict[],
) => Question

const DAY = 86_400_000

function askConditions(file: CheckedFile, answer: Given, ask: FetchRequest): Question[] {
  const etag = headerOf(answer, 'etag')
  const lastModified = headerOf(answer, 'last-modified')
  const time = Date.parse(lastModified ?? '')
  const whole = (changed: CheckAnswer) =>
    isFile(changed, file) ? pass('fresh') : fail('fresh', describeAnswer(changed), describeFile(file))
  const current = (same: CheckAnswer) => {
    if (same.kind === 'given' && same.status === 304) return [pass('validators'), ...judgeCors(same)]
    return isFile(same, file)
      ? unsupported('validators', 'the whole body', '304')
      : fail('validators', describeAnswer(same), '304')
  }
  const conditions = [
    ...(etag === undefined ? [] : [{ 'if-none-match': etag }]),
    ...(lastModified === undefined ? [] : [{ 'if-modified-since': lastModified }]),
  ]
  return [
    ...conditions.map((headers) => ask(headers, current)),
    ...(conditions.length > 0
      ? []
      : [ask({}, () => unsupported('validators', 'no ETag, no Last-Modified', 'one of them'))]),
    ask({ 'if-none-match': '"never-given-by-this-host"' }, whole),
    ...(Number.isNaN(time) ? [] : [ask({ 'if-modified-since': new Date(time - DAY).toUTCString() }, whole)]),
  ]
}

function judgeHead(head: CheckAnswer, got: Given): CheckVerdict {
  const type = (answer: Given) => headerOf(answer, 'content-type')
  const expected = `200, ${got.bytes} bytes, ${type(got)}`
  if (head.kind === 'failed') return unsupported('head', describeAnswer(head), expected)
  const length = headerOf(head, 'content-length')
  if (head.status !== 200)
    return isDenied(head)
      ? fail('head', describeAnswer(head), expected)
      : unsupported('head', `${head.status}`, expected)
  if (head.problem !== undefined || head.bytes > 0) return fail('head', 'a body', 'no body')
  if (type(head) !== type(got) || (length !== undefined && Number(length) !== got.bytes))
    return fail('head', `200, ${length ?? '?'} bytes, ${type(head)}`, expected)
  return pass('head')
}

// A host that refuses HEAD states that (405, 501). One that states that the file is elsewhere or does not exist is wrong.
function isDenied(head: Given): boolean {
  return head.status === 404 || head.status === 410 || locationOf(head) !== undefined
}

function askRange(file: CheckedFile, answer: Given, ask: FetchRequest): Question[] {
  const { bytes, head, tail } = answer
  const first = head.subarray(1)
  if (first.length === 0) return []
  const askPart = (part: Buffer, from: number) => {
    const range = `${from}-${from + part.length - 1}`
    return ask({ range: `bytes=${range}` }, (ranged) =>
      judgePart(ranged, { file, part, range: `bytes ${range}/${bytes}` }),
    )
  }
  return [
    askPart(first, 1),
    // Some hosts give other parts from the start, too.
    ...(bytes > 2 * tail.length ? [askPart(tail, bytes - tail.length)] : []),
    ask({ range: `bytes=-${answer.bytes + 1}` }, (ranged) => judgeLongSuffix(ranged, file, answer)),
  ]
}

function judgePart(
  ranged: CheckAnswer,
  { file, part, range }: { readonly file: CheckedFile; readonly part: Buffer; readonly range: string },
): CheckVerdict[] {
  const expected = `206, ${range}`
  if (isFile(ranged, file)) return [unsupported('range', 'the whole body', expected)]
  if (ranged.kind === 'failed' || ranged.status !== 206)
    return [fail('range', describeAnswer(ranged), expected)]
  const contentRange = headerOf(ranged, 'content-range')
  const isPart = ranged.bytes === part.length && ranged.head.equals(part)
  if (contentRange !== range || !isPart)
    return [fail('range', `206, ${contentRange}${isPart ? '' : ', other bytes'}`, expected)]
  return [pass('range'), ...judgeCors(ranged)]
}

/** More bytes from the end than there are ask for the whole file (RFC 9110, 14.1.2), as readers of Parquet do. */
function judgeLongSuffix(ranged: CheckAnswer, file: CheckedFile, { bytes }: Given): CheckVerdict {
  const wanted = `bytes 0-${bytes - 1}/${bytes}`
  const expected = `206, ${wanted}`
  if (isFile(ranged, file)) return unsupported('range', 'the whole body, but 200', expected)
  if (ranged.kind === 'failed' || ranged.status === 416)
    return unsupported('range', describeAnswer(ranged), expected)
  const contentRange = headerOf(ranged, 'content-range')
  if (ranged.status !== 206 || ranged.sha256 !== file.sha256)
    return fail('range', describeAnswer(ranged), expected)
  return contentRange === wanted ? pass('range') : fail('range', `206, ${contentRange}`, expected)
}

/** The content codings that are tested one by one. */
export const CHECKED_CODINGS = ['br', 'gzip', 'zstd'] as const

/** The header of a browser, so the host chooses the coding. */
const ANY = 'gzip, deflate, br, zstd'

const COPY_ENDINGS = { br: 'br', gzip: 'gz', zstd: 'zst' } as const

/** Requests a file in each of these content codings. */
export function askCoded(file: CheckedFile, target: string, codings: readonly string[]): Question[] {
  return codings.map((coding) => ({
    target,
    headers: { 'accept-encoding': coding },
    most: mostOf(file),
    judge: (answer) => judgeCoded(file, coding, answer),
  }))
}

/**
 * The codings to test for a file: those of its compressed siblings, those that the host is known to use, and what it chooses for a browser,
 * which may be an outdated sibling in another coding.
 */
export function codingsOf(
  { sums }: CheckedSite,
  { path }: CheckedFile,
  offered: ReadonlySet<string>,
): string[] {
  const known = CHECKED_CODINGS.filter(
    (coding) => offered.has(coding) || sums.has(`${path}.${COPY_ENDINGS[coding]}`),
  )
  return known.length === CHECKED_CODINGS.length ? known : [...known, ANY]
}

/** Requests a file in any coding that the host chooses. */
export function askAnyCoding(file: CheckedFile, target: string): Question[] {
  return askCoded(file, target, [ANY])
}

function judgeCoded(file: CheckedFile, asked: string, answer: CheckAnswer): CheckVerdict[] {
  if (!isFile(answer, file))
    return [fail('coding', `${asked}: ${describeAnswer(answer)}`, describeFile(file))]
  const given = answer as Given
  const used = (headerOf(given, 'content-encoding') ?? 'identity').trim().toLowerCase()
  if (used === 'identity' || used === '') return [pass('coding')]
  const wanted = used.split(',').every((one) => asked.includes(one.trim().replace(/^x-/, '')))
  return [
    wanted ? pass('coding') : fail('coding', `${asked}: content-encoding: ${used}`, asked),
    judgeVary(given),
    ...judgeHeaders(given, file.path, headersOf(file.path)),
  ]
}

// Without it a cache sends compressed bytes to clients that do not accept them (RFC 9110, 12.5.5).
function judgeVary(answer: Given): CheckVerdict {
  const vary = headerOf(answer, 'vary')
  const names = namesIn(vary ?? '')
  return names.includes('accept-encoding') || names.includes('*')
    ? pass('vary')
    : unsupported('vary', `vary: ${vary ?? 'none'}`, 'Accept-Encoding')
}
