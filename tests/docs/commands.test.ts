import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { COMMON, OPTIONS, type Option } from '../../scripts/cli/command.ts'
import { COMMANDS } from '../../scripts/cli/commands/index.ts'
import { type CommandEnding, ERROR_CODES, EXIT_MEANINGS, exitCodeOf } from '../../scripts/cli/exit-codes.ts'
import { parseLine } from '../../scripts/cli/parse.ts'
import { describeShape, SHAPES } from '../../scripts/origin/index.ts'
import { CHECK_NOTE_CODES, PROMISES } from '../../src/lib/check/index.ts'
import { PREFLIGHT_CODES } from '../../src/lib/site/host/preflight.ts'
import { FINDING_KINDS, VERIFY_NOTE_CODES } from '../../src/lib/site/verify/statements.ts'
import { openSample } from '../support/sample.ts'
import {
  codeOf,
  codesIn,
  DOCUMENTS,
  isThere,
  readText,
  sectionUnder,
  tableUnder,
} from './support/markdown.ts'

const COMMANDS_DOC = readText('docs/commands.md')
const SCRIPTS: Record<string, string> = JSON.parse(readText('package.json')).scripts

test('the docs list every command with its operand and its options, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '## All commands').map(
    ({ Command, Operand, Options = '' }) => ({
      name: codeOf(Command),
      operand: Operand === '–' ? undefined : codeOf(Operand),
      options: codesIn(Options).map((option) => option.replace(/^--/, '')),
    }),
  )
  assert.deepEqual(
    documented,
    COMMANDS.map(({ name, operand, options }) => ({ name, operand, options: [...options] })),
  )
})

test('every command has a section in the docs', () => {
  for (const { name } of COMMANDS) assert.notEqual(sectionUnder(COMMANDS_DOC, `## \`${name}\``).trim(), '')
})

test('the docs list the options of every command', () => {
  const sentence = /^Every command also takes (.+)\.$/m.exec(COMMANDS_DOC)?.[1] ?? ''
  assert.deepEqual(
    codesIn(sentence),
    COMMON.map((name) => `--${name}`),
  )
})

test('the docs list every option with the word for its value, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '## All options').map((row) => codeOf(row.Option))
  const known = Object.entries(OPTIONS).map(([name, { value }]: [string, Option]) =>
    value === undefined ? `--${name}` : `--${name} <${value}>`,
  )
  assert.deepEqual(documented, known)
})

test('the docs say of an option that it can be repeated exactly when it can', () => {
  for (const row of tableUnder(COMMANDS_DOC, '## All options')) {
    const [, option] = Object.entries(OPTIONS).find(([name]) =>
      codeOf(row.Option).startsWith(`--${name}`),
    ) as [string, Option]
    assert.equal(/repeat/i.test(row.Meaning ?? ''), option.repeatable === true, row.Option)
  }
})

test('the docs list every exit code with its meaning, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '## Exit codes').map(({ Code, Meaning }) => [
    Number(codeOf(Code)),
    Meaning,
  ])
  assert.deepEqual(Object.fromEntries(documented), EXIT_MEANINGS)
  for (const row of tableUnder(COMMANDS_DOC, '## Exit codes')) assert.match(row['What to do'] ?? '', /\.$/)
})

test('every ending has the exit code that the docs list for its meaning', () => {
  const listed = tableUnder(COMMANDS_DOC, '## Exit codes').map(({ Code, Meaning = '' }) => ({
    code: Number(codeOf(Code)),
    meaning: Meaning,
  }))
  const endings: readonly (readonly [CommandEnding, RegExp])[] = [
    ['complete', /^complete/],
    ['internal', /fault/],
    ['usage', /usage/],
    ['origin-unreachable', /unreachable, or nothing to build from/],
    ['unchecked', /unreachable, or nothing to build from/],
    ['gaps', /gaps/],
    ['refused', /refused until/],
    ['removal-refused', /refused until/],
    ['unsigned-mirror', /refused until/],
    ['unverified', /verification failed/],
    ['reused', /last snapshot is used/],
    ['in-use', /another run/],
    ['interrupted', /interrupted/],
  ]
  for (const [ending, wanted] of endings) {
    const codes = listed.filter(({ meaning }) => wanted.test(meaning)).map(({ code }) => code)
    assert.deepEqual(codes, [exitCodeOf(ending)], ending)
  }
  const reached = new Set(endings.map(([ending]) => exitCodeOf(ending)))
  assert.deepEqual(
    listed.filter(({ code }) => !reached.has(code)),
    [],
  )
})

test('the docs list every error code with its exit code and meaning, and no other', () => {
  const rows = tableUnder(COMMANDS_DOC, '### Codes of errors')
  assert.deepEqual(
    rows.map((row) => [codeOf(row.Error), Number(codeOf(row['Exit code']))]),
    Object.entries(ERROR_CODES),
  )
  for (const { Meaning = '' } of rows) assert.match(Meaning, /\.$/)
})

test('the docs list every code of a problem with a host, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '## `host`').map((row) => codeOf(row.Problem))
  assert.deepEqual(documented, [...PREFLIGHT_CODES])
})

test('the docs list every code of a note of check, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '### Output of `check`').map((row) => codeOf(row.Note))
  assert.deepEqual(documented, [...CHECK_NOTE_CODES])
})

