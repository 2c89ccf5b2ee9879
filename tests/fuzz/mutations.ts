import { readdirSync, readFileSync } from 'node:fs'
import { FORMATS, type Format } from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'

const CASES = new URL('../fixtures/reading/', import.meta.url)

/** A whole document of the fixtures, or one made for its awkwardness. */
interface Seed {
  readonly name: string
  readonly format: Format
  readonly bytes: Buffer
}

function fixtures(): Seed[] {
  return readdirSync(CASES).map((name) => {
    const file = readdirSync(new URL(`${name}/`, CASES)).find((entry) => entry.startsWith('input.')) ?? ''
    const format = FORMATS.find((candidate) => file.endsWith(candidate)) ?? 'html'
    return { name, format, bytes: readFileSync(new URL(`${name}/${file}`, CASES)) }
  })
}

const AWKWARD: readonly (readonly [format: Format, text: string])[] = [
  ['json', '{"\\u0000[]":{"\\u0000*":[1]},"__proto__":{"constructor":[{}]},"":[[],[[]]]}'],
  ['json', '[{"a":1,"a":[2],"a":{"a":3}},{"toString":null},-0.0e-0,"\\ud800"]'],
  ['json', '{"fields":["a","b"],"rows":[["a","b"],[1,2],[3]],"next":"/x","total":9}'],
  [
    'xml',
    '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY % p "q">]><a b="&x;">&x;<![CDATA[<]]>&#x1F600;<!-- - --><?p i?></a>',
  ],
  [
    'xml',
    '<data><record><field name="a" type="array"><item type="object"><field name="">1</field></item></field></record></data>',
  ],
  ['xml', '<a xmlns:b="urn:b" b:c="1"><b:c xmlns="urn:d"/><b:c b:nil="true"/><c>t<d/>u</c></a>'],
  [
    'html',
    '<table><tr><th colspan=1000>a<th>a<tr><td><table><tr><td>1</table><td><a href=x>y</table><ul><li><a href=1>1<li><a href=2>2',
  ],
  [
    'html',
    '<svg><table><tr><td>1</svg><template><td></template><select><option>x<p></table></form><body><frameset>',
  ],
]

export const SEEDS: readonly Seed[] = [
  ...fixtures(),
  ...AWKWARD.map(([format, text], at) => ({ name: `awkward ${at}`, format, bytes: Buffer.from(text) })),
]

const STRUCTURE = [
  ...'[]{}":,\\<>/&;=\'!?-%#',
  '\0',
  '\x1b',
  '\ufeff',
  '\ud7ff',
  '0',
  '1e9',
  '-',
  'null',
  '[[',
  ']]',
  '{"a":',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<!DOCTYPE',
  '&#0;',
  '&x;',
  '</',
  '/>',
  '<?xml',
  'xmlns=""',
  'type="array"',
  '<table>',
  '</td>',
  '<li>',
  '\\u0000',
  '\\ud800',
].map((text) => Buffer.from(text))

type Mutation = (bytes: Buffer) => Buffer

const at = (place: number, bytes: Buffer) => place % (bytes.length + 1)
const splice = (bytes: Buffer, from: number, to: number, ...parts: Uint8Array[]) =>
  Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(to)])

const place = fc.nat(1 << 20)
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(7)).map(
    ([p, bit]): Mutation =>
      (bytes) => {
        const copy = Buffer.from(bytes)
        const index = at(p, bytes) % Math.max(1, bytes.length)
        if (copy.length > 0) copy[index] = (copy[index] ?? 0) ^ (1 << bit)
        return copy
      },
  ),
  place.map(
    (p): Mutation =>
      (bytes) =>
        bytes.subarray(0, at(p, bytes)),
  ),
  place.map(
    (p): Mutation =>
      (bytes) =>
        bytes.subarray(at(p, bytes)),
  ),
  fc.tuple(place, fc.nat(64)).map(
    ([p, n]): Mutation =>
      (bytes) =>
        splice(bytes, at(p, bytes), at(p, bytes) + n),
  ),
  fc.tuple(place, fc.nat(64), fc.integer({ min: 1, max: 40 })).map(
    ([p, n, times]): Mutation =>
      (bytes) => {
        const from = at(p, bytes)
        const part = bytes.subarray(from, from + n)
        return splice(bytes, from, from, ...Array.from({ length: times }, () => part))
      },
  ),
  fc.tuple(place, place, fc.nat(64)).map(
    ([from, to, n]): Mutation =>
      (bytes) => {
        const part = bytes.subarray(at(from, bytes), at(from, bytes) + n)
        return splice(bytes, at(to, bytes), at(to, bytes), part)
      },
  ),
  fc.tuple(place, fc.constantFrom(...STRUCTURE), fc.integer({ min: 1, max: 30 })).map(
    ([p, part, times]): Mutation =>
      (bytes) =>
        splice(bytes, at(p, bytes), at(p, bytes), ...Array.from({ length: times }, () => part)),
  ),
  fc.tuple(place, fc.uint8Array({ maxLength: 8 })).map(
    ([p, part]): Mutation =>
      (bytes) =>
        splice(bytes, at(p, bytes), at(p, bytes), part),
  ),
)

/** A document damaged in a few places, at most {@link MOST_BYTES} long. */
interface Damaged {
  readonly format: Format
  readonly bytes: Buffer
}

export const MOST_BYTES = 200_000

export const damaged: fc.Arbitrary<Damaged> = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(mutation, { minLength: 1, maxLength: 6 }), fc.nat(20))
  .map(([{ format, bytes }, mutations, other]) => {
    const mutated = mutations.reduce((before, mutate) => mutate(before).subarray(0, MOST_BYTES), bytes)
    // Sometimes read as another format.
    return {
      format: other === 0 ? (FORMATS[mutated.length % FORMATS.length] as Format) : format,
      bytes: mutated,
    }
  })
