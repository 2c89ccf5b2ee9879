import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import type { Ask } from '../cases/case.ts'
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
): Ask {
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

function load(code: string): (event: object) => unknown {
  const context = createContext({})
  runInContext(code, context)
  return (event) => {
    const sent = JSON.stringify(event)
    return JSON.parse(runInContext(`JSON.stringify(handler(${sent}))`, context))
  }
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
