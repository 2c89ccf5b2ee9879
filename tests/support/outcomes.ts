import { relative } from 'node:path'

/** The fields of an event of Node's test runner that are used here. */
interface TestEvent {
  readonly type: string
  readonly data: {
    readonly name: string
    readonly file?: string
    readonly skip?: string | boolean
    readonly details?: {
      readonly error?: { readonly failureType?: string; readonly cause?: unknown; readonly message: string }
    }
  }
}

const LONGEST_REASON = 2000

/** The file and the name of a test, relative to the working folder. */
function nameTest({ file, name }: TestEvent['data']): string {
  return file === undefined ? name : `${relative(process.cwd(), file)}: ${name}`
}

/** Why a test failed, indented, or undefined for a group that failed only because a test in it did. */
function explainFailure({ details }: TestEvent['data']): string | undefined {
  const error = details?.error
  if (error?.failureType === 'subtestsFailed') return undefined
  const reason =
    error?.cause instanceof Error
      ? (error.cause.stack ?? error.cause.message)
      : String(error?.cause ?? error?.message)
  return reason.slice(0, LONGEST_REASON).replaceAll(/^/gm, '  ')
}

/** A reporter for Node's test runner, to use with another one: lists all skipped and all failed tests with their reasons at the end. */
export default async function* listOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: string[] = []
  const failed: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.skip !== undefined)
      skipped.push(`skipped: ${nameTest(data)} (${data.skip === true ? 'no reason given' : data.skip})\n`)
    const reason = type === 'test:fail' ? explainFailure(data) : undefined
    if (reason !== undefined) failed.push(`failed: ${nameTest(data)}\n${reason}\n`)
  }
  yield* skipped
  yield `${skipped.length} tests were skipped.\n`
  yield* failed
}
