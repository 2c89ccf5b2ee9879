import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Names that Astro prescribes, and the entry of a program. */
const PRESCRIBED = new Set(['getStaticPaths', 'GET', 'main'])

const DECLARATION =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** The names that a source declares and exports; re-exports belong to the other file. */
function namesOf(source: string): string[] {
  return [...new Set([...source.matchAll(DECLARATION)].map(([, name = '']) => name))]
}

test('an exported name has one meaning in the whole code base', () => {
  const exported = globSync('{src,scripts}/**/*.{ts,mjs,js,astro}', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.d.ts') && !file.startsWith('src/lib/site/view/words/'))
    .sort()
    .flatMap((file) => namesOf(readFileSync(`${ROOT}${file}`, 'utf8')).map((name) => ({ file, name })))
  assert.ok(exported.length > 1000, `only ${exported.length} exported names were found`)
  const shared = [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([name, all]) => all.length > 1 && !PRESCRIBED.has(name))
    .map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`)
  assert.deepEqual(shared, [])
})

test('an exported name is used by another file', () => {
  const files = globSync(['*.mjs', '{src,scripts,tests}/**/*.{ts,mjs,js,astro}'], {
    cwd: ROOT,
    exclude: ['tests/fixtures/**'],
  })
  const words = new Map(
    files.map((file) => [file, new Set(readFileSync(`${ROOT}${file}`, 'utf8').match(/\w+/g))]),
  )
  const unused = files
    .filter((file) => !file.startsWith('tests/') && /(?<!\.d)\.(?:ts|mjs|js)$/.test(file))
    .flatMap((file) =>
      namesOf(readFileSync(`${ROOT}${file}`, 'utf8'))
        .filter((name) => !PRESCRIBED.has(name))
        .filter((name) => ![...words].some(([other, used]) => other !== file && used.has(name)))
        .map((name) => `${file}: ${name}`),
    )
  assert.deepEqual(unused, [])
})

test('all kinds of exports are found', () => {
  const names = namesOf(
    [
      'export const a = 1',
      'export let b = 2',
      'export function c(): void {}',
      'export async function d() {}',
      'export function* e() {}',
      'export async function* f() {}',
      'export class G {}',
      'export abstract class H {}',
      'export interface I {}',
      'export type J = 1',
      "export { k } from './k.ts'",
      'const l = 1',
    ].join('\n'),
  )
  assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e', 'f', 'G', 'H', 'I', 'J'])
})
