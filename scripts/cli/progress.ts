import type { CrawlEvent } from '../../src/lib/crawl/index.ts'
import type { Terminal } from './terminal.ts'
import { printable } from './terminal.ts'
import { renderBytes, renderCount, renderSpan } from './text.ts'

/** How far a phase has come. */
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
  lists: 'Asking for the lists',
  codes: 'Finding the dataset codes',
  datasets: 'Asking for the datasets',
  derive: 'Settling what came',
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

/** Shows the events of a crawl: a bar on a terminal, a line per phase and per tenth in a pipe, every address when verbose. */
export function showProgress(
  terminal: Terminal,
  { quiet, verbose }: { quiet: boolean; verbose: boolean },
  clock = () => performance.now(),
) {
  let progress: Progress = { phase: '', done: 0, total: 0, failed: 0, bytes: 0, elapsed: 0 }
  let began = clock()
  let drawn = 0
  const redraw = (force: boolean) => {
    if (terminal.status === undefined || progress.total === 0) return
    const now = clock()
    if (!force && now - drawn < 80) return
    drawn = now
    terminal.status(renderBar({ ...progress, elapsed: now - began }, terminal.columns))
  }
  return (event: CrawlEvent): void => {
    if (quiet) return
    if (event.type === 'phase') {
      progress = {
        phase: PHASES[event.phase] ?? event.phase,
        done: 0,
        total: event.total,
        failed: 0,
        bytes: 0,
        elapsed: 0,
      }
      began = clock()
      if (terminal.status === undefined)
        terminal.err(`${progress.phase}${event.total > 0 ? ` (${renderCount(event.total)})` : ''}`)
    } else if (event.type === 'done') {
      const tenth = Math.floor((progress.done * 10) / progress.total)
      progress = {
        ...progress,
        done: progress.done + 1,
        failed: progress.failed + (event.outcome === 'failed' ? 1 : 0),
      }
      if (verbose) terminal.err(`  ${event.outcome.padEnd(9)}  ${printable(event.address)}`)
      else if (
        terminal.status === undefined &&
        progress.total >= 20 &&
        Math.floor((progress.done * 10) / progress.total) > tenth
      )
        terminal.err(
          `  ${renderCount(progress.done)}/${renderCount(progress.total)}${progress.failed > 0 ? `, ${renderCount(progress.failed)} failed` : ''}`,
        )
    } else if (event.type === 'bytes') progress = { ...progress, bytes: progress.bytes + event.count }
    redraw(event.type === 'phase')
  }
}
