import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../scripts/cli/command.ts'
import { ERROR_CODES, type ErrorCode, exitCodeOf } from '../../scripts/cli/exit-codes.ts'
import { describe, Interrupted, ProgramChanged, report } from '../../scripts/cli/faults.ts'
import { UnsignedMirror } from '../../scripts/job/trust-mirror.ts'
import { PackageError } from '../../scripts/origin/index.ts'
import { SiteUnreachable } from '../../src/lib/check/index.ts'
import { ConfigError } from '../../src/lib/config/index.ts'
import { OriginUnreachable, RemovalRefused, UnusablePlan, UnusableShards } from '../../src/lib/crawl/index.ts'
import { toDiskFault } from '../../src/lib/site/disk-fault.ts'
import { Unpackable } from '../../src/lib/site/index.ts'
import {
  DamagedManifest,
  DamagedSnapshot,
  FileRefused,
  NoSnapshot,
  RestoreFailed,
  StateInUse,
  toStateFault,
  UnusableFolder,
} from '../../src/lib/snapshot/index.ts'

const refusal = (code: string) =>
  Object.assign(new Error(code), { code, syscall: 'write', path: '/srv/file' })
const removal = { planId: '0', losses: [], codes: [], accept: '0' }

const FAULTS: readonly (readonly [unknown, ErrorCode])[] = [
  [new UsageError('x'), 'usage'],
  [new ConfigError('x'), 'config'],
  [new PackageError('file', 'x', 'x'), 'data-package'],
  [new UnusableFolder('x'), 'unusable-folder'],
  [new UnusablePlan('x'), 'unusable-plan'],
  [new UnusableShards('x'), 'unusable-shards'],
  [new OriginUnreachable(['http://a/'], [], true), 'origin-unreachable'],
  [new NoSnapshot('state'), 'no-snapshot'],
  [new RestoreFailed('x'), 'restore-failed'],
  [new FileRefused('x'), 'restore-failed'],
  [new SiteUnreachable('x'), 'site-unreachable'],
  [new RemovalRefused(removal, 'x'), 'removal-refused'],
  [new UnsignedMirror('x', '0', '0'), 'unsigned-mirror'],
  [new StateInUse('state', 1), 'in-use'],
  [new DamagedSnapshot('file'), 'damaged-snapshot'],
  [new DamagedManifest('file', 'it is not json'), 'damaged-snapshot'],
  [new Unpackable('x'), 'damaged-site'],
  [refusal('ENOSPC'), 'disk-full'],
  [toStateFault(refusal('ENOSPC'), '/srv'), 'disk-full'],
  [toDiskFault(refusal('EDQUOT'), '/srv'), 'disk-full'],
  [toDiskFault(refusal('EROFS'), '/srv'), 'system'],
  [toStateFault(refusal('EACCES'), '/srv'), 'system'],
  [new TypeError('x is not a function'), 'internal'],
  ['a text', 'internal'],
  [new ProgramChanged('x'), 'program-changed'],
  [new Interrupted(), 'interrupted'],
]

test('each kind of error has its own code for machines, with the exit code that goes with it', () => {
  for (const [error, code] of FAULTS) {
    const reported = report(error) as { code: string; exitCode: number }
    assert.deepEqual([reported.code, reported.exitCode], [code, exitCodeOf(code)], String(error))
  }
})

test('every error code can occur', () => {
  assert.deepEqual(new Set(FAULTS.map(([, code]) => code)), new Set(Object.keys(ERROR_CODES)))
})

test('only an unexpected error is printed with its stack', () => {
  for (const [error, code] of FAULTS)
    assert.equal(/\n {4}at /.test(describe(error)), code === 'internal' && error instanceof Error, code)
})
