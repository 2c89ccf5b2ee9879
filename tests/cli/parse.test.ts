import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../scripts/cli/command.ts'
import { parseLine } from '../../scripts/cli/parse.ts'

const CASES: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['crawl', '--origni', 'x'], /^crawl .*--origni\. Did you mean --origin\? .*--origin,/],
  [['crawl', '--statte=x'], /^crawl .*--statte\. Did you mean --state\?/],
  [['crawl', '--nothing-like-it'], /^crawl .*--nothing-like-it\. .*--origin,/],
  [['verfiy'], /"verfiy"\. Did you mean verify\? .*mirror,/],
  [['http://a.example'], /npm run mirror -- --origin http:\/\/a\.example$/],
  [['--concurrency', '0'], /--concurrency: expected a whole number from 1 to 256, saw "0"/],
  [
    ['--origin', 'ftp://x'],
    /--origin.*expected an address that begins with http:\/\/ or https:\/\/, saw "ftp:\/\/x"/,
  ],
  [['--origin', 'https://x.org/api/v1/'], /--origin.*expected the address before \/api\/v1\//],
  [['verify', ''], /^verify: an operand is empty\.$/],
  [['--state', 'x', 'plan'], /before its options: npm run mirror -- plan/],
  [['crawl', 'extra'], /crawl takes no operand, saw "extra"/],
  [['--rate', '-1'], /^--rate: expected <n> after it, saw "-1"\. .*--rate=-1$/],
  [['--rate=-1'], /^--rate: expected requests per second, from 0\.01 to 10000, saw "-1"\.$/],
  [
    ['--origin', 'http://a.example', '--origin', '--json'],
    /^--origin: expected <base_url> after it, saw "--json"\./,
  ],
  [['crawl', '--state'], /^--state: expected <dir> after it, saw nothing\.$/],
  [
    ['build', '--out', 'a', '--full', '--out=b'],
    /^--out: expected one value, saw "a" and "b"\. Write the option once\.$/,
  ],
  [['crawl', '--rate', '1', '--rate', '1'], /^--rate: expected one value, saw "1" and "1"\./],
  [['build', '--quiet=yes'], /^--quiet: expected no value, saw "yes"\.$/],
]

for (const [args, says] of CASES)
  test(`a wrong command line is refused, with the expected and the actual value: ${args.join(' ')}`, () =>
    assert.throws(
      () => parseLine(args),
      (error) => error instanceof UsageError && says.test(error.message),
    ))

// As npm 11 passes them: it consumes the option, and passes on what it does not read as the value.
const TAKEN: readonly (readonly [args: readonly string[], env: NodeJS.ProcessEnv, line: string])[] = [
  [['http://a.example'], { npm_config_origin: 'true' }, 'npm run mirror -- --origin http://a.example'],
  [['verify'], { npm_config_json: 'true' }, 'npm run mirror -- verify --json'],
  [
    ['build', '5'],
    { npm_config_out: 'x y', npm_config_state: 'true' },
    'npm run mirror -- build --out x y --state 5',
  ],
]

for (const [args, env, line] of TAKEN)
  test(`an option that npm consumed is refused, with the command to run: ${line}`, () =>
    assert.throws(
      () => parseLine(args, { npm_command: 'run', ...env }),
      (error) =>
        error instanceof UsageError && error.message.includes('"--"') && error.message.endsWith(`: ${line}`),
    ))

test('options after "--" are accepted even if npm has a config value of the same name', () => {
  assert.equal(parseLine(['verify', '--json'], { npm_command: 'run', npm_config_json: 'true' }).json, true)
  assert.equal(parseLine(['verify'], { npm_config_json: 'true' }).json, false)
})
