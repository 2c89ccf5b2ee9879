import { exitCodeOf } from '../../../scripts/cli/exit-codes.ts'
import { describe, errorCodeOf } from '../../../scripts/cli/faults.ts'
import { parseLine } from '../../../scripts/cli/parse.ts'
import type { CheckReport, Settled } from '../../../src/lib/check/index.ts'

export interface CheckRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `check` as the command line does, in this process. */
export async function runCheck(...args: readonly string[]): Promise<CheckRun> {
  const { command, help: _, version: __, ...line } = parseLine(['check', ...args])
  const [out, err]: [string[], string[]] = [[], []]
  const run = command.run({
    ...line,
    signal: new AbortController().signal,
    terminal: {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      status: undefined,
      columns: 80,
      paint: (_color, text) => text,
    },
  })
  const ending = await run.catch((error: unknown) => {
    err.push(describe(error))
    return errorCodeOf(error)
  })
  return { code: exitCodeOf(ending), stdout: out.join('\n'), stderr: err.join('\n') }
}

export interface Checked {
  readonly code: number
  readonly report: CheckReport
  /** The promises of an outcome. */
  of(outcome: Settled['outcome']): string[]
  find(promise: string): Settled
}

/** Runs `check --json`. */
export async function check(...args: readonly string[]): Promise<Checked> {
  const { code, stdout } = await runCheck(...args, '--json')
  const report: CheckReport = JSON.parse(stdout)
  return {
    code,
    report,
    of: (outcome) => report.promises.filter((one) => one.outcome === outcome).map(({ promise }) => promise),
    find: (promise) => report.promises.find((one) => one.promise === promise) as Settled,
  }
}
