import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTextFile } from '../../../snapshot/index.ts'
import { DATASETS_FOLDER, headersOf, LIST_FOLDERS, PAGE_FOLDERS_PATTERN, RULES } from '../rules.ts'
import type { Target } from '../types.ts'
import { handleRequest, type RequestRules } from './s3-cloudfront/request.mjs'
import { handleResponse, type ResponseRules } from './s3-cloudfront/response.mjs'
import { renderTemplate } from './s3-cloudfront/template.ts'
import { accountNameOf, deployPath } from './text.ts'

/** Amazon S3 behind CloudFront: a private bucket, and two functions that run before and after its cache. */
export const s3Cloudfront: Target = {
  name: 's3-cloudfront',
  title: 'Amazon S3 and CloudFront',
  query: 'host',
  compressed: [],
  limits: {
    urlBytes: 8192,
    hostFileBytes: { 'viewer-request.js': 10_240, 'viewer-response.js': 10_240 },
  },
  render: ({ folder, base }) => {
    const request = renderRequestFunction(base)
    const response = renderResponseFunction()
    return [
      { where: 'deploy', path: 'viewer-request.js', content: request },
      { where: 'deploy', path: 'viewer-response.js', content: response },
      { where: 'deploy', path: 'template.json', content: renderTemplate(request, response) },
      { where: 'deploy', path: 'upload.sh', content: renderUpload(basename(folder)) },
    ]
  },
  deploy: (facts) => [
    `aws cloudformation deploy --stack-name ${accountNameOf(facts)} --template-file ${deployPath(facts, 's3-cloudfront/template.json')}`,
    `bucket=$(aws cloudformation describe-stacks --stack-name ${accountNameOf(facts)} --query "Stacks[0].Outputs[?OutputKey=='Bucket'].OutputValue" --output text)`,
    `sh ${deployPath(facts, 's3-cloudfront/upload.sh')} "$bucket"`,
  ],
  deviations: [
    '`/x` redirects to `/x/` for every dataset code, even if there is no such dataset; the second answer is 404.',
    '`/x/index.html` redirects to `/x/` even if there is no such page.',
    'A 404 has no Content-Security-Policy header, because CloudFront runs no function for it. The page contains its own.',
  ],
}

/** The function that CloudFront runs for every request. */
function renderRequestFunction(base: string): string {
  const rules: RequestRules = {
    base,
    queryFolder: RULES.queryFolder,
    datasetsFolder: DATASETS_FOLDER,
    lists: LIST_FOLDERS,
    pages: `^(?:${PAGE_FOLDERS_PATTERN})$`,
    page: RULES.page,
    methods: RULES.methods,
    preflight: RULES.preflight,
    everywhere: RULES.everywhere,
  }
  return renderFunction('request', handleRequest.name, rules)
}

/** The function that CloudFront runs for every successful response of the bucket. */
function renderResponseFunction(): string {
  const policyOf = (path: string) => headersOf(path)['content-security-policy'] ?? ''
  const policies = Object.entries(RULES.types.endings).map(([ending, type]) => [
    type.split(';')[0],
    policyOf(`a.${ending}`),
  ])
  const rules: ResponseRules = {
    policies: Object.fromEntries(policies),
    other: policyOf('a'),
    everywhere: RULES.everywhere,
  }
  return renderFunction('response', handleResponse.name, rules)
}

// A CloudFront function is one file without imports and exports; its `handler` is called with an event.
function renderFunction(event: 'request' | 'response', name: string, rules: object): string {
  const source = readTextFile(fileURLToPath(new URL(`./s3-cloudfront/${event}.mjs`, import.meta.url)))
  return `${source.replace(/^export (?=function )/gm, '')}
const RULES = ${JSON.stringify(rules, null, 2)}

function handler(event) {
  return ${name}(RULES, event.${event})
}
`
}

/**
 * A script that uploads the site; its argument is the name of the bucket. It sends every file: `aws s3 sync` compares times, and the time
 * of a file is when its data changed, which may be before the last upload.
 */
function renderUpload(folder: string): string {
  const shared = [
    ...Object.keys(RULES.types.endings).map((ending) => `*.${ending}`),
    ...Object.keys(RULES.types.names),
  ]
  const copies = shared.map((pattern) => copyOnly(pattern, pattern))
  const others = copy(
    [...shared, `${RULES.hashedFolder}*`].map((pattern) => `--exclude '${pattern}'`),
    'a',
  )
  const hashed = ['css', 'js', 'woff2', 'svg', 'png'].map((ending) =>
    copyOnly(`${RULES.hashedFolder}*.${ending}`, `${RULES.hashedFolder}a.${ending}`),
  )
  return `${[
    '#!/bin/sh',
    '# Usage: upload.sh <bucket>, in the folder above the site.',
    'set -eu',
    `site='${folder.replaceAll("'", "'\\''")}'`,
    'bucket="s3://$1"',
    // A later copy of a name replaces an earlier one.
    ...copies,
    others,
    ...hashed,
    '# What is gone.',
    'aws s3 sync "$site" "$bucket" --delete --size-only --only-show-errors',
  ].join('\n')}\n`
}

function copyOnly(pattern: string, like: string): string {
  return copy(["--exclude '*'", `--include '${pattern}'`], like)
}

function copy(filters: readonly string[], like: string): string {
  const headers = headersOf(like)
  return [
    'aws s3 cp "$site" "$bucket" --recursive --only-show-errors',
    ...filters,
    `--content-type '${headers['content-type']}'`,
    `--cache-control '${headers['cache-control']}'`,
  ].join(' ')
}
