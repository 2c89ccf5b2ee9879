import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import {
  type Chain,
  extendChain,
  findBreak,
  type Manifest,
  parseChain,
} from '../../src/lib/snapshot/index.ts'

type Link = Chain[number]

/** The manifest of a generation with so much data. */
function manifestOf(day: number, data = `${day}`): Manifest {
  const at = new Date(Date.UTC(2026, 0, day))
  const generation = at.toISOString().replace(/[-:]/g, '').replace('.', '')
  const sha256 = data.padStart(64, '0')
  return {
    generation,
    completedAt: at.toISOString(),
    records: [{ path: 'api/v1/list/index.json', sha256 }],
  } as unknown as Manifest
}

/** The chain of generations with these data. */
function chainOf(...data: string[]): string {
  return data.reduce(
    (text, one, at) => extendChain(text === '' ? undefined : parseChain(text), manifestOf(at + 1, one)),
    '',
  )
}

describe('the chain of generations', () => {
  const text = chainOf('1', '2', '2', '3', '1', '5')
  const lines = text.split(/(?<=\n)/)

  it('has a line for each generation whose data differ from those before', () => {
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ n, at }) => [n, at.slice(0, 10)]),
      [
        [1, '2026-01-01'],
        [2, '2026-01-02'],
        [3, '2026-01-04'],
        [4, '2026-01-05'],
        [5, '2026-01-06'],
      ],
    )
  })

  it('is not valid if any of its bytes but those of the last line was changed, or a line was moved or removed', () => {
    const last = text.length - (lines.at(-1)?.length ?? 0)
    for (let at = 0; at < last; at++) {
      const other = text[at] === '1' ? '2' : '1'
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      if (changed !== text) assert.throws(() => parseChain(changed), `byte ${at}`)
    }
    for (const at of lines.keys()) {
      const without = lines.toSpliced(at, 1)
      if (at !== 0 && at !== lines.length - 1) assert.throws(() => parseChain(without.join('')))
      if (at > 0) assert.throws(() => parseChain(without.toSpliced(at - 1, 0, lines[at] as string).join('')))
    }
    for (const cut of ['', text.slice(0, -1), text.slice(1), `${text}\n`])
      assert.throws(() => parseChain(cut))
  })

  it('is compared with what was known of it', () => {
    const compare = (known: string, now: string) => findBreak(parseChain(known), parseChain(now))
    const upTo = (count: number) => lines.slice(0, count).join('')
    for (const count of [1, 3, 5]) assert.equal(compare(upTo(count), text), undefined)
    assert.match(compare(text, upTo(3)) ?? '', /^ends with line 3, but line 5 was known/)
    assert.match(compare(chainOf('1', '7'), text) ?? '', /^has another line 2 than was known/)
    assert.match(compare(text, chainOf('1', '7', '8', '9', '10', '11')) ?? '', /^has another line 2/)
    assert.match(compare(text, chainOf('6')) ?? '', /^has another line 1/)
    const later = lines.slice(3).join('')
    assert.deepEqual([compare(upTo(5), later), compare(upTo(3), later)], [undefined, undefined])
    assert.match(compare(upTo(2), later) ?? '', /^begins with line 4, so it cannot be compared with line 2/)
  })
})

test('a chain of many years has at most ten thousand lines, and still continues what was known', () => {
  const known: Link[] = []
  for (let day = 1; day < 10_050; day++)
    known.push(parseChain(extendChain(known.slice(-1), manifestOf(day))).at(-1) as Link)
  const text = extendChain(known, manifestOf(10_050))
  const now = parseChain(text)
  assert.deepEqual([now.length, now[0]?.n, now.at(-1)?.n], [10_000, 51, 10_050])
  assert.equal(findBreak(known.slice(0, 60), now), undefined)
  assert.ok(text.length < 2 ** 22)
})
