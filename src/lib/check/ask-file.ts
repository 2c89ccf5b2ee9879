import { headersOf } from '../site/index.ts'
import { type CheckAnswer, describeAnswer, describeBytes, type Given } from './answer.ts'
import { judgeHeaders } from './judge-headers.ts'
import type { PromiseName } from './promise.ts'
import { type CheckVerdict, fail, pass, type Question, unsupported } from './question.ts'
import { type CheckedFile, type CheckedSite, findFile } from './site.ts'

/** Maximum bytes of a body that is not a file of the site, such as an error page of the host. */
export const MOST_UNKNOWN = 64_000_000

/**
 * Maximum bytes to read for this file. Only records state a length; any other file is hashed to its end, and the deadline of the request
 * ends a body that does not stop.
 */
export function mostOf(file: CheckedFile | undefined): number {
  return file === undefined ? MOST_UNKNOWN : (file.bytes ?? Number.POSITIVE_INFINITY)
}

/** Whether an answer is this complete file. */
export function isFile(answer: CheckAnswer, file: CheckedFile | undefined): boolean {
  return (
    file !== undefined &&
    answer.kind === 'given' &&
    answer.status === 200 &&
    answer.problem === undefined &&
    answer.sha256 === file.sha256
  )
}

/** Requests a file at an address that works on every host. */
export function askFile(
  promise: PromiseName,
  file: CheckedFile,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Question {
  return {
    target,
    headers,
    most: mostOf(file),
    judge: (answer) => judgeFile(promise, file, answer),
  }
}

function judgeFile(promise: PromiseName, file: CheckedFile, answer: CheckAnswer): CheckVerdict[] {
  if (!isFile(answer, file)) return [fail(promise, describeAnswer(answer), describeFile(file))]
  return [pass(promise), ...judgeHeaders(answer as Given, file.path, headersOf(file.path))]
}

/**
 * Requests a folder with a query that selects a file, which must be the file of that format if there is one. A host that ignores queries
 * answers with the page, which is unsupported but not wrong.
 */
export function askQuery(
  site: CheckedSite,
  promise: PromiseName,
  target: string,
  path: string,
  pagePath: string,
): Question {
  const file = findFile(site, path)
  const page = findFile(site, pagePath)
  return {
    target,
    most: Math.max(mostOf(file), mostOf(page)),
    judge(answer) {
      if (file === undefined ? answer.kind === 'given' && answer.status === 404 : isFile(answer, file))
        return [pass(promise), ...(file ? judgeHeaders(answer as Given, path, headersOf(path)) : [])]
      const expected = file === undefined ? '404: there is no such file' : describeFile(file)
      const isPage = path !== pagePath && isFile(answer, page)
      return [
        isPage
          ? unsupported(promise, 'the html page', expected)
          : fail(promise, describeAnswer(answer), expected),
      ]
    },
  }
}

export function describeFile({ bytes, sha256 }: CheckedFile): string {
  return describeBytes(bytes, sha256)
}
