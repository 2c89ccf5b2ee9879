import { headersOf } from '../site/index.ts'
import { type CheckAnswer, describeAnswer, describeBytes, type Given } from './answer.ts'
import { judgeHeaders } from './judge-headers.ts'
import type { PromiseName } from './promise.ts'
import { type CheckVerdict, fail, pass, type Question, unsupported } from './question.ts'
import { type CheckedFile, type CheckedSite, findFile } from './site.ts'

/** Bytes of a body that is no file of the site: a page of the host's own, or whatever else it sends. */
export const MOST_UNKNOWN = 64_000_000

/**
 * Bytes to read of what should be this file. Only a record gives a length; any other file is read to its end, as it is hashed while
 * it comes, and the deadline of a question ends a body that has none.
 */
export function mostOf(file: CheckedFile | undefined): number {
  return file === undefined ? MOST_UNKNOWN : (file.bytes ?? Number.POSITIVE_INFINITY)
}

/** Whether an answer is this file, whole. */
export function isFile(answer: CheckAnswer, file: CheckedFile | undefined): boolean {
  return (
    file !== undefined &&
    answer.kind === 'given' &&
    answer.status === 200 &&
    answer.problem === undefined &&
    answer.sha256 === file.sha256
  )
}

/** Asks for a file at an address where every host has it. */
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
 * Asks for a folder with a query that a host must look at: the file of that format, where there is one. A host that does not look at
 * queries gives the page instead, and says nothing false.
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
