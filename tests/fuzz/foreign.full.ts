import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { USES } from './foreign.ts'

const SIZE = 250_000
// A pattern that looks at a text again for each of its characters needs most of a minute; one that does not needs a second at most.
const TIMEOUT = 15_000

interface Message {
  readonly began?: readonly string[]
  readonly done?: true
}

/** Runs one use over many texts; undefined if all ended, else the one that did not. */
function exhaust(at: number): Promise<string | undefined> {
  const worker = new Worker(new URL('./foreign-worker.ts', import.meta.url), {
    workerData: { at, size: SIZE, runs: 6, every: 4 },
  })
  return new Promise((resolve) => {
    let last: readonly string[] = []
    const end = (result: string | undefined) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const late = () => end(`was not done with ${JSON.stringify(last)} after ${TIMEOUT / 1000} s`)
    let timer = setTimeout(late, TIMEOUT)
    worker.on('message', ({ began, done }: Message) => {
      if (done) return end(undefined)
      last = began ?? last
      clearTimeout(timer)
      timer = setTimeout(late, TIMEOUT)
    })
    worker.on('error', (error) => end(`${JSON.stringify(last)}: ${(error as Error).stack}`))
  })
}

describe('a text of 250,000 characters', { concurrency: 2 }, () => {
  for (const [at, { name }] of USES.entries())
    test(`is processed in linear time: ${name}`, async () => assert.equal(await exhaust(at), undefined))
})

/** Files with patterns that are never applied to text of an origin, only to our own or the operator's. */
const OURS = [
  /^check\//,
  /^crawl\/(client|derive|discover|keep-body|survey)\.ts$/,
  /^http\/(guard-lookup|transport-failure)\.ts$/,
  /^crawl\/mismatches\/misnamed\.ts$/,
  // At most 4096 bytes.
  /^crawl\/formats-differ\.ts$/,
  /^site\/(host|pack|serve|verify)\//,
  /^site\/(policy|publish)\.ts$/,
  /^site\/search\/(packed|query)\.ts$/,
  /^site\/view\/words\//,
  /^snapshot\//,
  /^config\//,
]

test('every file with a pattern is tested, or listed as one that reads no foreign text', () => {
  const tried = new Set(USES.flatMap(({ files }) => files))
  const root = new URL('../../src/lib/', import.meta.url).pathname
  const patterned = globSync('**/*.ts', { cwd: root }).filter((file) =>
    /new RegExp|\/[gimsuy]*\.(?:test|exec)\(|\.(?:replace|match|matchAll|split|search)\(\s*\/|= \/|^ {2}\/[^/*]/m.test(
      readFileSync(root + file, 'utf8'),
    ),
  )
  const missing = patterned.filter((file) => !tried.has(file) && !OURS.some((ours) => ours.test(file)))
  assert.deepEqual(missing, [], 'add them to tests/fuzz/foreign.ts')
})
