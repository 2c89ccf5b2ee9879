import {
  API_PATH,
  DATA_FORMATS,
  datasetResource,
  encodePath,
  findCodeProblem,
  hrefOf,
  parseDatasetCode,
} from '../interface/index.ts'
import { askFile, isFile, MOST_UNKNOWN } from './ask-file.ts'
import {
  type CheckAnswer,
  type CheckVerdict,
  describeAnswer,
  fail,
  headerOf,
  namesIn,
  type PromiseName,
  pass,
  type Question,
  unsupported,
} from './question.ts'
import { type CheckedSite, findFile } from './site.ts'

/** Maximum number of removed datasets, and of folders, that are tested. */
const MOST_ASKED = 20

/** Tests the host as a whole: methods, letter case, folders, and files that do not belong to the mirror. */
export function* askHost(site: CheckedSite, absent: string): Generator<Question> {
  const list = `${API_PATH}/list/`
  for (const target of [`${list}index.json`, `${list}?type=json`]) yield askPreflight(target)
  yield* askFromElsewhere(site)
  yield askWrite(`${API_PATH}/get_dataset/${encodeURIComponent(absent)}/index.json`)
  for (const [path, other] of [
    [`${API_PATH}/list/index.json`, `${API_PATH}/LIST/index.json`],
    ['about/index.html', 'ABOUT/'],
  ] as const)
    if (site.sums.has(path)) yield askCase(site, path, other)
  for (const folder of foldersWithoutPage(site))
    yield askAbsent(encodePath(folder), unsupported, 'listing', '404: the folder has no page')
  const leftOver = ['.git/HEAD', '.git/config'].filter((path) => !site.sums.has(path))
  for (const target of [...leftOver, ...removedOf(site)])
    yield askAbsent(target, fail, 'leftover', '404: the mirror does not have it')
}

const ELSEWHERE = 'https://reader.example'

const FROM_ELSEWHERE = { referer: `${ELSEWHERE}/` }

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'ru,en;q=0.5',
}

// What a script of another site requests, and a browser that follows a link there: some hosts refuse requests from other sites, and some
// choose a file by the media types and languages that a browser accepts.
function* askFromElsewhere(site: CheckedSite): Generator<Question> {
  const list = `${API_PATH}/list/`
  const [data, page] = ['json', 'html'].map((format) => findFile(site, `${list}index.${format}`))
  if (data) {
    const question = askFile('data', data, `${list}index.json`)
    yield {
      ...question,
      headers: { origin: ELSEWHERE, ...FROM_ELSEWHERE },
      judge: (answer) =>
        answer.kind === 'given' && answer.status === 200
          ? question.judge(answer)
          : [unsupported('cors', describeAnswer(answer), 'the file, for scripts of any site')],
    }
  }
  if (page) yield { ...askFile('pages', page, list), headers: { ...FROM_ELSEWHERE, ...BROWSER } }
}

// The request of a browser before a script of another site may send its own headers (Fetch, 3.2.2).
function askPreflight(target: string): Question {
  const own = 'x-check'
  return {
    target,
    method: 'OPTIONS',
    headers: {
      origin: ELSEWHERE,
      'access-control-request-method': 'GET',
      'access-control-request-headers': own,
    },
    most: MOST_UNKNOWN,
    judge(answer) {
      const expected = '204 with access-control-allow-origin and access-control-allow-headers: *'
      if (answer.kind === 'failed' || answer.status < 200 || answer.status > 299)
        return [unsupported('preflight', describeAnswer(answer), expected)]
      const [origin, headers] = ['origin', 'headers'].map((what) =>
        headerOf(answer, `access-control-allow-${what}`),
      )
      const allowed = namesIn(headers ?? '')
      if (origin !== '*')
        return [unsupported('preflight', `access-control-allow-origin: ${origin ?? 'none'}`, '*')]
      return allowed.includes('*') || allowed.includes(own)
        ? [pass('preflight')]
        : [unsupported('preflight', `access-control-allow-headers: ${headers ?? 'none'}`, '*')]
    },
  }
}

// The address does not exist, so nothing is lost on a host that allows these methods; DELETE removes what PUT may have created.
function askWrite(target: string): Question {
  const ask = (method: 'PUT' | 'DELETE', next?: Question): Question => ({
    ...{ target, method },
    most: MOST_UNKNOWN,
    judge: (answer) => judgeWrite(answer, method),
    ...(next && { next: () => [next] }),
  })
  return ask('PUT', ask('DELETE'))
}

function judgeWrite(answer: CheckAnswer, method: string): CheckVerdict[] {
  if (answer.kind === 'failed') return []
  return answer.status >= 200 && answer.status <= 299
    ? [unsupported('methods', `${method}: ${answer.status}`, '405')]
    : [pass('methods')]
}

function askCase(site: CheckedSite, path: string, other: string): Question {
  const file = findFile(site, path)
  return {
    target: encodePath(other),
    most: MOST_UNKNOWN,
    judge(answer) {
      const same = isFile(answer, file) || (answer.kind === 'given' && answer.status < 400)
      return [same ? unsupported('case', describeAnswer(answer), `404: only ${path} exists`) : pass('case')]
    },
  }
}

/** Requests what the mirror does not have. `judge`: the verdict if the host has it. */
function askAbsent(target: string, judge: typeof fail, promise: PromiseName, expected: string): Question {
  return {
    target,
    most: MOST_UNKNOWN,
    judge: (answer) => [
      answer.kind === 'given' && answer.status === 200
        ? judge(promise, describeAnswer(answer), expected)
        : pass(promise),
    ],
  }
}

// Folders that contain files or folders but no page.
function foldersWithoutPage({ sums }: CheckedSite): string[] {
  const folders = new Set<string>()
  for (const path of sums.keys())
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut + 1)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return [...folders]
    .filter((folder) => !sums.has(`${folder}index.html`) && !/^[._](?!astro\/)/.test(folder))
    .slice(0, MOST_ASKED)
}

// Datasets that recent runs name and the mirror no longer has, and the page after the last one of the list of datasets.
function removedOf({ records, changes, sums }: CheckedSite): string[] {
  const present = new Set([...records.values()].map(({ code }) => code))
  const named = (changes?.runs ?? [])
    .toReversed()
    .flatMap(({ dropped, withdrawn, changed, added, returned }) =>
      [dropped, withdrawn, changed, added, returned].flat(),
    )
  const gone = [...new Set(named)].filter((code) => !present.has(code) && findCodeProblem(code) === undefined)
  const pages = [...sums.keys()].flatMap(
    (path) => /^browse\/by-title\/(\d+)\/index\.html$/.exec(path)?.[1] ?? [],
  )
  return [
    ...gone.slice(0, MOST_ASKED).flatMap((code) => {
      const href = hrefOf(datasetResource(parseDatasetCode(code)))
      return ['', ...DATA_FORMATS.flatMap((format) => [`index.${format}`, `?type=${format}`])].map(
        (rest) => href + rest,
      )
    }),
    `browse/by-title/${Math.max(1, ...pages.map(Number)) + 1}/`,
  ]
}
