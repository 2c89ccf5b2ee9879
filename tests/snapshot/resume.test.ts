import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { layout, openDraft, originalOf } from '../../src/lib/snapshot/index.ts'
import { openJournal, readJournal } from '../../src/lib/snapshot/journal.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { ORIGIN, pathOf, put, recordOf, START } from './records.ts'

const LATER = new Date('2026-02-03T04:05:06Z')

/** A state folder with a leftover draft of these datasets. */
function leave(t: TestContext, codes: readonly string[]): string {
  const state = temporaryFolder(t)
  const draft = openDraft(state, ORIGIN, START)
  for (const code of codes) put(draft, code, `data of ${code}`)
  draft.close()
  return state
}

const resume = (state: string, origin = ORIGIN) => {
  const draft = openDraft(state, origin, LATER)
  draft.close()
  return { ...draft, codes: [...draft.resumed.values()].map(({ code }) => code) }
}

test('resumes an interrupted run, with its start time', (t) => {
  const state = leave(t, ['a', 'b в', '%2F'])
  const { codes, startedAt } = resume(state)
  assert.deepEqual(codes, ['a', 'b в', '%2F'])
  assert.deepEqual(startedAt, START)
  assert.deepEqual(resume(state).codes, ['a', 'b в', '%2F'])
})

test('the draft of a killed process can be resumed, and misses at most one batch', (t) => {
  const state = temporaryFolder(t)
  const script = `
    import { openDraft } from ${JSON.stringify(new URL('../../src/lib/snapshot/index.ts', import.meta.url).href)}
    import { ORIGIN, put, START } from ${JSON.stringify(new URL('./records.ts', import.meta.url).href)}
    const draft = openDraft(${JSON.stringify(state)}, ORIGIN, START)
    for (let n = 0; n < 200; n++) put(draft, 'd' + n, 'data ' + n)
    draft.open('half').write(Buffer.alloc(300_000))
    process.kill(process.pid, 'SIGKILL')`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script])
  assert.equal(signal, 'SIGKILL')
  assert.equal(readdirSync(layout.incoming(state)).length, 1)
  const { codes } = resume(state)
  assert.ok(codes.length > 200 - 64 && codes.length <= 200, `${codes.length} of 200`)
  assert.deepEqual(
    codes,
    Array.from({ length: codes.length }, (_, n) => `d${n}`),
  )
  // Unknown files are gone, and incomplete ones too.
  const files = readdirSync(layout.draft(state), { recursive: true, withFileTypes: true })
  assert.equal(files.filter((entry) => entry.isFile()).length, codes.length)
  assert.deepEqual(readdirSync(layout.incoming(state)), [])
})

test('uses a journal up to its incomplete last line', (t) => {
  const state = leave(t, ['a', 'b', 'c'])
  const journal = layout.journal(state)
  truncateSync(journal, readFileSync(journal).length - 40)
  assert.deepEqual(resume(state).codes, ['a', 'b'])
  assert.ok(!existsSync(join(layout.draft(state), pathOf('c'))))
})

test('does not use files that differ from the journal', (t) => {
  const state = leave(t, ['a', 'b', 'c'])
  const file = (code: string) => join(layout.draft(state), pathOf(code))
  writeFileSync(file('a'), 'data of b')
  truncateSync(file('b'), 3)
  assert.deepEqual(resume(state).codes, ['c'])
  assert.ok(!existsSync(file('a')) && !existsSync(file('b')))
})

test('does not use a record whose length is not that of its file', (t) => {
  const state = leave(t, ['a', 'b'])
  const journal = layout.journal(state)
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"bytes":(\d+)/, '"bytes":1$1'))
  assert.deepEqual(resume(state).codes, ['b'])
})

test('of two records for one file the last one counts', (t) => {
  const state = temporaryFolder(t)
  const draft = openDraft(state, ORIGIN, START)
  put(draft, 'a', 'first')
  const second = put(draft, 'a', 'second')
  draft.close()
  assert.equal(resume(state).resumed.get(pathOf('a'))?.sha256, second.sha256)
})

test('bytes that contradict the last record are not used because an earlier one matches', (t) => {
  const state = leave(t, ['a'])
  appendFileSync(layout.journal(state), `${JSON.stringify(recordOf('a', 'something newer'))}\n`)
  assert.deepEqual(resume(state).codes, [])
})

