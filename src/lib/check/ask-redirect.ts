import { decodeSegment } from '../interface/index.ts'
import { type CheckAnswer, describeAnswer, type Given, locationOf } from './answer.ts'
import { isFile, MOST_UNKNOWN, mostOf } from './ask-file.ts'
import { judgeCors } from './judge-headers.ts'
import type { PromiseName } from './promise.ts'
import { type CheckVerdict, fail, pass, type Question, unsupported } from './question.ts'
import type { CheckedFile, CheckedSite } from './site.ts'

const PERMANENT = new Set([301, 308])

/** Asks at an address that leads to another one below the same base, `query` (with its mark) kept. */
export function askRedirect(
  site: CheckedSite,
  promise: PromiseName,
  from: string,
  to: string,
  query: string,
): Question {
  return {
    target: from + query,
    most: MOST_UNKNOWN,
    judge: (answer) => {
      const verdict = judgeRedirect(promise, answer, new URL(to + query, site.base))
      // A browser that reads for another site asks of every answer on the way whether it may.
      const cors = verdict.outcome === 'pass' ? judgeCors(answer as Given) : []
      return [verdict, ...cors]
    },
  }
}

/** Asks for a page by the name of its file: it comes, or its folder is where this leads. */
export function askIndex(site: CheckedSite, page: CheckedFile, from: string, folder: string): Question {
  const target = new URL(folder, site.base)
  return {
    target: from,
    most: mostOf(page),
    judge(answer) {
      const leads =
        isFile(answer, page) || (answer.kind === 'given' && isSamePlace(locationOf(answer), target))
      return [
        leads
          ? pass('links')
          : fail('links', describeAnswer(answer), `the page, or a way to ${target.pathname}`),
        judgeRedirect('index', answer, target),
      ]
    },
  }
}

// A host that has no such redirect gives a file or nothing; one that leads elsewhere says something false.
function judgeRedirect(promise: PromiseName, answer: CheckAnswer, target: URL): CheckVerdict {
  const expected = `301 to ${target.pathname}${target.search}`
  const location = answer.kind === 'given' ? locationOf(answer) : undefined
  if (answer.kind === 'failed' || location === undefined)
    return unsupported(promise, describeAnswer(answer), expected)
  if (isSamePlace(location, target))
    return PERMANENT.has(answer.status)
      ? pass(promise)
      : unsupported(promise, describeAnswer(answer), expected)
  return isSamePlace(location, new URL(target.pathname, target))
    ? unsupported(promise, describeAnswer(answer), expected)
    : fail(promise, describeAnswer(answer), expected)
}

/** Whether two addresses are one, however their paths are percent-encoded. */
function isSamePlace(a: URL | null | undefined, b: URL): boolean {
  if (!a || a.origin !== b.origin || a.search !== b.search) return false
  const named = ({ pathname }: URL) => pathname.split('/').map((segment) => decodeSegment(segment) ?? segment)
  return JSON.stringify(named(a)) === JSON.stringify(named(b))
}
