import { decodeSegment } from '../interface/index.ts'
import { type CheckAnswer, describeAnswer, type Given, locationOf } from './answer.ts'
import { isFile, MOST_UNKNOWN, mostOf } from './ask-file.ts'
import { judgeCors } from './judge-headers.ts'
import type { PromiseName } from './promise.ts'
import { type CheckVerdict, fail, pass, type Question, unsupported } from './question.ts'
import type { CheckedFile, CheckedSite } from './site.ts'

const PERMANENT = new Set([301, 308])

/** Requests an address that redirects to another one below the same base and keeps the query (`query`, with its `?`). */
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
      // For a script of another site, a browser checks CORS for redirects, too.
      const cors = verdict.outcome === 'pass' ? judgeCors(answer as Given) : []
      return [verdict, ...cors]
    },
  }
}

/** Requests a page by the name of its file: the answer is the page, or a redirect to its folder. */
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
          : fail('links', describeAnswer(answer), `the page, or a redirect to ${target.pathname}`),
        judgeRedirect('index', answer, target),
      ]
    },
  }
}

// A host without this redirect answers with a file or 404, which does no harm; a redirect to another address is wrong.
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

/** Whether two addresses are the same, however their paths are percent-encoded. */
function isSamePlace(a: URL | null | undefined, b: URL): boolean {
  if (!a || a.origin !== b.origin || a.search !== b.search) return false
  const named = ({ pathname }: URL) => pathname.split('/').map((segment) => decodeSegment(segment) ?? segment)
  return JSON.stringify(named(a)) === JSON.stringify(named(b))
}
