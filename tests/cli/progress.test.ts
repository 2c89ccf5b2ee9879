import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderProblems } from '../../scripts/cli/summary.ts'
import {
  advance,
  escapeControls,
  type Progress,
  renderBar,
  renderBytes,
  renderSpan,
  showProgress,
  type Terminal,
} from '../../scripts/cli/terminal.ts'
import type { CrawlEvent } from '../../src/lib/crawl/index.ts'

const half: Progress = {
  phase: 'Fetching datasets',
  done: 5_000,
  total: 10_000,
  failed: 3,
  bytes: 12_345_678,
  elapsed: 4_000,
}
const done: CrawlEvent = { type: 'done', address: 'http://x/\u001b[31m', format: 'json', outcome: 'fetched' }

function record(status: boolean): { terminal: Terminal; lines: string[]; drawn: string[] } {
  const lines: string[] = []
  const drawn: string[] = []
  const terminal: Terminal = {
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    status: status ? (line) => drawn.push(line) : undefined,
    columns: 80,
    paint: (_, text) => text,
  }
  return { terminal, lines, drawn }
}

describe('the progress of a crawl', () => {
  it('shows done and total, rate, bytes, failures and the time left', () => {
    assert.equal(
      renderBar(half, 120),
      `Fetching datasets  ${'━'.repeat(15)}${'╌'.repeat(15)}  5,000/10,000  1,250/s  12.3 MB  3 failed  4.0 s left`,
    )
  })

  it('fits a narrow terminal', () => {
    for (const columns of [20, 40, 60, 80]) assert.ok(renderBar(half, columns).length < columns)
  })

  it('never has more done than there is', () => {
    const after = advance({ ...half, done: 8, total: 8 }, done)
    assert.deepEqual([after.done, after.total], [9, 9])
  })

  it('is a bar on a terminal and lines in a pipe', () => {
    const events: CrawlEvent[] = [
      { type: 'phase', phase: 'datasets', total: 20 },
      ...Array<CrawlEvent>(20).fill(done),
    ]
    const bar = record(true)
    events.forEach(showProgress(bar.terminal, { quiet: false, verbose: false }, () => 0))
    assert.deepEqual(bar.lines, [])
    assert.match(bar.drawn.join(), /0\/20/)
    const pipe = record(false)
    events.forEach(showProgress(pipe.terminal, { quiet: false, verbose: false }))
    assert.match(pipe.lines[0] ?? '', /\(20\)$/)
    assert.equal(pipe.lines.at(-1), '  20/20')
    assert.equal(pipe.lines.length, 11)
  })

  it('prints every address when verbose, with control characters escaped', () => {
    const { terminal, lines } = record(false)
    showProgress(terminal, { quiet: false, verbose: true })(done)
    assert.deepEqual(lines, ['  fetched    http://x/\\u001b[31m'])
  })

  it('says when it waits for an origin, at most once in a minute, and not for short pauses', () => {
    const { terminal, lines } = record(false)
    let now = 0
    const show = showProgress(terminal, { quiet: false, verbose: false }, () => now)
    const pause = (ms: number): CrawlEvent => ({
      type: 'pause',
      host: 'x.org',
      message: 'answered 503\u001b',
      ms,
    })
    for (const [at, ms] of [
      [0, 900],
      [1000, 29_000],
      [40_000, 30_000],
      [61_000, 120_000],
    ] as const) {
      now = at
      show(pause(ms))
    }
    assert.deepEqual(
      lines.map((line) => /x\.org answered 503\\u001b.* (29\.0 s|2 min)/.exec(line)?.[1]),
      ['29.0 s', '2 min'],
    )
  })

  it('is silent when quiet', () => {
    const { terminal, lines, drawn } = record(true)
    const show = showProgress(terminal, { quiet: true, verbose: false })
    for (const event of [done, { type: 'pause', host: 'x', message: 'y', ms: 9e4 } as const]) show(event)
    assert.deepEqual([...lines, ...drawn], [])
  })
})

describe('what is printed', () => {
  it('lists twenty gaps, then how many more there are and where', () => {
    const problems = Array.from({ length: 25 }, (_, index) => ({
      severity: 'gap' as const,
      subject: `d${index}`,
      message: 'It is gone.',
    }))
    const lines = renderProblems(problems, (_, text) => text)
    assert.equal(lines.length, 21)
    assert.equal(lines[0], 'gap: d0 — It is gone.')
    assert.match(lines[20] ?? '', /\b5 more gaps.*manifest\.json/)
  })

  it('escapes control characters and changes of writing direction', () => {
    assert.equal(escapeControls('a\u001b]0;x\u0007b\u202ec'), 'a\\u001b]0;x\\u0007b\\u202ec')
  })

  it('has one line for each problem, though the name of its subject has line breaks', () => {
    const problems = (['gap', 'warning'] as const).map((severity) => ({
      severity,
      subject: 'a\ngap: forged\r\n',
      message: 'It is gone.',
    }))
    assert.deepEqual(
      renderProblems(problems, (_, text) => text),
      ['gap: a\\ngap: forged\\u000d\\n — It is gone.', 'warning: a\\ngap: forged\\u000d\\n — It is gone.'],
    )
  })

  it('has sizes and times in readable units', () => {
    assert.deepEqual([0, 999, 1000, 91_300_000].map(renderBytes), ['0 B', '999 B', '1.0 kB', '91.3 MB'])
    assert.deepEqual([400, 125_000, 3_725_000].map(renderSpan), ['0.4 s', '2 min 05 s', '1 h 02 min'])
  })
})
