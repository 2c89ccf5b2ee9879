import type { CheckEvent } from '../../src/lib/check/index.ts'
import { renderBar } from './progress.ts'
import { printable, type Terminal } from './terminal.ts'
import { renderCount, renderPlural } from './text.ts'

const PHASES = { mirror: 'Checking the mirror', origin: 'Comparing with the origin' } as const

/** The least time between two updates of the bar, in ms. */
const REDRAW_INTERVAL = 80

/** Shows the progress of a check: a bar on a terminal, lines in a pipe, every address when verbose, nothing when quiet. */
export function showCheck(
  terminal: Terminal,
  { quiet, verbose }: { quiet: boolean; verbose: boolean },
  clock = () => performance.now(),
): (event: CheckEvent) => void {
  let began = clock()
  let drawn = Number.NEGATIVE_INFINITY
  return ({ phase, done, total, bytes, address }) => {
    if (quiet) return
    const now = clock()
    if (done === 0) began = now
    if (verbose && address !== undefined) terminal.err(`  ${printable(address)}`)
    else if (terminal.status === undefined) {
      if (done === 0) terminal.err(`${PHASES[phase]} (${renderPlural(total, 'question')})`)
      else if (total >= 20 && tenth(done, total) > tenth(done - 1, total))
        terminal.err(`  ${renderCount(done)}/${renderCount(total)}`)
    }
    if (done !== total && now - drawn < REDRAW_INTERVAL) return
    drawn = now
    terminal.status?.(
      renderBar(
        { phase: PHASES[phase], done, total, failed: 0, bytes, elapsed: now - began },
        terminal.columns,
      ),
    )
  }
}

const tenth = (done: number, total: number) => Math.floor((done * 10) / total)
