import { type Asker, isRefused } from './asker.ts'
import type { CheckEvent } from './check-event.ts'
import type { Question } from './question.ts'
import type { ReportBuilder } from './report.ts'

/** Maximum number of questions that follow from one. */
const FOLLOWING = 1000

/**
 * Asks all questions of the plans, one plan after the other, with the questions that follow from the answers, and notes the verdicts. Each
 * worker takes the next question after it has finished one and all that follow from it.
 */
export async function askAll(
  asker: Asker,
  tally: ReportBuilder,
  plans: readonly (() => Generator<Question>)[],
  workers: number,
  on: (event: CheckEvent) => void,
): Promise<void> {
  let total = 0
  for (const plan of plans) for (const _ of plan()) total++
  let [begun, done, stopped] = [0, 0, false]
  async function put(question: Question, at: number): Promise<string> {
    const answer = await asker.ask(question)
    const refused = isRefused(answer) && ({ outcome: 'refused' } as const)
    for (const verdict of question.judge(answer))
      tally.note({ ...verdict, ...refused, address: answer.address }, at)
    for (const [index, next] of (question.next?.(answer) ?? []).entries()) await put(next, at + index + 1)
    return answer.address
  }
  async function work(questions: Generator<Question>): Promise<void> {
    for (const question of { [Symbol.iterator]: () => ({ next: () => questions.next() }) }) {
      if (stopped) return
      const address = await put(question, ++begun * FOLLOWING)
      on({ phase: 'mirror', done: ++done, total, bytes: asker.bytes, address })
    }
  }
  on({ phase: 'mirror', done, total, bytes: asker.bytes })
  try {
    for (const plan of plans) {
      const questions = plan()
      await Promise.all(Array.from({ length: workers }, () => work(questions)))
    }
  } finally {
    stopped = true
  }
}
