import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../../../src/lib/site/index.ts'

/** A bag that was read. */
interface Bag {
  /** Labels and values of `bag-info.txt`, in order. */
  readonly info: readonly (readonly [label: string, value: string])[]
  /** The payload files, with their names on disk. */
  readonly payload: readonly string[]
}

/** Reads a bag as RFC 8493 describes it, apart from the code that writes bags. Throws unless it is complete and valid (3). */
export function readBag(folder: string): Bag {
  const text = (path: string) =>
    new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(folder, path)))
  // 2.1.1: exactly two lines.
  if (text('bagit.txt') !== 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
    throw new Error('bagit.txt is not that of a bag of version 1.0')
  const all = listFiles(folder)
  const payload = all.filter((path) => path.startsWith('data/'))
  const listed = readSums(text('manifest-sha256.txt'))
  const tags = readSums(text('tagmanifest-sha256.txt'))
  // 2.1.3 and 3: every payload file is listed exactly once, and every listed file is there. A tag manifest does not list itself.
  expectSame([...listed.keys()], payload, 'manifest-sha256.txt')
  expectSame(
    [...tags.keys(), 'tagmanifest-sha256.txt'],
    all.filter((path) => !path.startsWith('data/')),
    'tagmanifest-sha256.txt',
  )
  for (const [path, sum] of [...listed, ...tags])
    if (hash('sha256', readFileSync(join(folder, path))) !== sum) throw new Error(`${path} was altered`)
  const info = readInfo(text('bag-info.txt'))
  const bytes = payload.reduce((sum, path) => sum + readFileSync(join(folder, path)).length, 0)
  const oxum = info.find(([label]) => label === 'Payload-Oxum')?.[1]
  if (oxum !== `${bytes}.${payload.length}`) throw new Error(`Payload-Oxum is ${oxum}`)
  return { info, payload }
}

// 2.1.3: a checksum, blanks, a path below the bag in which CR, LF and percent signs are encoded.
function readSums(text: string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split(/\r\n|\r|\n/).slice(0, -1)) {
    const [, sum = '', name = ''] = /^([0-9a-f]{64})[ \t]+\*?(.+)$/.exec(line) ?? []
    const path = name.replace(/%(0D|0A|25)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    if (path === '' || sums.has(path) || /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path))
      throw new Error(`unusable line: ${line}`)
    sums.set(path, sum)
  }
  return sums
}

// 2.2.2: label, colon, one blank, value; an indented line continues the one before.
function readInfo(text: string): [string, string][] {
  return text
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, label = '', value = ''] = /^([^\s:][^:]*): (.*)$/.exec(line) ?? []
      if (label === '') throw new Error(`unusable element: ${line}`)
      return [label, value]
    })
}

function expectSame(listed: readonly string[], there: readonly string[], list: string): void {
  const missing = listed.filter((path) => !there.includes(path))
  const unlisted = there.filter((path) => !listed.includes(path))
  if (missing.length + unlisted.length > 0)
    throw new Error(`${list}: missing ${missing}, not listed ${unlisted}`)
}
