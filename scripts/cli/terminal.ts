import { setImmediate } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { CrawlEvent } from '../../src/lib/crawl/index.ts'
import { diskCodeOf, findRemedy } from '../../src/lib/snapshot/disk-errors.ts'

/** Where a command prints: results to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Redraws the line at the bottom of an interactive terminal; undefined if it is not interactive. */
  readonly status: ((line: string) => void) | undefined
  readonly columns: number
  /** Text in a colour, if the terminal supports it and NO_COLOR is not set. */
  readonly paint: (color: 'red' | 'yellow' | 'bold', text: string) => string
  /** The error if results could not be written so far. */
  readonly fault?: () => Error | undefined
}

/** The terminal of this process: NO_COLOR and pipes are respected (no-color.org). */
export function openTerminal(): Terminal {
  // The reader of the output may close it (`| head`), or the disk of a log may be full: the work continues.
  let fault: Error | undefined
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fault ??= describeFault(error)
  })
  process.stderr.on('error', () => {})
  const interactive = process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  let shown = false
  const clear = () => {
    if (shown) process.stderr.write('\r\x1b[2K')
    shown = false
  }
  return {
    out(line) {
      clear()
      process.stdout.write(`${line}\n`)
    },
    err(line) {
      clear()
      process.stderr.write(`${line}\n`)
    },
    status: interactive
      ? (line) => {
          process.stderr.write(`\r\x1b[2K${line}`)
          shown = line !== ''
        }
      : undefined,
    columns: process.stderr.columns ?? 80,
    paint: (color, text) =>
      interactive && !process.env.NO_COLOR ? styleText(color, text, { validateStream: false }) : text,
    fault: () => fault,
  }
}

/** Throws if a result could not be written so far. */
export async function throwIfUnwritten(terminal: Terminal): Promise<void> {
  // Errors of the last lines are only reported after this.
  await setImmediate()
  const unwritten = terminal.fault?.()
  if (unwritten !== undefined) throw unwritten
}

function describeFault(cause: NodeJS.ErrnoException): Error {
  const remedy = findRemedy(cause, '/dev/stdout') ?? 'Check where it is written to'
  const message = `The output could not be written (${diskCodeOf(cause)}). ${remedy}, then run again.`
  return Object.assign(new Error(message, { cause }), { syscall: 'write' })
}

/** Text from an origin, safe to print: control characters, which start terminal sequences, are replaced by `\uXXXX`. */
export function escapeControls(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same in one line: line breaks in a code or a file name could otherwise fake further lines of output. */
export function escapeControlsInLine(text: string): string {
  return escapeControls(text).replaceAll('\n', '\\n')
}

/** The line of a warning. `text` may be from an origin. */
export function renderWarning(text: string, paint: Terminal['paint']): string {
  return `${paint('yellow', 'warning:')} ${escapeControlsInLine(text)}`
}

/** A number of bytes for people: `3.4 MB`, in powers of 1000. */
export function renderBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** A span of time for people: `0.8 s`, `2 min 05 s`, `1 h 02 min`. */
export function renderSpan(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`
  return `${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} min`
}

/** A count with separated thousands: `28,818`. */
export function renderCount(count: number): string {
  return count.toLocaleString('en-GB')
}

/** A noun with its count: `1 gap`, `2 gaps`. */
export function renderPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${renderCount(count)} ${count === 1 ? singular : plural}`
}

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

/** The progress after an event. The total may grow: html is requested for datasets that are in no other format. */
export function advance(progress: Progress, event: Exclude<CrawlEvent, { type: 'pause' }>): Progress {
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

/** In a pipe, the line of a long phase for each tenth that is done. */
function findTenth(before: Counted, { done, total, failed }: Counted): string | undefined {
  const tenth = (count: number) => Math.floor((count * 10) / total)
  if (total < 20 || tenth(done) === tenth(before.done)) return undefined
  return `  ${renderCount(done)}/${renderCount(total)}${failed > 0 ? `, ${renderCount(failed)} failed` : ''}`
}

/** The least time between two updates of the bar, in ms. */
const REDRAW_INTERVAL = 80

type Counted = Omit<Progress, 'elapsed'>

/**
 * Shows the progress of phases: a bar on a terminal, lines in a pipe, every step if `verbose`, nothing if `quiet`. `opening`: the line of a new
 * phase. `step`: the line of a finished step.
 */
export function showPhases(
  terminal: Terminal,
  { quiet, verbose }: { quiet: boolean; verbose: boolean },
  clock = () => performance.now(),
): (progress: Counted, lines: { opening?: string; step?: string | undefined }) => void {
  let before: Counted | undefined
  let began = clock()
  let drawn = Number.NEGATIVE_INFINITY
  return (progress, { opening, step }) => {
    if (quiet) return
    const now = clock()
    const isVerbose = verbose && step !== undefined
    const inPipe = terminal.status ? undefined : (opening ?? (before && findTenth(before, progress)))
    const line = isVerbose ? step : inPipe
    if (line !== undefined) terminal.err(line)
    if (opening !== undefined) began = now
    before = progress
    const isDue = opening !== undefined || progress.done === progress.total || now - drawn >= REDRAW_INTERVAL
    if (progress.total === 0 || !isDue) return
    drawn = now
    terminal.status?.(renderBar({ ...progress, elapsed: now - began }, terminal.columns))
  }
}

/** Pauses that are shown: those of at least this length, and at most one in a minute, in ms. */
const SHOWN_PAUSE = 5_000
const PAUSE_INTERVAL = 60_000

/** Shows the progress of a crawl, and when it waits for its origin. */
export function showProgress(
  terminal: Terminal,
  options: Parameters<typeof showPhases>[1],
  clock = () => performance.now(),
): (event: CrawlEvent) => void {
  const show = showPhases(terminal, options, clock)
  let progress: Progress = { phase: '', done: 0, total: 0, failed: 0, bytes: 0, elapsed: 0 }
  let paused = Number.NEGATIVE_INFINITY
  const showPause = ({ host, message, ms }: Extract<CrawlEvent, { type: 'pause' }>) => {
    if (options.quiet || ms < SHOWN_PAUSE || clock() - paused < PAUSE_INTERVAL) return
    paused = clock()
    terminal.err(
      escapeControlsInLine(`  ${host} ${message}: waiting ${renderSpan(ms)} before the next request`),
    )
  }
  return (event) => {
    if (event.type === 'pause') return showPause(event)
    progress = advance(progress, event)
    const { phase, total } = progress
    const count = total > 0 ? ` (${renderCount(total)})` : ''
    show(progress, {
      ...(event.type === 'phase' && { opening: phase + count }),
      ...(event.type === 'done' && {
        step: `  ${event.outcome.padEnd(9)}  ${escapeControls(event.address)}`,
      }),
    })
  }
}
