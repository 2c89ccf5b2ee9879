import { styleText } from 'node:util'

/** Where a command prints: results to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Redraws the line at the bottom of an interactive terminal; undefined if it is not interactive. */
  readonly status: ((line: string) => void) | undefined
  readonly columns: number
  /** Text in a colour, if the terminal supports it and NO_COLOR is not set. */
  readonly paint: (color: 'red' | 'yellow' | 'bold', text: string) => string
}

/** The terminal of this process: NO_COLOR and pipes are respected (no-color.org). */
export function openTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', giveUpClosedPipe)
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
  }
}

// The reader of the output may close it (`| head`): the work continues.
function giveUpClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Text from an origin, safe to print: control characters, which start escape sequences, are replaced by their escapes. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
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

/** A count with thin grouping: `28,818`. */
export function renderCount(count: number): string {
  return count.toLocaleString('en-GB')
}

/** A noun with its count: `1 gap`, `2 gaps`. */
export function renderPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${renderCount(count)} ${count === 1 ? singular : plural}`
}