test('removes unknown files, and incomplete ones', (t) => {
  const state = leave(t, ['a'])
  const draft = layout.draft(state)
  writeFileSync(join(draft, 'manifest.json'), '{}')
  writeFileSync(join(draft, `${pathOf('a')}.part`), 'half')
  mkdirSync(join(draft, 'api/v1/list'), { recursive: true })
  writeFileSync(join(draft, 'api/v1/list/index.json'), '[]')
  writeFileSync(join(layout.incoming(state), '7'), 'half')
  assert.deepEqual(resume(state).codes, ['a'])
  const files = readdirSync(draft, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  assert.deepEqual(
    files.map(({ name }) => name),
    ['index.json'],
  )
  assert.deepEqual(readdirSync(layout.incoming(state)), [])
})

test('a draft of another origin is not resumed', (t) => {
  const state = leave(t, ['a'])
  const { codes, startedAt } = resume(state, ['https://other.example.org/'])
  assert.deepEqual(codes, [])
  assert.deepEqual(startedAt, LATER)
})

test('a process that is killed while it writes leaves a draft that matches its journal', (t) => {
  const here = (path: string) => new URL(path, import.meta.url).href
  const program = join(temporaryFolder(t), 'program.ts')
  writeFileSync(
    program,
    `import { openDraft } from ${JSON.stringify(here('../../src/lib/snapshot/index.ts'))}
    import { ORIGIN, put, START } from ${JSON.stringify(here('./records.ts'))}
    const draft = openDraft(process.env.DRILL_FOLDER ?? '', ORIGIN, START)
    for (let n = 0; n < 20_000; n++) put(draft, 'd' + n, 'data ' + n)`,
  )
  const kill = fileURLToPath(here('../drill/support/kill-at-call.ts'))
  for (const call of [500, 501, 502, 503, 1234]) {
    const state = temporaryFolder(t)
    const env = { ...process.env, DRILL_FOLDER: state, DRILL_KILL_AT: String(call) }
    const { signal, stderr } = spawnSync(process.execPath, ['--import', kill, program], { env })
    assert.equal(signal, 'SIGKILL', String(stderr))
    const lines = readFileSync(layout.journal(state), 'utf8').split('\n').slice(1, -1)
    assert.ok(lines.length > 0)
    assert.equal(resume(state).codes.length, lines.length)
  }
})

test('a record at the end of a chunk of a journal is read whole, though the next chunk takes its memory', (t) => {
  const path = join(temporaryFolder(t), 'journal')
  const records = Array.from({ length: 3000 }, (_, at) => recordOf(`d${at}`, ''))
  openJournal(path, { origin: ORIGIN, startedAt: START.toISOString() }, records).close()
  assert.ok(statSync(path).size > 3 * 256 * 1024, 'several whole chunks')
  const read = readJournal(path)?.records ?? []
  assert.equal(read.length, records.length)
  assert.deepEqual(read, records)
})

test('a record that ends with a chunk of a journal is read, and so are those after it', (t) => {
  const path = join(temporaryFolder(t), 'journal')
  const records = Array.from({ length: 1500 }, (_, at) => recordOf(`d${at}`, ''))
  const write = (length: number) => {
    const origin = [`http://a.example/${'x'.repeat(length)}`]
    openJournal(path, { origin, startedAt: START.toISOString() }, records).close()
    return readFileSync(path)
  }
  const chunk = 256 * 1024
  const end = write(1000).indexOf('\n', chunk)
  assert.equal(write(1000 - (end - chunk)).indexOf('\n', chunk), chunk, 'the line feed begins the next one')
  assert.equal(readJournal(path)?.records.length, records.length)
})

test('an invalid journal is not used', (t) => {
  const state = leave(t, ['a'])
  for (const text of ['', '\n', 'null\n', '{"origin":"x"}\n', '\u0000\u0000']) {
    writeFileSync(layout.journal(state), text)
    assert.deepEqual(resume(state).codes, [], JSON.stringify(text))
  }
  appendFileSync(layout.journal(state), 'null\nnull\n')
  assert.deepEqual(resume(state).codes, [])
})

test('the journal of an interrupted run stays until its replacement is complete', (t) => {
  const state = leave(t, ['a', 'b'])
  function* cutShort() {
    for (let n = 0; n < 100; n++) yield recordOf(`new ${n}`, '')
    throw new Error('cut short')
  }
  const head = { origin: ORIGIN, startedAt: LATER.toISOString() }
  assert.throws(() => openJournal(layout.journal(state), head, cutShort()), /cut short/)
  assert.deepEqual(resume(state).codes, ['a', 'b'])
})

test('an invalid or future time in the journal is not the start of the run', (t) => {
  for (const startedAt of ['never', '2096-01-01T00:00:00.000Z']) {
    const state = leave(t, ['a'])
    const [, ...records] = readFileSync(layout.journal(state), 'utf8').split('\n')
    const head = JSON.stringify({ origin: ORIGIN, startedAt })
    writeFileSync(layout.journal(state), [head, ...records].join('\n'))
    const resumed = resume(state)
    assert.deepEqual([resumed.codes, resumed.startedAt], [['a'], LATER])
  }
})

test('discarding a file also removes its original bytes', (t) => {
  const state = temporaryFolder(t)
  const draft = openDraft(state, ORIGIN, START)
  put(draft, 'a', 'text')
  const sink = draft.open(originalOf(pathOf('a')))
  sink.write(Buffer.from('as sent'))
  sink.keep(START)
  draft.discard(pathOf('a'))
  draft.close()
  assert.deepEqual(
    readdirSync(layout.draft(state), { recursive: true }).filter((name) => /index/.test(String(name))),
    [],
  )
})

test('records after the end are not written to the journal', (t) => {
  const state = temporaryFolder(t)
  const draft = openDraft(state, ORIGIN, START)
  put(draft, 'a', 'x')
  draft.close()
  const before = readFileSync(layout.journal(state), 'utf8')
  for (let n = 0; n < 100; n++) put(draft, `late${n}`, 'x')
  draft.close()
  assert.equal(readFileSync(layout.journal(state), 'utf8'), before)
})
