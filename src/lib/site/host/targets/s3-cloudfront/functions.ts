import { fileURLToPath } from 'node:url'
import { readTextFile } from '../../../../snapshot/index.ts'
import {
  DATASETS_FOLDER,
  EVERYWHERE,
  headersOf,
  LIST_FOLDERS,
  METHODS,
  PAGE,
  PAGE_FOLDERS_PATTERN,
  PREFLIGHT,
  QUERY_FOLDER,
  TYPES,
} from '../../rules.ts'
import { handleRequest, type RequestRules } from './request.mjs'
import { handleResponse, type ResponseRules } from './response.mjs'

/** The function that CloudFront runs for every request. */
export function renderRequestFunction(base: string): string {
  const rules: RequestRules = {
    base,
    queryFolder: QUERY_FOLDER,
    datasetsFolder: DATASETS_FOLDER,
    lists: LIST_FOLDERS,
    pages: `^(?:${PAGE_FOLDERS_PATTERN})$`,
    page: PAGE,
    methods: METHODS,
    preflight: PREFLIGHT,
    everywhere: EVERYWHERE,
  }
  return renderFunction('request', handleRequest.name, rules)
}

/** The function that CloudFront runs for every successful response of the bucket. */
export function renderResponseFunction(): string {
  const policyOf = (path: string) => headersOf(path)['content-security-policy'] ?? ''
  const policies = Object.entries(TYPES).map(([ending, type]) => [
    type.split(';')[0],
    policyOf(`a.${ending}`),
  ])
  const rules: ResponseRules = {
    policies: Object.fromEntries(policies),
    other: policyOf('a'),
    everywhere: EVERYWHERE,
  }
  return renderFunction('response', handleResponse.name, rules)
}

// A CloudFront function is one file without imports and exports; its `handler` is called with an event.
function renderFunction(event: 'request' | 'response', name: string, rules: object): string {
  const source = readTextFile(fileURLToPath(new URL(`./${event}.mjs`, import.meta.url)))
  return `${source.replace(/^export (?=function )/gm, '')}
const RULES = ${JSON.stringify(rules, null, 2)}

function handler(event) {
  return ${name}(RULES, event.${event})
}
`
}
