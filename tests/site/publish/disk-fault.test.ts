import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { test } from 'node:test'
import { DiskFault, toDiskFault, writing } from '../../../src/lib/site/index.ts'

const fault = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: as Node says it`), { code, syscall: 'write', ...more })

test('a full disk is reported with the file and the remedy, and that the published site is unchanged', () => {
  const error = toDiskFault(fault('ENOSPC', { path: '/site/x', dest: '/site/api/index.json' }), '/site')
  assert.ok(error instanceof DiskFault)
  assert.equal(
    error.message,
    '/site/api/index.json could not be written (ENOSPC). The disk is full. Free some space there, then run again; the published site is unchanged.',
  )
})

test('an error without a file name is reported for the folder of the site', () => {
  assert.match(
    (toDiskFault(fault('EROFS'), '/site') as Error).message,
    /^\/site could not .*read-only.*--out/,
  )
})

test('errors that Node.js knows by a number or by a text only are reported by their names', () => {
  const { EDQUOT, ESTALE } = constants.errno
  for (const [error, name] of [
    [fault('UNKNOWN', { errno: -EDQUOT }), 'EDQUOT'],
    [fault(`Unknown system error -${ESTALE}`, { errno: -ESTALE }), 'ESTALE'],
    [
      Object.assign(new Error(", Unknown error: Read-only file system '/site/x'"), {
        code: '',
        syscall: 'rm',
      }),
      'EROFS',
    ],
    [
      Object.assign(new Error(", Unknown error: Too many open files '/site/x'"), { code: '', syscall: 'rm' }),
      'EMFILE',
    ],
  ] as const)
    assert.match(
      (toDiskFault(error, '/site') as Error).message,
      new RegExp(`could not be \\w+ \\(${name}\\)\\. Th(?:e disk|is process) .*run again`),
    )
})

test('other errors are unchanged', () => {
  const unstarted = fault('EMFILE', { syscall: 'spawn node', path: 'node' })
  for (const error of [fault('ENOENT'), unstarted, new Error('x'), 'x', undefined])
    assert.equal(toDiskFault(error, '/'), error)
})

test('a failed write on a full disk is reported as such', { skip: process.platform !== 'linux' }, () =>
  assert.rejects(
    writing('/site', () => writeFileSync('/dev/full', 'x')),
    /could not be written \(ENOSPC\)\. The disk is full\./,
  ),
)
