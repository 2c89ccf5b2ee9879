import { basename } from 'node:path'
import type { Target } from '../types.ts'
import { renderRequestFunction, renderResponseFunction } from './s3-cloudfront/functions.ts'
import { renderTemplate } from './s3-cloudfront/template.ts'
import { renderUpload } from './s3-cloudfront/upload.ts'
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
