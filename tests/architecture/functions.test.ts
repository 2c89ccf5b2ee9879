import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

describe('functions', () => {
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
})

describe('full stops', () => {
  const ROOT = fileURLToPath(new URL('../../', import.meta.url))

  /** The errors that commands print, with the arguments that end their messages. */
  const FAULTS: Readonly<Record<string, number>> = {
    UsageError: 0,
    ConfigError: 0,
    UnusableFolder: 0,
    RestoreFailed: 0,
    SiteUnreachable: 0,
    Unpackable: 0,
    PackageError: 2,
  }
  /** A command to copy, which a full stop would change. */
  const COMMAND = /: npm run mirror(?: -- .*)?$/

  /** How the texts that an expression may give end; `${}` stands for what is inserted. */
  function textsOf(node: ts.Expression | undefined): string[] {
    if (node === undefined) return []
    if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
    if (ts.isBinaryExpression(node)) return textsOf(node.right)
    if (ts.isStringLiteralLike(node)) return [node.text]
    if (!ts.isTemplateExpression(node)) return []
    return [node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('')]
  }

  function faultsIn(file: string): { file: string; text: string }[] {
    const parsed = ts.createSourceFile(
      file,
      readFileSync(`${ROOT}${file}`, 'utf8'),
      ts.ScriptTarget.ESNext,
      true,
    )
    const found: { file: string; text: string }[] = []
    const look = (node: ts.Node): void => {
      const at = ts.isNewExpression(node) ? FAULTS[node.expression.getText()] : undefined
      if (at !== undefined)
        found.push(...textsOf((node as ts.NewExpression).arguments?.[at]).map((text) => ({ file, text })))
      ts.forEachChild(node, look)
    }
    look(parsed)
    return found
  }

  test('every message of a fault ends with a full stop, a command to copy, the value that was seen, or another message', () => {
    const faults = globSync('{src/lib,scripts}/**/*.ts', { cwd: ROOT }).sort().flatMap(faultsIn)
    assert.ok(faults.length > 60, `only ${faults.length} messages were found`)
    const isWhole = (text: string) =>
      /[.!?]$/.test(text) || COMMAND.test(text) || /(?:^|: |\n|, saw )\$\{\}$/.test(text)
    assert.deepEqual(
      faults.filter(({ text }) => !isWhole(text)),
      [],
    )
  })
})
