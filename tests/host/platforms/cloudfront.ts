import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import ts from 'typescript'
import type { FetchRequest } from '../cases/case.ts'
import { answerOf, findFile } from './deployed.ts'

type Values = Record<string, { value: string; multiValue?: { value: string }[] }>
interface Answered {
  readonly statusCode: number
  readonly headers: Values
}
interface Passed {
  readonly uri: string
  readonly querystring: Values
}

/**
 * The functions in a context of their own, given events as CloudFront gives them; a bucket that takes `+` in a path for a
 * blank, and the page for errors that the template names. `types` are those the files were uploaded with.
 */
export function imitateCloudfront(
  site: string,
  deploy: string,
  types: (path: string) => Record<string, string>,
): FetchRequest {
  const template = JSON.parse(readFileSync(join(deploy, 'template.json'), 'utf8')).Resources
  const [onRequest, onResponse] = ['RequestFunction', 'ResponseFunction'].map((name) =>
    load(template[name].Properties.FunctionCode),
  )
  const { CustomErrorResponses } = template.Distribution.Properties.DistributionConfig
  const page = CustomErrorResponses.find((one: { ErrorCode: number }) => one.ErrorCode === 404)
  return async (target, { method = 'GET' } = {}) => {
    const [uri = '', query = ''] = `/${target}`.split(/\?(.*)/s)
    const event = {
      version: '1.0',
      request: { method, uri, querystring: parseQuery(query), headers: {}, cookies: {} },
    }
    const result = onRequest?.(event) as Answered | Passed
    if ('statusCode' in result) return answerOf(result.statusCode, plain(result.headers))
    const key = decodeKey(result.uri)
    const found = key === undefined ? undefined : findFile(site, key)
    const body = method === 'HEAD' ? undefined : found
    if (found === undefined || key === undefined)
      return answerOf(
        page.ResponseCode,
        { ...FIXED, ...types(page.ResponsePagePath.slice(1)) },
        findFile(site, page.ResponsePagePath),
      )
    const response = { statusCode: 200, headers: valued({ ...types(key), etag: '"x"' }), cookies: {} }
    const sent = onResponse?.({ ...event, request: result, response }) as Answered
    return answerOf(200, { ...FIXED, ...plain(sent.headers) }, body)
  }
}

// What the policy of the template adds for a client that tells its origin.
const FIXED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-range, etag, accept-ranges, link',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Runs the upload script with an `aws` that does what it says in memory: the headers of every object, by its key. */
export function recordUpload(
  folder: string,
  script: string,
  aws: string,
): Map<string, Record<string, string>> {
  const { status, stderr } = spawnSync('sh', [script, 'bucket'], {
    cwd: folder,
    env: { ...process.env, PATH: `${aws}:${process.env.PATH}` },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return new Map(Object.entries(JSON.parse(readFileSync(join(aws, 'objects.json'), 'utf8'))))
}

/** The globals that cloudfront-js-2.0 documents and a context has: no others can be used there, nor code made from text. */
const GLOBALS = new Set(
  'Object String Number Boolean Array RegExp Function Date Math JSON Promise Symbol Error EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat parseInt undefined NaN Infinity globalThis'.split(
    ' ',
  ),
)

/** Methods newer than those it documents, as code for the context. */
const WITHOUT_NEW_METHODS = `
for (const [holder, names] of [
  [Object, 'fromEntries groupBy hasOwn'],
  [Array, 'from fromAsync'],
  [Array.prototype, 'at flat flatMap findLast findLastIndex toReversed toSorted toSpliced with entries keys values'],
  [String.prototype, 'at matchAll normalize isWellFormed toWellFormed localeCompare'],
])
  for (const name of names.split(' ')) delete holder[name]
`

function load(code: string): (event: object) => unknown {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
  const globals: string[] = runInContext('Object.getOwnPropertyNames(globalThis)', context)
  for (const name of globals)
    if (!GLOBALS.has(name)) runInContext(`delete globalThis[${JSON.stringify(name)}]`, context)
  runInContext(WITHOUT_NEW_METHODS, context)
  runInContext(`'use strict'\n${code}`, context)
  return (event) => {
    const sent = JSON.stringify(event)
    return JSON.parse(runInContext(`JSON.stringify(handler(${sent}))`, context))
  }
}

/**
 * The parts of a program that cloudfront-js-2.0 does not document: it is ECMAScript 5.1 with `const`, `let`, arrow functions, templates and
 * rest parameters (docs.aws.amazon.com, "JavaScript runtime 2.0 features for CloudFront Functions").
 */
export function undocumentedIn(code: string): string[] {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (isUndocumented(node)) found.push(node.getText())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('function.js', code, ts.ScriptTarget.ESNext, true))
  return found
}

const UNDOCUMENTED = new Set([
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ObjectBindingPattern,
  ts.SyntaxKind.ArrayBindingPattern,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.ComputedPropertyName,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ImportKeyword,
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.YieldExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.BigIntLiteral,
])

function isUndocumented(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Function'
  if (ts.isFunctionLike(node) && 'asteriskToken' in node && node.asteriskToken) return true
  // Async arrow functions are closures, which are not supported.
  if (ts.isArrowFunction(node)) return node.modifiers !== undefined
  if (ts.isParameter(node)) return node.initializer !== undefined
  if (ts.isCatchClause(node)) return node.variableDeclaration === undefined
  return UNDOCUMENTED.has(node.kind)
}

// Names and values as they were sent; repeats under `multiValue`, and `value` is the last of them, the least helpful.
function parseQuery(query: string): Values {
  const values: Values = {}
  for (const pair of query.split('&').filter((one) => one !== '')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const multiValue = [...(values[name]?.multiValue ?? (values[name] ? [values[name]] : [])), { value }]
    values[name] = multiValue.length > 1 ? { value, multiValue } : { value }
  }
  return values
}

function decodeKey(uri: string): string | undefined {
  try {
    const key = decodeURIComponent(uri.slice(1).replaceAll('+', ' '))
    return /(^|\/)(\.\.?)?\/|\0/.test(key) ? undefined : key
  } catch {
    return undefined
  }
}

function valued(headers: Record<string, string>): Values {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]))
}

function plain(headers: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]))
}
