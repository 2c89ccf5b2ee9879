import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

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
