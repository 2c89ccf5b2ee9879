import type { Asker } from './asker.ts'
import type { CheckEvent } from './check-event.ts'
import type { Question } from './question.ts'
import type { Tally } from './tally.ts'

/** So many questions may follow from one. */
const FOLLOWING = 1000

/**
 * Puts every question of a plan, and those that follow from its answers, and notes what they say. Each of so many workers takes the
 * next question when it is done with one and all that follow from it.
 */
export async function askAll(
  asker: Asker,
  tally: Tally,
  plan: () => Generator<Question>,
  workers: number,
  on: (event: CheckEvent) => void,
): Promise<void> {
  let total = 0
  for (const _ of plan()) total++
  const questions = plan()
  let [begun, done, stopped] = [0, 0, false]
  async function put(question: Question, at: number): Promise<string> {
    const answer = await asker.ask(question)
    for (const verdict of question.judge(answer)) tally.note({ ...verdict, address: answer.address }, at)
    for (const [index, next] of (question.next?.(answer) ?? []).entries()) await put(next, at + index + 1)
    return answer.address
  }
  async function work(): Promise<void> {
    for (const question of { [Symbol.iterator]: () => ({ next: () => questions.next() }) }) {
      if (stopped) return
      const address = await put(question, ++begun * FOLLOWING)
      on({ phase: 'mirror', done: ++done, total, bytes: asker.bytes, address })
    }
  }
  on({ phase: 'mirror', done, total, bytes: asker.bytes })
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    stopped = true
  }
}
