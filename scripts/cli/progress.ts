import type { CrawlEvent } from '../../src/lib/crawl/index.ts'
import { printable, renderBytes, renderCount, renderSpan, type Terminal } from './terminal.ts'

/** The progress of a phase. */
export interface Progress {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly failed: number
  readonly bytes: number
  /** Since the phase began, in ms. */
  readonly elapsed: number
}

const PHASES: Readonly<Record<string, string>> = {
  lists: 'Fetching the lists',
  codes: 'Finding dataset codes',
  join: 'Joining the shards',
  datasets: 'Fetching datasets',
  again: 'Fetching the lists again',
  derive: 'Finalizing records',
  publish: 'Publishing the snapshot',
}

/** The line at the bottom of a terminal: bar, done/total, rate, bytes, time left. Fits `columns`. */
export function renderBar({ phase, done, total, failed, bytes, elapsed }: Progress, columns: number): string {
  const rate = elapsed > 0 ? (done / elapsed) * 1000 : 0
  const left = rate > 0 ? renderSpan(((total - done) / rate) * 1000) : '…'
  const facts = [
    `${renderCount(done)}/${renderCount(total)}`,
    `${renderCount(Math.round(rate))}/s`,
    renderBytes(bytes),
    ...(failed > 0 ? [`${renderCount(failed)} failed`] : []),
    `${left} left`,
  ].join('  ')
  const width = Math.max(0, Math.min(30, columns - phase.length - facts.length - 6))
  const full = total > 0 ? Math.round((width * done) / total) : 0
  const bar = width < 5 ? '' : `${'━'.repeat(full)}${'╌'.repeat(width - full)}  `
  return `${phase}  ${bar}${facts}`.slice(0, columns - 1)
}

/** The progress after an event. The total may grow: html is requested for datasets that came in no other format. */
export function advance(progress: Progress, event: CrawlEvent): Progress {
  if (event.type === 'phase')
    return {
      phase: PHASES[event.phase] ?? event.phase,
      done: 0,
      total: event.total,
      failed: 0,
      bytes: 0,
      elapsed: 0,
    }
  if (event.type === 'bytes') return { ...progress, bytes: progress.bytes + event.count }
  const done = progress.done + 1
  const failed = progress.failed + (event.outcome === 'failed' ? 1 : 0)
  return { ...progress, done, failed, total: Math.max(progress.total, done) }
}

/** The line that an event prints in a pipe: one per phase, then one for every tenth of a long phase. */
function findLine(before: Progress, after: Progress, event: CrawlEvent): string | undefined {
  const counted = (count: number) => (count > 0 ? ` (${renderCount(count)})` : '')
  if (event.type === 'phase') return `${after.phase}${counted(after.total)}`
  const tenth = ({ done, total }: Progress) => Math.floor((done * 10) / total)
  if (event.type !== 'done' || after.total < 20 || tenth(after) === tenth(before)) return undefined
  const failed = after.failed > 0 ? `, ${renderCount(after.failed)} failed` : ''
  return `  ${renderCount(after.done)}/${renderCount(after.total)}${failed}`
}

/** The least time between two updates of the bar, in ms. */
const REDRAW_INTERVAL = 80

/** Shows the events of a crawl: a bar on a terminal, lines in a pipe, every address when verbose, nothing when quiet. */
export function showProgress(
  terminal: Terminal,
  { quiet, verbose }: { quiet: boolean; verbose: boolean },
  clock = () => performance.now(),
): (event: CrawlEvent) => void {
  let progress: Progress = { phase: '', done: 0, total: 0, failed: 0, bytes: 0, elapsed: 0 }
  let began = clock()
  let drawn = Number.NEGATIVE_INFINITY
  return (event) => {
    if (quiet) return
    const before = progress
    progress = advance(progress, event)
    const now = clock()
    if (event.type === 'phase') began = now
    if (verbose && event.type === 'done')
      terminal.err(`  ${event.outcome.padEnd(9)}  ${printable(event.address)}`)
    const line =
      terminal.status === undefined &&
      !(verbose && event.type === 'done') &&
      findLine(before, progress, event)
    if (line) terminal.err(line)
    if (progress.total === 0 || (event.type !== 'phase' && now - drawn < REDRAW_INTERVAL)) return
    drawn = now
    terminal.status?.(renderBar({ ...progress, elapsed: now - began }, terminal.columns))
  }
}
