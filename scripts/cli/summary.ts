import type { CrawlResult } from '../../src/lib/crawl/index.ts'
import type { Manifest, StatedProblem } from '../../src/lib/snapshot/index.ts'
import {
  escapeControlsInLine,
  renderBytes,
  renderCount,
  renderPlural,
  renderSpan,
  renderWarning,
  type Terminal,
} from './terminal.ts'

/** How long the parts of a job took, in ms. */
interface Spans {
  readonly crawl: number
  readonly build?: number
}

const PROBLEMS_SHOWN = 20

/** The summary of a crawl or a whole job. */
export function renderSummary(
  { manifest, received, requests }: CrawlResult,
  spans: Spans,
  next: string,
  paint: Terminal['paint'],
): string {
  const { counts, records } = manifest
  const datasets = new Set(records.flatMap(({ code }) => code ?? [])).size
  const lists = new Set(records.flatMap(({ code, operation }) => (code === undefined ? [operation] : [])))
    .size
  const total = records.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  const gaps = manifest.problems.filter(({ severity }) => severity === 'gap').length
  const warnings = manifest.problems.length - gaps
  const states = [`${renderCount(counts.fetched)} fetched`, `${renderCount(counts.unchanged)} unchanged`]
  for (const state of ['unasked', 'stale', 'derived', 'withdrawn', 'missing'] as const)
    if (counts[state] > 0) states.push(`${renderCount(counts[state])} ${state}`)
  const time = [
    `crawl ${renderSpan(spans.crawl)}`,
    ...(spans.build === undefined ? [] : [`build ${renderSpan(spans.build)}`]),
  ]
  const rows: [string, string][] = [
    [
      'resources',
      `${renderCount(lists + datasets)} (${renderPlural(lists, 'list')}, ${renderPlural(datasets, 'dataset')})`,
    ],
    ['representations', `${renderCount(records.length)} (${states.join(', ')})`],
    [
      'bytes',
      `${renderBytes(total)} in the snapshot, ${renderBytes(received)} received in ${renderPlural(requests, 'request')}`,
    ],
    ['unchanged', renderCount(counts.unchanged)],
    ['gaps', gaps === 0 ? 'none' : renderCount(gaps)],
    ...(warnings > 0 ? [['warnings', renderCount(warnings)] as [string, string]] : []),
    ['time', `${renderSpan(spans.crawl + (spans.build ?? 0))} (${time.join(', ')})`],
  ]
  const source = manifest.sample ? 'the bundled sample' : manifest.origin.join(', ')
  return [
    '',
    paint('bold', `Mirrored ${source}`),
    ...rows.map(([name, value]) => `  ${name.padEnd(16)} ${value}`),
    '',
    next,
  ].join('\n')
}

/** The problems of a run, one per line, at most twenty of each severity. `paint` colours the severity. */
export function renderProblems(problems: readonly StatedProblem[], paint: Terminal['paint']): string[] {
  return (['gap', 'warning'] as const).flatMap((severity) => {
    const all = problems.filter((problem) => problem.severity === severity)
    const shown = all.slice(0, PROBLEMS_SHOWN).map(({ subject, message }) => {
      const text = `${subject} — ${message}`
      return severity === 'gap'
        ? `${paint('red', 'gap:')} ${escapeControlsInLine(text)}`
        : renderWarning(text, paint)
    })
    const more = all.length - shown.length
    return more > 0
      ? [
          ...shown,
          `… and ${renderPlural(more, `more ${severity}`, `more ${severity}s`)}. manifest.json lists all of them under "problems".`,
        ]
      : shown
  })
}

/** The same facts for `--json`. */
export function summarize(
  { received, requests, manifest, folder }: CrawlResult,
  spans: Spans,
  out?: string,
): object {
  const { records, ...head }: Manifest = manifest
  const { codes: _, ...rest } = head
  const resources = new Set(records.map(({ path }) => path.slice(0, path.lastIndexOf('/')))).size
  const total = records.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  return {
    ...rest,
    resources,
    representations: records.length,
    bytes: total,
    received,
    requests,
    snapshot: folder,
    ...(out && { out }),
    milliseconds: Object.fromEntries(Object.entries(spans).map(([name, span]) => [name, Math.round(span)])),
  }
}