test('the docs list every kind of finding of verify, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '## `verify`').map((row) => row.Finding)
  assert.deepEqual(documented.toSorted(), [...FINDING_KINDS].toSorted())
})

test('the docs list every code of a note of verify, and no other', () => {
  const documented = tableUnder(COMMANDS_DOC, '### Notes of `verify`').map((row) => codeOf(row.Note))
  assert.deepEqual(documented, [...VERIFY_NOTE_CODES])
})

test('every exit code in any document exists', () => {
  const known = new Set(Object.keys(EXIT_MEANINGS).map(Number))
  for (const document of DOCUMENTS)
    for (const [sentence, code] of readText(document).matchAll(/exit code(?: is)? (\d+)/g))
      assert.ok(known.has(Number(code)), `${document}: ${sentence}`)
})

test('the docs name every body shape of the bundled origin as it describes itself', () => {
  const documented = tableUnder(COMMANDS_DOC, '## `origin`').map(({ Shape, ...rest }) => [
    codeOf(Shape),
    Object.values(rest)[0],
  ])
  assert.deepEqual(
    documented,
    SHAPES.map((shape) => [shape, describeShape(shape)]),
  )
})

test('every command line in the documents is valid', () => {
  const lines = DOCUMENTS.flatMap((document) => commandLinesOf(document))
  assert.ok(lines.length > 20, `only ${lines.length} command lines were found`)
  for (const { document, line } of lines) {
    const [, script = '', rest] = /^npm (?:run (?:--silent )?)?([a-z]+)(?: --(?= |$)(.*))?/.exec(line) ?? []
    assert.ok(
      script === 'ci' || script in SCRIPTS,
      `${document}: ${line}: package.json has no script "${script}"`,
    )
    if (script !== 'mirror') continue
    const args = (rest ?? '')
      .trim()
      .split(/\s+/)
      .filter((arg) => arg !== '' && !arg.startsWith('['))
    if (args[0] === '<command>') continue
    assert.doesNotThrow(() => parseLine(args), `${document}: ${line}`)
  }
})

test('the README names every command', () => {
  const documented = tableUnder(readText('README.md'), '## Commands').map((row) => codeOf(row.Command))
  const known = COMMANDS.map(({ name }) =>
    name === 'mirror' ? 'npm run mirror' : `npm run mirror -- ${name}`,
  )
  assert.deepEqual(
    documented.filter((line) => line.startsWith('npm run mirror')),
    known,
  )
})

test('every file in a command line of the documents exists', () => {
  for (const { document, line } of DOCUMENTS.flatMap((name) => commandLinesOf(name)))
    for (const [path] of line.matchAll(/\btests\/\S+/g)) assert.ok(isThere(path), `${document}: ${path}`)
})

test('the README has the right number of datasets of the bundled sample', async () => {
  const { datasets } = await openSample()
  assert.match(readText('README.md'), new RegExp(`\\b${datasets.length} real datasets`))
})

/** The command lines of a document: in code blocks, and between backticks. */
function commandLinesOf(document: string): { document: string; line: string }[] {
  const text = readText(document).replaceAll('<plan_id>', '0123456789ab')
  const found = text.matchAll(/\bnpm (?:run |ci|test)[^`\n#&]*/g)
  return [...found].map(([line]) => ({ document, line: line.replace(/(?:[*_|]| >).*$/, '').trim() }))
}

test('the docs list exactly the requirements of check, each with the hosts it applies to', () => {
  const documented = tableUnder(readText('docs/commands.md'), '### Requirements of `check`').map((row) => [
    codeOf(row.Requirement),
    row['Applies to'],
  ])
  const keepers = { must: 'every host', rule: 'a host with rules', may: 'a host that supports it' }
  assert.deepEqual(
    documented,
    Object.entries(PROMISES).map(([name, { level }]) => [name, keepers[level]]),
  )
})

test('every description of a requirement fits its line', () => {
  for (const { meaning } of Object.values(PROMISES)) assert.ok(meaning.length <= 37, meaning)
})

describe('what is run by hand', () => {
  // What is run by hand, beside the commands of the mirror.
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/develop.mjs', ...args], { encoding: 'utf8' })

  for (const [name, unknown] of [
    ['bench', 'constructor'],
    ['drill', 'ten'],
  ] as const)
    test(`npm run ${name} describes its arguments, and reports unknown ones`, () => {
      const help = run(name, '--help')
      assert.equal(help.status, 0)
      assert.match(help.stdout, new RegExp(`^npm run ${name} `))
      const wrong = run(name, unknown)
      assert.deepEqual([wrong.status, wrong.stdout], [2, ''])
      assert.match(wrong.stderr, new RegExp(`^${name}: expected .*, saw "${unknown}"\\.\\n+npm run ${name} `))
    })

  test('npm run screenshots keeps the screenshots if there is no mirror', () => {
    const { status, stderr } = run('screenshots', 'no-such-folder')
    assert.equal(status, 2)
    assert.match(stderr, /^screenshots: expected the folder of a built mirror, saw "no-such-folder"/)
  })

  test('npm run bench can measure only the pages of a built mirror', () => {
    const { status, stderr } = run('bench', 'phone', 'no-such-folder')
    assert.equal(status, 2)
    assert.match(stderr, /^bench: .*phone.*"no-such-folder"\.\n$/)
  })
})
