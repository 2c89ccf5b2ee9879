import assert from 'node:assert/strict'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { UsageError } from '../../scripts/cli/command.ts'
import { COMMANDS } from '../../scripts/cli/commands/index.ts'
import { ERROR_CODES, type ErrorCode, exitCodeOf } from '../../scripts/cli/exit-codes.ts'
import { describe as describeFault, Interrupted, ProgramChanged, report } from '../../scripts/cli/faults.ts'
import { parseLine } from '../../scripts/cli/parse.ts'
import { UnsignedMirror } from '../../scripts/job/restore.ts'
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
import { runHere, runMirror } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('faults', () => {
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

  test('a program that could not be started is named, with what to do', () => {
    const start = (code: string) =>
      Object.assign(new Error(code), { code, syscall: 'spawn tool', path: '/bin/tool' })
    for (const [code, remedy] of [
      ['EMFILE', /ulimit -n/],
      ['ENOENT', /installed/],
    ] as const)
      for (const error of [toStateFault(start(code), '/srv'), toDiskFault(start(code), '/srv')]) {
        assert.match(describeFault(error), new RegExp(`^/bin/tool could not be started \\(${code}\\)`))
        assert.match(describeFault(error), remedy)
      }
  })

  test('only an unexpected error is printed with its stack', () => {
    for (const [error, code] of FAULTS)
      assert.equal(
        /\n {4}at /.test(describeFault(error)),
        code === 'internal' && error instanceof Error,
        code,
      )
  })
})

describe('faults of the config', () => {
  const FAULTS: readonly (readonly [what: string, name: string, text: string, fault: string])[] = [
    ['a cut config', 'mirror.config.ts', 'export default {\n  title: "x",\n', 'mirror.config.ts:3:1'],
    ['a syntax error', 'mirror.config.ts', '// Ü\n\tconst a: = 1\n', 'mirror.config.ts:2:11'],
    ['a syntax error in JavaScript', 'own.mjs', 'export default {\n  title: "Ü" "x",\n}\n', 'own.mjs:2:14'],
    ['syntax that Node does not strip', 'own.ts', '\nenum A { B }\nexport default {}\n', 'own.ts:2'],
    ['an error in an imported file', 'own.ts', "import './part.ts'\nexport default {}\n", 'part.ts:1:9'],
    ['an import of no file', 'own.ts', "export default {}\nimport './none.ts'\n", 'own.ts:2:8'],
    ['an error while it runs', 'own.ts', 'const a = 1\nexport default { title: b }\n', 'own.ts:2:25'],
    ['a thrown text', 'own.ts', "throw 'no'\n", 'own.ts'],
  ]

  for (const [what, name, text, fault] of FAULTS)
    test(`${what} is reported with its file, line and column, and what is wrong`, async (t) => {
      const folder = temporaryFolder(t)
      writeFileSync(join(folder, 'part.ts'), 'const a b\n')
      writeFileSync(join(folder, name), text)
      const { code, stderr } = await runHere(['plan', '--config', join(folder, name)])
      assert.equal(code, 2)
      assert.ok(stderr.startsWith(join(folder, fault)), stderr)
      assert.match(stderr.slice(join(folder, fault).length), /^ cannot be read: \S.*\.\n$/)
    })
})

