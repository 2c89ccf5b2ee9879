import {
  type Against,
  type CheckEvent,
  type CheckedPromise,
  type CheckOutcome,
  type CheckReport,
  checkMirror,
  DIFFERENCES,
} from '../../../src/lib/check/index.ts'
import { type BaseAddress, parseBaseAddress } from '../../../src/lib/interface/index.ts'
import {
  type Chain,
  isAbsent,
  MOST_CHAIN_BYTES,
  NotAFile,
  parseChain,
  readTextFile,
  UnreadableFile,
} from '../../../src/lib/snapshot/index.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { readNetwork } from '../../job/network.ts'
import { userAgent } from '../../job/program.ts'
import { type Invocation, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import {
  escapeControls,
  escapeControlsInLine,
  renderBytes,
  renderCount,
  renderPlural,
  renderSpan,
  showPhases,
  type Terminal,
} from '../terminal.ts'

/** Maximum concurrent requests. */
const CONNECTIONS = 8

/** Checks a deployed mirror and prints a report. Resolves to how it ended. */
export async function runCheckCommand(invocation: Invocation): Promise<CommandEnding> {
  const { terminal, json, quiet } = invocation
  const began = performance.now()
  const report = await check(invocation)
  const milliseconds = Math.round(performance.now() - began)
  if (json) terminal.out(JSON.stringify({ ...report, milliseconds }, null, 2))
  else if (!quiet) terminal.out(renderCheck(report, milliseconds, terminal.paint))
  else for (const line of renderFailed(report, terminal.paint)) terminal.err(line)
  return ENDINGS[verdictOf(report)]
}

const ENDINGS = {
  fail: 'unverified',
  unchecked: 'unchecked',
  pass: 'complete',
} as const

async function check(invocation: Invocation): Promise<CheckReport> {
  const { operand, against, since, config, overrides, terminal, json, quiet, verbose } = invocation
  if (operand === undefined)
    throw new UsageError('check: expected the address of a mirror, such as https://mirror.example.org/repo/.')
  const base = parseAddress('check', operand.replace(/\/(?:manifest\.json|index\.html)$/, '/'))
  const settings = await loadSettings(config, overrides)
  const { contact, deadlines, minRate } = settings
  const { sample, seed, strict, maxAge, signal } = invocation
  const options = {
    ...{ base, sample, seed, strict, maxAge, signal, deadlines, minRate },
    against: against === undefined ? undefined : parseAddress('--against', against),
    since: since === undefined ? undefined : readChain(since),
    userAgent: userAgent(contact),
    network: readNetwork(settings),
    connections: CONNECTIONS,
    rate: overrides.rate,
    now: () => new Date(),
  }
  return checkMirror(options, showCheck(terminal, { quiet: quiet || json, verbose }))
}

function parseAddress(what: string, text: string): BaseAddress {
  try {
    return parseBaseAddress(text)
  } catch (error) {
    throw new UsageError(`${what}: ${(error as Error).message}.`, { cause: error })
  }
}

function readChain(file: string): Chain {
  try {
    return parseChain(readTextFile(file, MOST_CHAIN_BYTES))
  } catch (error) {
    if (error instanceof NotAFile)
      throw new UsageError(
        `--since: ${file} is a ${error.found}, not a file. Name a copy of generations.jsonl.`,
      )
    if (error instanceof UnreadableFile) throw error
    if (isAbsent(error))
      throw new UsageError(`--since: ${file} does not exist. Name a copy of generations.jsonl.`)
    throw new UsageError(`--since: ${file} is not a chain of generations: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

const PHASES = { mirror: 'Checking the mirror', origin: 'Comparing with the origin' } as const

function showCheck(...shown: Parameters<typeof showPhases>): (event: CheckEvent) => void {
  const show = showPhases(...shown)
  return ({ phase, done, total, bytes, address }) =>
    show(
      { phase: PHASES[phase], done, total, failed: 0, bytes },
      {
        ...(done === 0 && { opening: `${PHASES[phase]} (${renderPlural(total, 'question')})` }),
        step: address && `  ${escapeControls(address)}`,
      },
    )
}

type Paint = Terminal['paint']

const EXAMPLES_SHOWN = 3
const COLORS: Partial<Readonly<Record<CheckOutcome, 'red' | 'yellow'>>> = {
  fail: 'red',
  unsupported: 'yellow',
  unchecked: 'yellow',
}

/** The verdict of a report: `fail` if a requirement failed, else `unchecked` if one could not be checked, else `pass`. */
function verdictOf({ promises }: CheckReport): 'fail' | 'unchecked' | 'pass' {
  const some = (wanted: CheckOutcome) => promises.some(({ outcome }) => outcome === wanted)
  return some('fail') ? 'fail' : some('unchecked') ? 'unchecked' : 'pass'
}

/** A check as text: the requirements that pass, that fail, and that the host does not support. The table fits 80 columns. */
function renderCheck(report: CheckReport, milliseconds: number, paint: Paint): string {
  const asked = report.promises.filter(({ outcome }) => outcome !== 'skipped')
  return [
    '',
    paint('bold', `Checked ${escapeControls(report.site)}`),
    ...renderFacts(report, milliseconds),
    '',
    ...renderTable(asked, paint),
    ...renderUnsupported(report, paint),
    ...renderExamples(report, paint),
    ...(report.against ? renderAgainst(report.against, paint) : []),
    ...(report.notes.length > 0 ? ['', ...report.notes.map(({ message }) => escapeControls(message))] : []),
    '',
    ...renderVerdict(report, paint),
  ].join('\n')
}

/** The requirements that failed, with examples. */
function renderFailed(report: CheckReport, paint: Paint): string[] {
  return renderExamples(report, paint).slice(1)
}

function renderFacts({ datasets, of, seed, requests, bytes }: CheckReport, milliseconds: number): string[] {
  const sampled = datasets < of ? ` of ${renderCount(of)} (--seed ${escapeControls(seed)})` : ''
  return [
    `  datasets  ${renderCount(datasets)}${sampled}, and the lists`,
    `  requests  ${renderCount(requests)}, ${renderBytes(bytes)} received, ${renderSpan(milliseconds)}`,
  ]
}

function renderTable(promises: readonly CheckedPromise[], paint: Paint): string[] {
  const counts = promises.map(({ asked, failed }) =>
    failed === 0 ? renderCount(asked) : `${renderCount(failed)} of ${renderCount(asked)}`,
  )
  const width = Math.max(0, ...counts.map((count) => count.length))
  const name = Math.max(0, ...promises.map(({ promise }) => promise.length))
  const word = Math.max(0, ...promises.map(({ outcome }) => outcome.length))
  return promises.map(({ promise, meaning, outcome }, at) => {
    const count = (counts[at] ?? '').padStart(width)
    return `  ${paintOutcome(outcome, word, paint)}  ${promise.padEnd(name)}  ${count}  ${meaning}`
  })
}

function paintOutcome(outcome: CheckOutcome, width: number, paint: Paint): string {
  const word = outcome.padEnd(width)
  const color = COLORS[outcome]
  return color === undefined ? word : paint(color, word)
}

function renderUnsupported({ promises }: CheckReport, paint: Paint): string[] {
  const unsupported = promises.filter(({ outcome }) => outcome === 'unsupported')
  if (unsupported.length === 0) return []
  const width = Math.max(...unsupported.map(({ promise }) => promise.length))
  return [
    '',
    paint('bold', 'Not supported by this host, and what it does instead'),
    ...unsupported.map(({ promise, examples: [first] }) =>
      escapeControlsInLine(`  ${promise.padEnd(width)}  ${first?.saw ?? ''}`),
    ),
  ]
}

function renderExamples({ promises }: CheckReport, paint: Paint): string[] {
  const of = (wanted: CheckOutcome) => promises.filter(({ outcome }) => outcome === wanted)
  return [...of('fail'), ...of('unchecked')].flatMap(({ promise, outcome, failed, examples, remedy }) => {
    const shown = examples.slice(0, EXAMPLES_SHOWN)
    const more = failed - shown.length
    return [
      '',
      `${paintOutcome(outcome, 0, paint)}  ${paint('bold', promise)}`,
      ...shown.flatMap(({ address, saw, expected }) =>
        [`  ${address}`, `    saw       ${saw}`, `    expected  ${expected}`].map(escapeControlsInLine),
      ),
      ...(more > 0 ? [`  … and ${renderCount(more)} more`] : []),
      ...(outcome === 'fail' ? [`  to do: ${remedy}`] : []),
    ]
  })
}

function renderAgainst(against: Against, paint: Paint): string[] {
  const { origin, same, skipped, examples } = against
  const counts = [
    `${renderCount(same)} the same`,
    ...DIFFERENCES.map((difference) => `${renderCount(against[difference])} ${difference}`),
    ...(skipped > 0 ? [`${renderCount(skipped)} not comparable`] : []),
  ]
  return [
    '',
    paint('bold', `Compared with ${escapeControls(origin)}`),
    `  ${counts.join(', ')}`,
    ...DIFFERENCES.flatMap((difference) =>
      examples
        .filter((one) => one.difference === difference)
        .slice(0, EXAMPLES_SHOWN)
        .map(({ address, fetchedAt, message }) => {
          const since = fetchedAt === undefined ? '' : ` since ${fetchedAt}`
          return escapeControls(
            `  ${difference}${since}  ${address}${message === undefined ? '' : ` — it ${message}`}`,
          )
        }),
    ),
  ]
}

function renderVerdict({ promises, host }: CheckReport, paint: Paint): string[] {
  const named = (outcome: CheckOutcome) =>
    promises.filter((one) => one.outcome === outcome).map(({ promise }) => promise)
  const [failed, unsupported, unchecked] = [named('fail'), named('unsupported'), named('unchecked')]
  return [
    ...(unsupported.length > 0 ? [`Not supported by this host: ${unsupported.join(', ')}.`] : []),
    ...(unsupported.includes('query') && host === 'plain'
      ? ['The host ignores query strings: clients use index.json and index.xml instead.']
      : []),
    ...(unchecked.length > 0
      ? [
          `Not checked, because the host limits the request rate (429): ${unchecked.join(', ')}. Try a lower --rate.`,
        ]
      : []),
    ...(failed.length > 0
      ? [paint('red', `${renderPlural(failed.length, 'check', 'checks')} failed: ${failed.join(', ')}.`)]
      : unchecked.length > 0
        ? []
        : [unsupported.length === 0 ? 'All checks passed.' : 'All required checks passed.']),
  ]
}
