import { hash } from 'node:crypto'
import {
  API_PATH,
  DATA_FORMATS,
  DATA_PACKAGE,
  DATASET_OPERATION,
  type DatasetCode,
  type DeclaredLists,
  DIFFERENCES_NAME,
  datasetResource,
  encodePath,
  fileOf,
  findRepresentationOfFile,
  findResourceOfTable,
  folderOf,
  hrefOf,
  listsOf,
  MARKDOWN_NAME,
  PARQUET_NAME,
  type Resource,
  TABLE_NAME,
  timeMapNameOf,
  VERSIONS_NAME,
  versionPathOf,
} from '../interface/index.ts'
import type { DatasetVersions } from '../snapshot/index.ts'
import {
  askAbsent,
  askFile,
  askIndex,
  askMissing,
  askQuery,
  askRedirect,
  isFile,
  MOST_UNKNOWN,
} from './ask-file.ts'
import { askHost } from './ask-host.ts'
import { askAnyCoding, askCoded, askManners, CHECKED_CODINGS, codingsOf } from './ask-manner.ts'
import { describeAnswer, fail, type Given, type Question } from './question.ts'
import { type CheckedFile, type CheckedSite, findFile } from './site.ts'

/** All questions that are not about lists and datasets, without those that follow from answers. `absent` is a code that no dataset has. */
export function* planSite(
  site: CheckedSite,
  { left }: Pick<CheckSample, 'left'>,
  absent: string,
): Generator<Question> {
  yield* planOthers(site, left)
  yield* askHost(site, absent)
  yield* askMissing(site, absent)
}

/** All questions about the chosen lists and datasets. `offered` are the content codings that the host is known to use. */
export function* planResources(
  site: CheckedSite,
  choice: CheckSample,
  offered: ReadonlySet<string>,
): Generator<Question> {
  for (const resource of choice.resources) {
    const close = choice.close.has(resource)
    yield* planResource(site, resource, close, offered)
    if (close) yield* planManners(site, resource)
  }
}

// The page, and the data at both of its addresses.
function* planResource(
  site: CheckedSite,
  resource: Resource,
  close: boolean,
  offered: ReadonlySet<string>,
): Generator<Question> {
  const href = hrefOf(resource)
  const pagePath = fileOf({ resource, format: 'html' })
  const look = (question: Question, file: CheckedFile) =>
    close
      ? withManners(question, file)
      : following(question, file, () => askCoded(file, question.target, codingsOf(site, file, offered)))
  const page = findFile(site, pagePath)
  yield page ? look(askFile('pages', page, href), page) : askUnnamed(href)
  for (const format of DATA_FORMATS) {
    const path = fileOf({ resource, format })
    const file = findFile(site, path)
    const target = `${href}index.${format}`
    yield file ? look(askFile('data', file, target), file) : askAbsent(site, target)
    const query = askQuery(site, 'query', `${href}?type=${format}`, path, pagePath)
    yield file === undefined
      ? query
      : close
        ? withManners(query, file)
        : following(query, file, () => askAnyCoding(file, query.target))
  }
  for (const name of [TABLE_NAME, PARQUET_NAME, ...BESIDE]) {
    const made = findFile(site, `${folderOf(resource)}/${name}`)
    if (made) yield look(askFile('data', made, href + name), made)
  }
}

// Files of a dataset beside its data and tables.
const BESIDE: readonly string[] = [
  DATA_PACKAGE,
  MARKDOWN_NAME,
  DIFFERENCES_NAME,
  VERSIONS_NAME,
  ...DATA_FORMATS.map(timeMapNameOf),
]

const FIRST = [
  ['json', '?type=json&type=xml'],
  ['xml', '?type=xml&type=json'],
  ['json', '?page=2&type=json'],
  ['xml', '?page&type=xml&x'],
] as const

const ODD = [
  '?type',
  '?type=',
  '?type=JSON',
  '?TYPE=json',
  '?type=csv',
  '?type=json2',
  '?xtype=json',
  '?type=html&type=json',
]

// Other requests that clients may send.
function* planManners(site: CheckedSite, resource: Resource): Generator<Question> {
  const href = hrefOf(resource)
  const pagePath = fileOf({ resource, format: 'html' })
  for (const [format, query] of FIRST)
    yield askQuery(site, 'first', href + query, fileOf({ resource, format }), pagePath)
  for (const query of ODD) yield askQuery(site, 'odd', href + query, pagePath, pagePath)
  const data = findFile(site, fileOf({ resource, format: 'json' }))
  if (data) yield askFile('data', data, `${href}index.json?type=xml`)
  for (const query of ['', '?type=json']) yield askRedirect(site, 'slash', href.slice(0, -1), href, query)
  const page = findFile(site, pagePath)
  if (page) yield askIndex(site, page, `${href}index.html`, href)
  yield askRedirect(site, 'index', `${href}index.html`, href, '?type=json')
}

