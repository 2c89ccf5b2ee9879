import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { directoryHeader, endRecords, openZip } from '../../../src/lib/site/pack/zip.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const TIME = new Date('2026-11-20T04:07:31.000Z')
const entry = { name: 'a', time: TIME, crc32: 1, packed: 2, bytes: 3, offset: 0 }

/** What another program reads of an archive. */
function listWithPython(file: string): string[][] {
  const script = [
    'import json, sys, zipfile',
    'archive = zipfile.ZipFile(sys.argv[1])',
    'assert archive.testzip() is None',
    'print(json.dumps([[i.filename, str(i.date_time), oct(i.external_attr >> 16), str(i.flag_bits)] for i in archive.infolist()]))',
  ].join('\n')
  return JSON.parse(
    execFileSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  )
}

test('other programs read the names, times, modes and bytes of an archive', (context) => {
  const file = join(temporaryFolder(context), 'a.zip')
  const zip = openZip(file)
  const text = Buffer.from('данные '.repeat(50_000))
  const halves = [text.subarray(0, 100_001), text.subarray(100_001)]
  zip.add({ name: 'Код набора/index.json', time: TIME, bytes: text.length }, halves)
  zip.add({ name: 'small', time: TIME, bytes: 8 }, [Buffer.from('any '), Buffer.from('size')])
  zip.add({ name: 'empty', time: new Date(0), bytes: 0 }, [])
  zip.finish()
  assert.deepEqual(listWithPython(file), [
    ['Код набора/index.json', '(2026, 11, 20, 4, 7, 30)', '0o100644', '2048'],
    ['small', '(2026, 11, 20, 4, 7, 30)', '0o100644', '2048'],
    ['empty', '(1980, 1, 1, 0, 0, 0)', '0o100644', '2048'],
  ])
  const read = unzipSync(readFileSync(file))
  assert.ok(text.equals(read['Код набора/index.json'] as Uint8Array))
  assert.equal(strFromU8(read.small as Uint8Array), 'any size')
  execFileSync('unzip', ['-tqq', file])
})

test('an archive may have more files than the original format allows', (context) => {
  const [one, many] = ['one.zip', 'many.zip'].map((name) => join(temporaryFolder(context), name))
  const zip = openZip(one as string)
  zip.add({ name: 'one', time: TIME, bytes: 0 }, [])
  zip.finish()
  const archive = readFileSync(one as string)
  // Copies of one file: writing as many would take longer than everything else here.
  const count = 65_600
  const end = archive.length - endRecords(1, { offset: 0, bytes: 0 }).length
  const size = archive.readUInt32LE(end + 16)
  const headers = Array.from({ length: count }, (_, at) => {
    const header = Buffer.from(archive.subarray(size, end))
    header.writeUInt32LE(at * size, 42)
    return header
  })
  const directory = Buffer.concat(headers)
  const records = endRecords(count, { offset: count * size, bytes: directory.length })
  const files = Array.from({ length: count }, () => archive.subarray(0, size))
  writeFileSync(many as string, Buffer.concat([...files, directory, records]))
  assert.equal(listWithPython(many as string).length, count)
})

test('offsets beyond 4 GiB are in zip64 records', () => {
  const far = 0x1_2345_6789
  const near = directoryHeader(entry)
  const header = directoryHeader({ ...entry, offset: far })
  assert.equal(header.readUInt32LE(42), 0xffff_ffff)
  assert.equal(header.readBigUInt64LE(header.length - 8), BigInt(far))
  assert.equal(header.length, near.length + 12)
  assert.equal(endRecords(1, { offset: 100, bytes: 50 }).length, 22)
  const end = endRecords(1, { offset: far, bytes: 50 })
  assert.equal(end.length, 56 + 20 + 22)
  assert.equal(end.readBigUInt64LE(48), BigInt(far))
  assert.equal(end.readBigUInt64LE(56 + 8), BigInt(far + 50))
})