describe('configs that cannot be used', () => {
  const CONFIGS: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
    'is empty': ['', /expected `export default defineConfig/],
    'has comments only': ['// origin: …\n', /expected `export default defineConfig/],
    'throws a text': ['throw "not today"', /cannot be read: not today\.$/m],
    'throws null': ['throw null', /cannot be read: null\.$/m],
    'is not finished': ['export default {', /cannot be read: /],
    'has a getter that throws': [
      'export default {\n  get title() { throw new Error("no title") },\n}',
      /:2:\d+ cannot be read: no title\.$/m,
    ],
    'exports a promise that is rejected': [
      'export default Promise.reject(new Error("not today"))',
      /:1:\d+ cannot be read: not today\.$/m,
    ],
  }
  for (const [what, [text, message]] of Object.entries(CONFIGS))
    test(`a config that ${what} is refused by its name, and nothing is mirrored`, async (t) => {
      const folder = temporaryFolder(t)
      const [config, state] = [join(folder, 'mirror.config.ts'), join(folder, 'state')]
      writeFileSync(config, text)
      const { code, stderr } = await runHere(['crawl', '--config', config, '--state', state])
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
      assert.ok(stderr.startsWith(config), stderr)
      assert.ok(!existsSync(state))
    })

  for (const name of ['mirror.json', 'mirror.config.yaml', 'mirror.config.ts.bak'])
    test(`a config that is no module is refused with how to write one: ${name}`, async (t) => {
      const config = join(temporaryFolder(t), name)
      writeFileSync(config, '{ "origin": "https://data.example.org" }\n')
      const { code, stderr } = await runHere(['plan', '--config', config])
      assert.equal(code, 2, stderr)
      assert.ok(stderr.startsWith(`--config: ${config} `), stderr)
      assert.match(stderr, /export default/)
    })

  const ENDINGS: Readonly<Record<string, string>> = {
    'waits for a promise that is never settled': 'await new Promise(() => {})\nexport default {}',
    'exports a promise that is never settled': 'export default new Promise(() => {})',
    'ends the process as if all were well': 'process.exit(0)\nexport default {}',
    'ends the process later': 'setTimeout(() => process.exit(0))\nexport default new Promise(() => {})',
    'ignores that it cannot end the process': 'try { process.exit(0) } catch {}\nexport default {}',
    'throws in a callback': 'setTimeout(() => { throw 1 })\nexport default new Promise(() => {})',
  }
  for (const [what, text] of Object.entries(ENDINGS))
    test(`a config that ${what} is refused by its name, also with --json`, async (t) => {
      const config = join(temporaryFolder(t), 'mirror.config.ts')
      writeFileSync(config, text)
      const { code, stdout, stderr } = await runMirror(['plan', '--json', '--config', config])
      assert.equal(code, 2, stderr)
      assert.ok(stderr.startsWith(config), stderr)
      assert.match(stderr, / cannot be read: /)
      assert.equal(stderr.trim().split('\n').length, 1, stderr)
      const { error, ...rest } = JSON.parse(stdout)
      assert.deepEqual([error, rest], [stderr.trim(), { code: 'config', exitCode: 2 }])
    })

  test('a config that is a link to itself is refused by its name', async (t) => {
    const config = join(temporaryFolder(t), 'mirror.config.ts')
    symlinkSync('mirror.config.ts', config)
    const { code, stderr } = await runHere(['plan', '--config', config])
    assert.equal(code, 2, stderr)
    assert.match(stderr, /mirror\.config\.ts could not be read \(ELOOP\)\. .*symbolic link to itself/)
  })
})

describe('command lines', () => {
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
    [['--restore', ''], /^--restore: expected <mirror>, saw an empty value\.$/],
    [['--origin', ''], /^--origin: expected <base_url>, saw an empty value\.$/],
    [
      ['--accept-removals', '0123456789ab,zz'],
      /^--accept-removals: expected the plan id .*, saw "0123456789ab,zz"\.$/,
    ],
  ]

  for (const { name, operand } of COMMANDS.filter(({ operand }) => operand?.startsWith('<')))
    test(`${name} is refused without ${operand}, which its help shows as required`, async () => {
      const help = await runHere([name, '--help'])
      assert.ok(help.stdout.startsWith(`npm run mirror -- ${name} ${operand} [options]\n`), help.stdout)
      assert.equal((await runHere([name])).code, exitCodeOf('usage'))
    })

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
          error instanceof UsageError &&
          error.message.includes('"--"') &&
          error.message.endsWith(`: ${line}`),
      ))

  test('options after "--" are accepted even if npm has a config value of the same name', () => {
    assert.equal(parseLine(['--', 'verify', '--json']).command.name, 'verify', 'as pnpm passes it on')
    assert.equal(parseLine(['verify', '--json'], { npm_command: 'run', npm_config_json: 'true' }).json, true)
    assert.equal(parseLine(['verify'], { npm_config_json: 'true' }).json, false)
  })
})
