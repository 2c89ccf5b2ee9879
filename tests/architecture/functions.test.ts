import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LONGEST = 60

/** The functions of a source with their lines, from the first to the last. */
function functionsIn(file: string, source: string): { name: string; lines: number }[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true)
  const lineAt = (position: number) => parsed.getLineAndCharacterOfPosition(position).line
  const found: { name: string; lines: number }[] = []
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      found.push({ name: nameOf(node), lines: lineAt(node.end) - lineAt(node.getStart()) + 1 })
    ts.forEachChild(node, look)
  }
  look(parsed)
  return found
}

/** The name of a function, or of the nearest one around it that has a name. */
function nameOf(node: ts.Node): string {
  if (ts.isSourceFile(node)) return 'a function without a name'
  const isNamed = ts.isFunctionLike(node) || ts.isVariableDeclaration(node)
  return (isNamed && node.name?.getText()) || nameOf(node.parent)
}

test(`no function has more than ${LONGEST} lines`, () => {
  const files = globSync('{src,scripts,public}/**/*.{ts,mjs,js}', { cwd: ROOT }).sort()
  const all = files.flatMap((file) =>
    functionsIn(file, readFileSync(`${ROOT}${file}`, 'utf8')).map((one) => ({ file, ...one })),
  )
  assert.ok(all.length > 2000, `only ${all.length} functions were found`)
  assert.deepEqual(
    all.filter(({ lines }) => lines > LONGEST),
    [],
  )
})

test('a function is counted however it is written', () => {
  const body = `{\n${'  a()\n'.repeat(LONGEST)}}`
  for (const start of [
    'function a() ',
    'async function a() ',
    'const a = () => ',
    'const a = function () ',
    'class A { a() ',
    'b(() => ',
    'const a = { a() ',
    'export default function () ',
  ]) {
    const [first] = functionsIn('a.ts', start + body)
    assert.equal(first?.lines, LONGEST + 2, start)
  }
})
