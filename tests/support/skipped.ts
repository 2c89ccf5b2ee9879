import { relative } from 'node:path'

/** The fields of an event of Node's test runner that are used here. */
interface TestEvent {
  readonly type: string
  readonly data: { readonly name: string; readonly file?: string; readonly skip?: string | boolean }
}

/** A reporter for Node's test runner, to use with another one: lists all skipped tests with their reasons at the end. */
export default async function* listSkipped(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: string[] = []
  for await (const { type, data } of events)
    if (type === 'test:pass' && data.skip !== undefined) {
      const file = data.file === undefined ? '' : `${relative(process.cwd(), data.file)}: `
      skipped.push(`skipped: ${file}${data.name} (${data.skip === true ? 'no reason given' : data.skip})\n`)
    }
  yield* skipped
  yield `${skipped.length} tests were skipped.\n`
}
