import type { LoadProgress } from './table.ts'
import type { TableClient } from './table-client.ts'

/** A message to a worker: a numbered request. */
interface Question {
  readonly number: number
  readonly ask: keyof TableClient
  readonly given: readonly unknown[]
}

/** A message from a worker: one result or error for each request, preceded by progress. */
interface Answer {
  readonly number: number
  readonly progress?: LoadProgress
  readonly fault?: { readonly name: string; readonly message: string }
  readonly value?: unknown
}

/** One end of a channel: a worker, or its global scope. */
export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/** Answers requests from a channel. A first message states that the client is ready. */
export function serveTable(client: TableClient, channel: Channel): void {
  channel.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
    const { number, ask, given } = data
    const tell = (answer: Omit<Answer, 'number'>) => channel.postMessage({ number, ...answer })
    try {
      const method = client[ask] as (...given: unknown[]) => Promise<unknown>
      tell({ value: await method(...given, (progress: LoadProgress) => tell({ progress })) })
    } catch (problem) {
      const { name, message } = problem as Error
      tell({ fault: { name, message } })
    }
  })
  channel.postMessage({ number: 0 })
}

/** Opens a table client at the other end of a channel. */
export function connectTable(channel: Channel): TableClient {
  const waiting = new Map<
    number,
    { tell: (answer: Answer) => void; onProgress?: (progress: LoadProgress) => void }
  >()
  let asked = 0
  channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const question = waiting.get(data.number)
    if (data.progress) return question?.onProgress?.(data.progress)
    waiting.delete(data.number)
    question?.tell(data)
  })
  const send = <Value>(
    ask: keyof TableClient,
    given: unknown[],
    onProgress?: (progress: LoadProgress) => void,
  ) =>
    new Promise<Value>((resolve, reject) => {
      const number = ++asked
      const tell = ({ fault, value }: Answer) =>
        fault
          ? reject(Object.assign(new Error(fault.message), { name: fault.name }))
          : resolve(value as Value)
      waiting.set(number, { tell, ...(onProgress && { onProgress }) })
      channel.postMessage({ number, ask, given })
    })
  return {
    load: (source, known, language, part, map, onProgress) =>
      send('load', [source, known, language, part, map], onProgress),
    page: (view) => send('page', [view]),
    groups: (view) => send('groups', [view]),
    chart: (view) => send('chart', [view]),
    marks: (...given) => send('marks', given),
    open: (view, number) => send('open', [view, number]),
    countsOf: (...given) => send('countsOf', given),
    write: (...given) => send('write', given),
  }
}
