import { type CheckEvent, type CheckReport, checkMirror } from '../../../src/lib/check/index.ts'
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
import { renderCheck, renderFailed, verdictOf } from '../check-text.ts'
import { type Invocation, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { escapeControls, renderPlural, showPhases } from '../terminal.ts'

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
