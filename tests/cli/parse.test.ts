import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLine } from '../../scripts/cli/parse.ts'
import { UsageError } from '../../scripts/cli/usage-error.ts'

const CASES: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['crawl', '--origni', 'x'], /crawl has no option --origni\. It takes --origin,/],
  [['--concurrency', '0'], /--concurrency: expected a whole number from 1 to 256, saw "0"/],
  [
    ['--origin', 'ftp://x'],
    /--origin.*expected an address that begins with http:\/\/ or https:\/\/, saw "ftp:\/\/x"/,
  ],
  [['--origin', 'https://x.org/api/v1/'], /--origin.*expected the address before \/api\/v1\//],
  [['crawl', 'extra'], /crawl takes no operand, saw "extra"/],
  [
    ['--rate', '-1'],
    /^--rate: expected <n> after it, saw "-1"\. A value that begins with a dash is written --rate=-1$/,
  ],
  [['--rate=-1'], /^--rate: expected requests per second, from 0\.01 to 10000, saw "-1"\.$/],
  [
    ['--origin', 'http://a.example', '--origin', '--json'],
    /^--origin: expected <base_url> after it, saw "--json"\./,
  ],
  [['crawl', '--state'], /^--state: expected <dir> after it, saw nothing\.$/],
  [['build', '--quiet=yes'], /^--quiet: expected no value, saw "yes"\.$/],
]

for (const [args, says] of CASES)
  test(`a line is refused with what was seen and what is expected: ${args.join(' ')}`, () =>
    assert.throws(
      () => parseLine(args),
      (error) => error instanceof UsageError && says.test(error.message),
    ))
