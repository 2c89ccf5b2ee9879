import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import {
  carryFile,
  copyAsNew,
  eachChecksum,
  fileSource,
  findDigest,
  foldsNames,
  openFileSinks,
  parseChecksums,
  removeFolder,
  renderChecksums,
  writeUnflushed,
  writeWhole,
} from '../../src/lib/snapshot/index.ts'
import fc from '../support/fast-check.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { START } from './records.ts'

describe('the disk', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

  test('a body is complete on disk with its hash, for any size and chunks', (t) => {
    const folder = temporaryFolder(t)
    const openSink = openFileSinks(join(folder, 'incoming'))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 6 }), (sizes) => {
        const parts = sizes.map((size, n) => Buffer.alloc(size, 97 + n))
        const path = join(folder, 'out', 'file')
        const sink = openSink(path)
        for (const part of parts) sink.write(part)
        const whole = Buffer.concat(parts)
        assert.deepEqual(sink.digest(), { sha256: sha256(whole), bytes: whole.length })
        sink.keep(START)
        assert.ok(readFileSync(path).equals(whole))
        assert.deepEqual(findDigest(path), { sha256: sha256(whole), bytes: whole.length })
        assert.equal(statSync(path).mtime.toISOString(), START.toISOString())
      }),
      { numRuns: 40, examples: [[[]], [[0]], [[262_144]], [[262_144, 1]], [[199_999, 199_999]]] },
    )
    assert.deepEqual(readdirSync(join(folder, 'incoming')), [])
  })

  test('nothing is at the path before it is kept, and nothing is left after it is dropped', (t) => {
    const folder = temporaryFolder(t)
    const openSink = openFileSinks(join(folder, 'incoming'))
    for (const size of [10, 300_000]) {
      const sink = openSink(join(folder, 'file'))
      sink.write(Buffer.alloc(size))
      assert.ok(!existsSync(join(folder, 'file')))
      sink.drop()
      sink.drop()
    }
    assert.deepEqual(readdirSync(folder), ['incoming'])
    assert.deepEqual(readdirSync(join(folder, 'incoming')), [])
  })

  test('dropping a file that was kept affects neither it nor another open one', (t) => {
    const folder = temporaryFolder(t)
    const openSink = openFileSinks(join(folder, 'incoming'))
    const sink = openSink(join(folder, 'a'))
    sink.write(Buffer.alloc(300_000, 'a'))
    sink.keep(START)
    const other = openSink(join(folder, 'b'))
    other.write(Buffer.alloc(300_000, 'b'))
    sink.drop()
    other.write(Buffer.from('end'))
    other.keep(START)
    assert.equal(statSync(join(folder, 'a')).size, 300_000)
    assert.equal(statSync(join(folder, 'b')).size, 300_003)
  })

  test('checksums are the same in one text and in pieces of any size', () => {
    const paths = ['index.html', 'api/v1/get_dataset/школы/index.json', 'a\\b', 'two\nlines\r', ' x  y ']
    const sums = new Map(paths.map((path) => [path, sha256(Buffer.from(path))]))
    const text = [...renderChecksums(sums)].join('')
    assert.deepEqual(parseChecksums(text), sums)
    for (let size = 1; size <= text.length; size++) {
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
      assert.deepEqual(new Map(eachChecksum(pieces)), sums)
    }
  })

  test('a file is replaced atomically, whether it is flushed or not', (t) => {
    for (const write of [writeWhole, writeUnflushed]) {
      const path = join(temporaryFolder(t), 'deep', 'file')
      write(path, 'one')
      const failing = function* () {
        yield 'half of '
        throw new Error('no more')
      }
      assert.throws(() => write(path, failing()), /no more/)
      assert.equal(readFileSync(path, 'utf8'), 'one')
      write(path, ['т', 'wo'])
      assert.equal(readFileSync(path, 'utf8'), 'тwo')
    }
  })

  test('a carried file is a hard link, and replaces an existing one', (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'a'), 'new')
    writeFileSync(join(folder, 'b'), 'old')
    carryFile(join(folder, 'a'), join(folder, 'b'))
    carryFile(join(folder, 'a'), join(folder, 'deep', 'c'))
    assert.equal(readFileSync(join(folder, 'b'), 'utf8'), 'new')
    assert.equal(statSync(join(folder, 'a')).nlink, 3)
    assert.throws(() => carryFile(join(folder, 'none'), join(folder, 'd')), { code: 'ENOENT' })
  })

  test('a file that is carried to another disk is a copy with its time', (t) => {
    const folder = temporaryFolder(t)
    const isOther = (place: string) => existsSync(place) && statSync(place).dev !== statSync(folder).dev
    const shared = ['/dev/shm', tmpdir()].find(isOther)
    if (shared === undefined) return t.skip('there is only one disk')
    const other = mkdtempSync(join(shared, 'mirror-test-'))
    t.after(() => rmSync(other, { recursive: true }))
    writeFileSync(join(folder, 'a'), 'text')
    utimesSync(join(folder, 'a'), 1, new Date('2020-01-01T00:00:00.500Z'))
    carryFile(join(folder, 'a'), join(other, 'deep/b'))
    assert.equal(readFileSync(join(other, 'deep/b'), 'utf8'), 'text')
    assert.equal(statSync(join(other, 'deep/b')).mtimeMs, statSync(join(folder, 'a')).mtimeMs)
  })

  test('a copy gets the permissions of a new file, not those of the file it is made from', (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'new'), '')
    writeFileSync(join(folder, 'a'), 'text', { mode: 0o600 })
    copyAsNew(join(folder, 'a'), join(folder, 'b'))
    assert.equal(readFileSync(join(folder, 'b'), 'utf8'), 'text')
    assert.equal(statSync(join(folder, 'b')).mode, statSync(join(folder, 'new')).mode)
    assert.throws(() => copyAsNew(join(folder, 'none'), join(folder, 'c')), { code: 'ENOENT' })
    assert.ok(!existsSync(join(folder, 'c')))
  })

  test('detects whether the disk ignores case or Unicode form in names, and leaves no file', (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'Case'), '')
    assert.equal(foldsNames(folder), existsSync(join(folder, 'cASE')))
    assert.deepEqual(readdirSync(folder), ['Case'])
  })

  test('a file can be read several times, and reading can stop early', (t) => {
    const path = join(temporaryFolder(t), 'file')
    writeFileSync(path, Buffer.alloc(600_000, 'x'))
    const source = fileSource(path)
    for (const _ of source()) break
    let bytes = 0
    for (const part of source()) bytes += part.length
    assert.equal(bytes, 600_000)
  })
})

