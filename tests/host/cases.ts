import assert, { AssertionError } from 'node:assert/strict'
import { ADDRESS_CASES } from './cases/addresses.ts'
import { ANSWER_CASES } from './cases/answers.ts'
import type { Case, Host } from './cases/case.ts'
import { CODE_CASES } from './cases/codes.ts'
import { TYPE_CASES } from './cases/types.ts'

export { askRaw } from './cases/ask-raw.ts'
export type { Answer, Case, FetchRequest, Host, RequestOptions } from './cases/case.ts'

/** Properties of every host that serves the unusual package. */
export const CASES: readonly Case[] = [...TYPE_CASES, ...CODE_CASES, ...ADDRESS_CASES, ...ANSWER_CASES]

/** The names of the cases that a deviation of a target, a sentence of its `deviations`, makes untrue: all of them, and no other. */
export type Deviations = Readonly<Record<string, RegExp>>

/** Asserts that a case is true of a host, or, if a deviation says so, that it is not. */
export async function assertCase(
  host: Host,
  { name, run }: Case,
  deviations: Deviations = {},
): Promise<void> {
  const deviation = Object.entries(deviations).find(([, names]) => names.test(name))?.[0]
  if (deviation === undefined) return run(host)
  await assert.rejects(run(host), AssertionError, `It is no deviation any more: ${deviation}`)
}
