import { cachePolicy, distribution, headersPolicy } from './distribution.ts'
import { sub } from './sub.ts'

/** A CloudFormation template: a private bucket, a distribution that alone may read it, and the two functions. */
export function renderTemplate(request: string, response: string): string {
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

// A bucket that may be listed answers 404 for what is not there, else 403.
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
