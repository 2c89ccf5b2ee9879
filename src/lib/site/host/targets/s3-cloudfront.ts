import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTextFile } from '../../../snapshot/index.ts'
import { DATASETS_FOLDER, headersOf, LIST_FOLDERS, PAGE_FOLDERS_PATTERN, RULES } from '../rules.ts'
import type { Target } from '../types.ts'
import { handleRequest, type RequestRules } from './s3-cloudfront/request.mjs'
import { handleResponse, type ResponseRules } from './s3-cloudfront/response.mjs'
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

/** A CloudFormation template: a private bucket, a distribution, which alone may read it, and the two functions. */
function renderTemplate(request: string, response: string): string {
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'A mirror of open data',
    Resources: {
      Bucket: { Type: 'AWS::S3::Bucket' },
      BucketPolicy: { Type: 'AWS::S3::BucketPolicy', Properties: bucketPolicy() },
      Access: {
        Type: 'AWS::CloudFront::OriginAccessControl',
        Properties: {
          OriginAccessControlConfig: {
            Name: { Ref: 'AWS::StackName' },
            OriginAccessControlOriginType: 's3',
            SigningBehavior: 'always',
            SigningProtocol: 'sigv4',
          },
        },
      },
      RequestFunction: edgeFunction('request', request),
      ResponseFunction: edgeFunction('response', response),
      Headers: { Type: 'AWS::CloudFront::ResponseHeadersPolicy', Properties: headersPolicy() },
      Caching: { Type: 'AWS::CloudFront::CachePolicy', Properties: cachePolicy() },
      Distribution: { Type: 'AWS::CloudFront::Distribution', Properties: distribution() },
    },
    Outputs: {
      Bucket: { Value: { Ref: 'Bucket' } },
      Address: { Value: sub('https://<Distribution.DomainName>/') },
    },
  }
  return `${JSON.stringify(template, null, 2)}\n`
}

// S3 answers 404 for a missing file only if the bucket may be listed, otherwise 403.
function bucketPolicy(): object {
  const statement = (action: string, resource: string) => ({
    Effect: 'Allow',
    Principal: { Service: 'cloudfront.amazonaws.com' },
    Action: action,
    Resource: sub(resource),
    Condition: {
      StringEquals: {
        'AWS:SourceArn': sub('arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/<Distribution>'),
      },
    },
  })
  return {
    Bucket: { Ref: 'Bucket' },
    PolicyDocument: {
      Version: '2012-10-17',
      Statement: [statement('s3:GetObject', '<Bucket.Arn>/*'), statement('s3:ListBucket', '<Bucket.Arn>')],
    },
  }
}

function edgeFunction(name: string, code: string): object {
  return {
    Type: 'AWS::CloudFront::Function',
    Properties: {
      Name: sub(`<AWS::StackName>-${name}`),
      AutoPublish: true,
      FunctionCode: code,
      FunctionConfig: { Comment: `viewer ${name}`, Runtime: 'cloudfront-js-2.0' },
    },
  }
}

/** A text with names of the template, which stand between angle brackets: `<Bucket.Arn>/*`. */
function sub(text: string): object {
  return { 'Fn::Sub': text.replaceAll('<', '${').replaceAll('>', '}') }
}

const ALL_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']

/** For answers that no function handles. CloudFront sends CORS headers only if a request has an Origin header. */
function headersPolicy(): object {
  return {
    ResponseHeadersPolicyConfig: {
      Name: { Ref: 'AWS::StackName' },
      SecurityHeadersConfig: {
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: RULES.everywhere['referrer-policy'], Override: true },
      },
      CorsConfig: {
        AccessControlAllowCredentials: false,
        AccessControlAllowHeaders: { Items: ['*'] },
        AccessControlAllowMethods: { Items: RULES.methods },
        AccessControlExposeHeaders: { Items: RULES.everywhere['access-control-expose-headers']?.split(', ') },
        AccessControlAllowOrigins: { Items: [RULES.everywhere['access-control-allow-origin']] },
        OriginOverride: true,
      },
    },
  }
}

/** The cache key is the path alone; files are cached no longer than their headers allow. */
function cachePolicy(): object {
  return {
    CachePolicyConfig: {
      Name: { Ref: 'AWS::StackName' },
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    },
  }
}

/** The distribution: the two functions, the cache, and the not-found page. */
function distribution(): object {
  const associated = (type: string, name: string) => ({
    EventType: `viewer-${type}`,
    FunctionARN: { 'Fn::GetAtt': [name, 'FunctionARN'] },
  })
  return {
    DistributionConfig: {
      Enabled: true,
      HttpVersion: 'http2and3',
      Origins: [
        {
          Id: 'bucket',
          DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] },
          S3OriginConfig: { OriginAccessIdentity: '' },
          OriginAccessControlId: { 'Fn::GetAtt': ['Access', 'Id'] },
        },
      ],
      DefaultCacheBehavior: {
        TargetOriginId: 'bucket',
        ViewerProtocolPolicy: 'redirect-to-https',
        Compress: true,
        // All methods reach the function, which rejects those that the interface does not support.
        AllowedMethods: ALL_METHODS,
        CachePolicyId: { Ref: 'Caching' },
        ResponseHeadersPolicyId: { Ref: 'Headers' },
        FunctionAssociations: [
          associated('request', 'RequestFunction'),
          associated('response', 'ResponseFunction'),
        ],
      },
      CustomErrorResponses: [403, 404].map((ErrorCode) => ({
        ErrorCode,
        ResponseCode: 404,
        ResponsePagePath: `/${RULES.notFound}`,
        ErrorCachingMinTTL: 0,
      })),
    },
  }
}