describe('whole files', () => {
  const TIMES = 100
  const SCRIPT = `
const { workerData } = require('node:worker_threads')
import(workerData.module).then(({ writeWhole }) => {
  const { shared, path, content, times } = workerData
  for (let round = 1; round <= times; round++) {
    // Both are here before either goes on.
    Atomics.add(shared, 0, 1)
    while (Atomics.load(shared, 0) < round * 2);
    writeWhole(path, content)
  }
})`

  test('two threads can write the same file at the same time without leftover files', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'reading.json')
    const content = 'x'.repeat(100_000)
    const module = new URL('../../src/lib/snapshot/disk.ts', import.meta.url).href
    const shared = new Int32Array(new SharedArrayBuffer(4))
    const workers = [1, 2].map(
      () => new Worker(SCRIPT, { eval: true, workerData: { module, shared, path, content, times: TIMES } }),
    )
    t.after(() => Promise.all(workers.map((worker) => worker.terminate())))
    await Promise.all(workers.map((worker) => once(worker, 'exit')))
    assert.equal(readFileSync(path, 'utf8'), content)
    assert.deepEqual(readdirSync(folder), ['reading.json'])
  })

  test('a text is written exactly, however long its pieces are and wherever its characters begin', (t) => {
    const path = join(temporaryFolder(t), 'text')
    for (const before of ['', 'a', 'я', '€']) {
      const pieces = [before, `${'😀'.repeat(50_000)}${before}`, '', '\ud83d', '\ude00']
      writeWhole(path, pieces)
      const expected = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
      assert.ok(readFileSync(path).equals(expected), `after "${before}"`)
    }
  })
})

describe('removing folders', () => {
  const MODULE = new URL('../../src/lib/snapshot/remove-folder.ts', import.meta.url).href
  const [FEW, MANY] = [10, 20_000]

  test('a folder is removed with all that is in it', async (t) => {
    const folder = join(temporaryFolder(t), 'old')
    for (let code = 0; code < 100; code++) {
      mkdirSync(join(folder, `a/${code}/empty`), { recursive: true })
      writeFileSync(join(folder, `a/${code}/index.json`), '[]')
    }
    await removeFolder(folder)
    assert.equal(existsSync(folder), false)
    await removeFolder(folder)
  })

  test('what links in a removed folder lead to stays', async (t) => {
    const room = temporaryFolder(t)
    const [folder, other] = [join(room, 'old'), join(room, 'other')]
    mkdirSync(join(folder, 'a'), { recursive: true })
    mkdirSync(other)
    writeFileSync(join(other, 'file'), 'of somebody else')
    symlinkSync(other, join(folder, 'a', 'link'))
    symlinkSync(join(other, 'file'), join(folder, 'file'))
    symlinkSync(other, join(room, 'top'))
    await removeFolder(folder)
    await removeFolder(join(room, 'top'))
    assert.deepEqual(readdirSync(room), ['other'])
    assert.equal(readFileSync(join(other, 'file'), 'utf8'), 'of somebody else')
  })

  test('removing a folder of many takes hardly more memory than one of few', (t) => {
    const peakOf = (count: number) => {
      const folder = join(temporaryFolder(t), 'old')
      for (let code = 0; code < count; code++) mkdirSync(join(folder, String(code)), { recursive: true })
      const script = `
    import { removeFolder } from ${JSON.stringify(MODULE)}
    await removeFolder(${JSON.stringify(folder)})
    console.log(process.resourceUsage().maxRSS * 1000)`
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        encoding: 'utf8',
      })
      assert.equal(existsSync(folder), false, stderr)
      return Number(stdout)
    }
    const [few, many] = [peakOf(FEW), peakOf(MANY)]
    assert.ok(many - few < 40e6, `${few} and ${many} bytes at their peaks`)
  })
})
