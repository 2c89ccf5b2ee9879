import { EVERYWHERE, METHODS, NOT_FOUND } from '../../rules.ts'

const ALL_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']

/** For what no function sees. CloudFront says who may read only to those that tell where they come from. */
export function headersPolicy(): object {
  return {
    ResponseHeadersPolicyConfig: {
      Name: { Ref: 'AWS::StackName' },
      SecurityHeadersConfig: {
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: EVERYWHERE['referrer-policy'], Override: true },
      },
      CorsConfig: {
        AccessControlAllowCredentials: false,
        AccessControlAllowHeaders: { Items: ['*'] },
        AccessControlAllowMethods: { Items: METHODS },
        AccessControlAllowOrigins: { Items: [EVERYWHERE['access-control-allow-origin']] },
        OriginOverride: true,
      },
    },
  }
}

/** Keyed by the path alone, and kept no longer than the headers of a file say. */
export function cachePolicy(): object {
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

/** Where requests arrive: the two functions, the cache, and the page for what is not there. */
export function distribution(): object {
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
        // Any method reaches the function, which refuses what the interface does not know.
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
        ResponsePagePath: `/${NOT_FOUND}`,
        ErrorCachingMinTTL: 0,
      })),
    },
  }
}
