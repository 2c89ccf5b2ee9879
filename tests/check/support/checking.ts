import type { CheckedPromise, CheckReport } from '../../../src/lib/check/index.ts'
import { type Ended, runHere } from '../../support/mirror.ts'

/** Runs `check`. */
export const runCheck = (...args: readonly string[]): Promise<Ended> => runHere(['check', ...args])

export interface Checked {
  readonly code: Ended['code']
  readonly report: CheckReport
  /** The requirements with an outcome. */
  of(outcome: CheckedPromise['outcome']): string[]
  find(promise: string): CheckedPromise
  /** The messages of the notes with this code. */
  noted(code: CheckReport['notes'][number]['code']): string[]
}

/** Runs `check --json`. */
export async function check(...args: readonly string[]): Promise<Checked> {
  const { code, stdout } = await runCheck(...args, '--json')
  const report: CheckReport = JSON.parse(stdout)
  return {
    code,
    report,
    of: (outcome) => report.promises.filter((one) => one.outcome === outcome).map(({ promise }) => promise),
    find: (promise) => report.promises.find((one) => one.promise === promise) as CheckedPromise,
    noted: (wanted) => report.notes.filter(({ code }) => code === wanted).map(({ message }) => message),
  }
}
