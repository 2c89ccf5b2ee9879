import {
  type CheckReport,
  checkMirror,
  type SiteRules,
  SiteUnreachable,
} from '../../../src/lib/crawl/check/index.ts'
import { type BaseAddress, parseBaseAddress } from '../../../src/lib/interface/index.ts'
import { headersOf } from '../../../src/lib/site/host/rules.ts'
import { parseChecksums } from '../../../src/lib/site/index.ts'
import { findContradictions } from '../../../src/lib/site/verify/contradictions.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { readNetwork } from '../../job/network.ts'
import { userAgent } from '../../job/tool.ts'
import { showCheck } from '../check-progress.ts'
import { isWhole, renderBroken, renderCheck } from '../check-text.ts'
import type { Invocation } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { printable } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Requests under way at once. */
const CONNECTIONS = 8

/** Checks a deployed mirror, and says what it found. Gives the exit code. */
export async function runCheckCommand(invocation: Invocation): Promise<number> {
  const { terminal, json, quiet } = invocation
  const began = performance.now()
  try {
    const report = await check(invocation)
    const milliseconds = Math.round(performance.now() - began)
    if (json) terminal.out(JSON.stringify({ ...report, milliseconds }, null, 2))
    else if (!quiet) terminal.out(renderCheck(report, milliseconds, terminal.paint))
    else for (const line of renderBroken(report, terminal.paint)) terminal.err(line)
    return isWhole(report) ? EXIT_CODES.complete : EXIT_CODES.unverified
  } catch (error) {
    if (!(error instanceof SiteUnreachable)) throw error
    const exitCode = EXIT_CODES.unreachable
    terminal.err(printable(error.message))
    if (json) terminal.out(JSON.stringify({ error: error.message, exitCode }, null, 2))
    return exitCode
  }
}

const RULES: SiteRules = {
  headersOf,
  parseChecksums,
  findContradictions: (statements) => findContradictions({ ...statements, findings: [] }),
}

async function check(invocation: Invocation): Promise<CheckReport> {
  const { operand, against, configFile, overrides, terminal, json, quiet, verbose } = invocation
  if (operand === undefined)
    throw new UsageError('check: expected the address of a mirror, such as https://mirror.example.org/repo/.')
  const base = parseAddress('check', operand.replace(/\/(?:manifest\.json|index\.html)$/, '/'))
  const settings = await loadSettings(configFile, overrides)
  const { contact, deadlines } = settings
  const { sample, seed, strict, signal } = invocation
  const options = {
    ...{ base, sample, seed, strict, signal, deadlines },
    rules: RULES,
    against: against === undefined ? undefined : parseAddress('--against', against),
    userAgent: userAgent(contact),
    network: readNetwork(settings),
    connections: CONNECTIONS,
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