// Files other than lists and datasets: the home page, other pages, and their scripts and styles.
function* planOthers(site: CheckedSite, left: ReadonlySet<string>): Generator<Question> {
  for (const path of site.sums.keys()) {
    const file = findFile(site, path)
    if (file === undefined || isForHost(site, path)) continue
    if (isOfResource(path) || left.has(path)) continue
    const folder = /^(|.*\/)index\.html$/.exec(path)?.[1]
    if (folder === undefined) {
      const question = askFile('files', file, encodePath(path))
      yield following(question, file, () => askCoded(file, question.target, CHECKED_CODINGS))
      continue
    }
    const target = encodePath(folder)
    yield withManners(askFile('pages', file, target), file)
    yield askIndex(site, file, encodePath(path), target)
    yield askQuery(site, 'odd', `${target}?type=json`, path, path)
  }
}

// Files that are asked for with their list or dataset.
function isOfResource(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    findRepresentationOfFile(path) !== undefined ||
    findResourceOfTable(path) !== undefined ||
    (path.startsWith(`${API_PATH}/${DATASET_OPERATION}/`) && BESIDE.includes(name))
  )
}

// Files that a host uses itself: its configuration, compressed siblings, and the 404 page.
function isForHost({ sums }: CheckedSite, path: string): boolean {
  const source = /^(.+)\.(?:br|gz|zst)$/.exec(path)?.[1]
  return (
    path === '404.html' ||
    /^(?:_(?!astro\/)|\.(?!well-known\/))/.test(path) ||
    (source !== undefined && sums.has(source))
  )
}

function withManners(question: Question, file: CheckedFile): Question {
  return following(question, file, (answer) => askManners(file, question, answer))
}

// Adds questions that follow if the file was received.
function following(
  question: Question,
  file: CheckedFile,
  next: (answer: Given) => readonly Question[],
): Question {
  return { ...question, next: (answer) => (isFile(answer, file) ? next(answer as Given) : []) }
}

function askUnnamed(target: string): Question {
  const judge: Question['judge'] = (answer) => [
    fail('pages', describeAnswer(answer), 'a page, but SHA256SUMS has none'),
  ]
  return { target, most: MOST_UNKNOWN, judge }
}

/** Kinds of codes that hosts often handle wrongly. */
const AWKWARD: readonly RegExp[] = [
  /[^\x00-\x7f]/,
  / /,
  /\./,
  /\+/,
  /%/,
  /&/,
  /\p{Lu}.*\p{Ll}|\p{Ll}.*\p{Lu}/u,
  /\\/,
  /[?#;:'"<>]/,
  /^index\./,
]

const PER_KIND = 3

/** What is checked. */
type CheckSample = ReturnType<typeof chooseResources>

/**
 * Chooses the lists, and all datasets or a sample of `sample`, which always includes up to three of each kind of awkward code. The same
 * seed chooses the same codes, whatever their order.
 */
export function chooseResources(
  codes: readonly DatasetCode[],
  {
    sample,
    seed,
    declared,
    history = [],
  }: {
    readonly sample?: number | undefined
    readonly seed: string
    readonly declared?: DeclaredLists | undefined
    readonly history?: readonly DatasetVersions[] | undefined
  },
) {
  const keys = new Map(codes.map((code) => [code, keyOf(seed, code)]))
  const shuffled = [...codes].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1))
  const awkward = AWKWARD.flatMap((kind) => shuffled.filter((code) => kind.test(code)).slice(0, PER_KIND))
  const taken = new Set([...awkward, ...shuffled.slice(0, sample ?? shuffled.length)])
  const close = new Set([...awkward, ...shuffled.slice(0, PER_KIND)])
  const datasets = codes.filter((code) => taken.has(code)).map(datasetResource)
  const lists = listsOf(declared).map((operation): Resource => ({ operation }))
  const isTaken = ({ code }: DatasetVersions) => taken.has(code as DatasetCode)
  return {
    /** The lists, then datasets in the order they were given. */
    resources: [...lists, ...datasets],
    /** The files of former versions that only datasets outside the sample have. */
    left: versionPathsOf(history).difference(versionPathsOf(history.filter(isTaken))),
    /** The resources that are tested with every kind of request. */
    close: new Set([...lists, ...datasets.filter((one) => 'code' in one && close.has(one.code))]),
    /** How many of them are datasets, and how many datasets there are. */
    datasets: datasets.length,
    of: codes.length,
  }
}

function versionPathsOf(history: readonly DatasetVersions[]): Set<string> {
  return new Set(
    history.flatMap(({ versions }) => versions.map(({ format, sha256 }) => versionPathOf(format, sha256))),
  )
}

function keyOf(seed: string, code: string): string {
  return hash('sha256', `${seed}\n${code}`)
}
