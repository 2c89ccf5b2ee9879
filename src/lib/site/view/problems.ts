import {
  datasetResource,
  findRepresentation,
  LIST_OPERATIONS,
  parseDatasetCode,
  quoteCode,
  type Resource,
} from '../../interface/index.ts'
import type { StatedProblem } from '../../snapshot/index.ts'
import { findShown } from '../mirror.ts'
import { type NotRead, withNotRead } from '../not-read.ts'
import { relativeLink } from './link.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { type Report, reportOf } from './state.ts'
import type { Lacking } from './terms.ts'
import { htmlText, oneLine, segmentsOf } from './text.ts'
import { findWebAddress } from './value.ts'

/** What a problem is about. */
interface ProblemSubject {
  readonly text: string
  /** Its address at the origin. */
  readonly href?: string
  /** The mirror's own page about it. */
  readonly page?: { readonly text: string; readonly href: string }
  readonly message?: Report
  /** Its addresses in other formats, to which the same applies. */
  readonly also?: readonly { readonly text: string; readonly href: string }[]
}

const MOST_GROUPS = 60
const MOST_SUBJECTS = 20

/** Gaps first, then warnings; problems whose sentences on the page differ only in numbers are grouped. */
export function problemsOf(mirror: Mirror) {
  const all = withNotRead(mirror.manifest, notReadOf(mirror)).problems
  const groups = (['gap', 'warning'] as const).flatMap((severity) => {
    const alike = Map.groupBy(
      all.filter((problem) => problem.severity === severity),
      (problem) => reportOf(mirror, problem).text.replace(/\d+/g, '0'),
    )
    return [...alike.values()]
  })
  const findPage = pageFinder(mirror)
  const left = groups.slice(MOST_GROUPS).reduce((sum, group) => sum + group.length, 0)
  return {
    problems: groups.slice(0, MOST_GROUPS).map((group) => groupView(mirror, group, findPage)),
    ...(left > 0 && { problemsMore: segmentsOf(mirror.words.aboutPage.problemsMore(left)) }),
  }
}

/** What an incomplete mirror lacks. */
export function lackingOf(mirror: Mirror): Lacking {
  const { problems, codes, records } = mirror.manifest
  const withdrawn = new Set(records.flatMap((one) => (one.state === 'withdrawn' ? (one.code ?? []) : [])))
  const gaps = problems.filter(({ severity }) => severity === 'gap')
  const findResource = resourceFinder(mirror)
  const lacking = gaps.flatMap(({ subject }) => {
    const resource = findResource(subject)
    return resource?.operation === 'get_dataset' ? [resource.code] : []
  })
  return { datasets: new Set(lacking).size, all: codes.order.length - withdrawn.size, gaps: gaps.length }
}

function notReadOf(mirror: Mirror): NotRead {
  const lists = LIST_OPERATIONS.map((operation): Resource => ({ operation }))
  const datasets = mirror.manifest.codes.order.map((code) => datasetResource(parseDatasetCode(code)))
  return new Map(
    [...lists, ...datasets].flatMap((resource) => {
      const why = mirror.unreadOf(resource)
      const path = why === undefined ? undefined : findShown(mirror.recordsOf(resource))?.path
      return path === undefined || why === undefined ? [] : [[path, why] as const]
    }),
  )
}

/** A problem, and all subjects it applies to. */
function groupView(locale: Locale, group: readonly StatedProblem[], findPage: PageFinder) {
  const [first] = group as [StatedProblem]
  const reports = group.map((problem) => reportOf(locale, problem))
  const [report] = reports as [Report]
  const same = reports.every(({ text }) => text === report.text)
  const left = group.length - MOST_SUBJECTS
  return {
    severity: first.severity,
    word: locale.words.aboutPage[first.severity],
    // Else each subject has its own.
    ...(same && { message: report }),
    ...(group.length > 1 && { times: locale.words.aboutPage.problemTimes(group.length) }),
    subjects: joinFormats(
      group.slice(0, MOST_SUBJECTS).map(({ subject }, at) => {
        const href = findWebAddress(subject)
        const page = findPage(subject)
        return {
          text: htmlText(subject),
          ...(href !== undefined && { href }),
          ...(page && { page }),
          ...(!same && { message: reports[at] as Report }),
        }
      }),
    ),
    ...(left > 0 && { more: segmentsOf(locale.words.aboutPage.problemsMore(left)) }),
  }
}

// Formats of one dataset are one subject, if the same is reported of them.
function joinFormats(subjects: readonly ProblemSubject[]): ProblemSubject[] {
  const joined: ProblemSubject[] = []
  for (const subject of subjects) {
    const { href, page, message } = subject
    const at = joined.findIndex(
      (other) => page && other.page?.href === page.href && other.message?.text === message?.text,
    )
    const first = joined[at]
    const format = href && URL.parse(href)?.searchParams.get('type')
    if (first?.href === undefined || !href || !format) joined.push(subject)
    else joined[at] = { ...first, also: [...(first.also ?? []), { text: format, href }] }
  }
  return joined
}

type PageFinder = (subject: string) => ProblemSubject['page'] | undefined

// Finds the page about an address of the origin or a quoted code; undefined if the mirror has none.
function pageFinder(mirror: Mirror): PageFinder {
  const findResource = resourceFinder(mirror)
  return (subject) => {
    const resource = findResource(subject)
    if (resource === undefined) return undefined
    const text =
      resource.operation === 'get_dataset'
        ? oneLine(mirror.summaries.byCode.get(resource.code)?.title ?? '', 120)
        : mirror.words.lists[resource.operation]
    return { text, href: relativeLink('about', resource) }
  }
}

// Finds what an address of the origin or a quoted code is of; undefined if the mirror has no page of it.
function resourceFinder({ summaries, manifest }: Mirror): (subject: string) => Resource | undefined {
  const quoted = new Map(summaries.all.map(({ code }) => [quoteCode(code), code]))
  return (subject) => {
    const code = quoted.get(subject)
    if (code !== undefined) return datasetResource(code)
    const resource: Resource | undefined = findRepresentation(subject, manifest.origin)?.resource
    const isKnown = resource?.operation !== 'get_dataset' || summaries.byCode.has(resource.code)
    return isKnown ? resource : undefined
  }
}
