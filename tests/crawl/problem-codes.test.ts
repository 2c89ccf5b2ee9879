import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problemCodeOf } from '../../src/lib/crawl/record-miss.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { PROBLEM_CODES } from '../../src/lib/snapshot/index.ts'

const ADDRESS = 'http://origin.example/api/v1/list/?type=json'

test('maps each status to the code of what an operator would do about it', () => {
  const codeOf = (status: number) => problemCodeOf(new FetchFailure('status', ADDRESS, 'x', { status }))
  const statuses = [401, 403, 451, 404, 410, 429, 500, 503, 599, 304, 400, 418]
  assert.deepEqual(statuses.map(codeOf), [
    'access-denied',
    'access-denied',
    'access-denied',
    'not-found',
    'gone',
    'rate-limited',
    'server-error',
    'server-error',
    'server-error',
    'unexpected-status',
    'unexpected-status',
    'unexpected-status',
  ])
})

test('distinguishes what the run did not request from what the origin did not give', () => {
  const codeOf = (
    ...[kind, details]: [FetchFailure['kind'], ConstructorParameters<typeof FetchFailure>[3]?]
  ) => problemCodeOf(new FetchFailure(kind, ADDRESS, 'x', details))
  assert.equal(codeOf('timeout', { unsent: true }), 'not-asked')
  assert.equal(codeOf('timeout'), 'timeout')
  assert.equal(codeOf('network', { unsent: true }), 'not-asked')
  assert.equal(codeOf('network', { unsent: true, unconnected: true }), 'unreachable')
  assert.equal(codeOf('large'), 'not-asked')
  assert.equal(codeOf('large', { status: 200 }), 'too-large')
  assert.equal(codeOf('robots'), 'robots-disallowed')
  assert.equal(codeOf('robots', { status: 503 }), 'robots-unreadable')
})

test('every problem code can occur, and has the same form', () => {
  const root = new URL('../../src/lib/', import.meta.url).pathname
  const source = globSync(
    ['crawl/**/*.ts', 'snapshot/restore/*.ts', 'snapshot/{mend-changes,chain}.ts', 'site/*.ts'],
    { cwd: root },
  )
    .map((path) => readFileSync(root + path, 'utf8'))
    .join('\n')
  for (const code of PROBLEM_CODES) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/)
    assert.ok(source.includes(`'${code}'`), `${code} is given nowhere`)
  }
  assert.equal(new Set(PROBLEM_CODES).size, PROBLEM_CODES.length)
})
