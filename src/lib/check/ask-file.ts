import { API_PATH, decodeSegment } from '../interface/index.ts'
import { headersOf } from '../site/index.ts'
import { judgeCors, judgeHeaders } from './judge-headers.ts'
import {
  type CheckAnswer,
  type CheckVerdict,
  describeAnswer,
  describeBytes,
  fail,
  type Given,
  locationOf,
  type PromiseName,
  pass,
  type Question,
  unsupported,
} from './question.ts'
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
export function askFile(promise: PromiseName, file: CheckedFile, target: string): Question {
  return {
    target,
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

const PAGE = '404.html'

/** Requests a dataset that does not exist, in every form of address. `name` is a code that no dataset has. */
export function askMissing(site: CheckedSite, name: string): Question[] {
  const folder = `${API_PATH}/get_dataset/${encodeURIComponent(name)}/`
  return [
    ...[
      ...['', '?type=json', '?type=xml', 'index.json', 'index.xml'].map((rest) => folder + rest),
      `${API_PATH}/${encodeURIComponent(name)}/?type=json`,
      encodeURIComponent(name),
    ].map((target) => askAbsent(site, target)),
    ...['', 'index.json'].map((rest) => askAbsentHead(folder + rest)),
  ]
}

// Programs that look for dead links use HEAD.
function askAbsentHead(target: string): Question {
  return {
    target,
    method: 'HEAD',
    most: MOST_UNKNOWN,
    judge(answer) {
      if (answer.kind === 'failed') return [unsupported('head', describeAnswer(answer), '404')]
      if (answer.status === 404) return [pass('head')]
      const verdict = answer.status < 400 ? fail : unsupported
      return [verdict('head', `${answer.status}`, '404: there is no such file')]
    },
  }
}

/** Requests one address that does not exist. */
export function askAbsent(site: CheckedSite, target: string): Question {
  const page = findFile(site, PAGE)
  return {
    target,
    most: MOST_UNKNOWN,
    judge(answer) {
      if (answer.kind === 'failed' || answer.status !== 404)
        return [fail('missing', describeAnswer(answer), '404')]
      const own =
        answer.sha256 === page?.sha256
          ? [pass('notfound')]
          : [unsupported('notfound', 'another page', "the mirror's own 404.html")]
      const headers = judgeHeaders(answer, PAGE, headersOf(PAGE))
      return [pass('missing'), ...(page ? own : []), ...headers]
    },
  }
}

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
