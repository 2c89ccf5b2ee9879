import { RULES } from '../../rules.ts'

/** A CloudFormation template: a private bucket, a distribution, which alone may read it, and the two functions. */
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
