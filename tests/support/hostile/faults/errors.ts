import { body, type Fault } from '../fault.ts'

/** Error reports in json and in xml, with status 200. */
const REPORTS: readonly (readonly [name: string, json: string, xml: string])[] = [
  ['error', '{"error":"not found"}', '<error>not found</error>'],
  [
    'errors',
    '{"errors":[{"code":1,"message":"database is away"}],"data":null}',
    '<errors><error>away</error></errors>',
  ],
  [
    'error with a code',
    '{"error":{"code":500,"message":"oops"}}',
    '<Error><Code>Internal</Code><Message>oops</Message></Error>',
  ],
  [
    'success false',
    '{"success":false,"data":[]}',
    '<response><success>false</success><message>no</message></response>',
  ],
  [
    'status error',
    '{"status":"error","message":"try later"}',
    '<response status="error">try later</response>',
  ],
  [
    'problem details',
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"no such dataset"}',
    '<problem xmlns="urn:ietf:rfc:7807"><title>Not Found</title><status>404</status><detail>gone</detail></problem>',
  ],
  ['detail', '{"detail":"Not found."}', '<root><detail>Not found.</detail></root>'],
  [
    'message',
    '{"message":"Endpoint request timed out"}',
    '<response><message>Endpoint request timed out</message></response>',
  ],
  [
    'SOAP fault',
    '{"fault":{"faultstring":"Rate limit quota violation"}}',
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>away</faultstring></s:Fault></s:Body></s:Envelope>',
  ],
  [
    'service exception',
    '{"exceptions":[{"code":"InvalidParameterValue","text":"no layer"}],"version":"2.0"}',
    '<ServiceExceptionReport version="1.3.0"><ServiceException code="NoLayer">no layer</ServiceException></ServiceExceptionReport>',
  ],
  ['Russian error', '{"ошибка":"набор данных не найден"}', '<ошибка>набор данных не найден</ошибка>'],
  ['error with escapes', '{"error":"\\u001b[31mred\\u0007\\nline"}', '<error>\u202ered\nline</error>'],
]

export const ERRORS: readonly Fault[] = REPORTS.map(([name, json, xml]) => ({
  name: `200 with ${name}`,
  describe: `answers 200 with an error in the place of data: ${name}`,
  apply: body(({ format }) => (format === 'json' ? json : xml)),
  says: /contains/,
  evidence: true,
}))

/** Complete documents without data. A dataset may become an empty list, but not an empty document. */
export const EMPTIED: readonly Fault[] = [
  {
    name: '200 with null',
    describe: 'answers 200 with null',
    apply: body(({ format }) => (format === 'json' ? 'null' : '<null/>')),
    says: /contains only/,
    evidence: true,
  },
  {
    name: '200 with an empty string',
    describe: 'answers 200 with an empty string',
    apply: body(({ format }) => (format === 'json' ? '""' : '<null/>')),
    says: /contains only/,
    evidence: true,
  },
  {
    name: '200 with an empty object',
    describe: 'answers 200 with an empty object',
    apply: body(({ format }) => (format === 'json' ? '{}' : '<data/>')),
    outcome: 'believed',
  },
  {
    name: '200 with an empty list',
    describe: 'answers 200 with an empty list',
    apply: body(({ format }) => (format === 'json' ? '[]' : '<data/>')),
    onNew: false,
    says: /without a value/,
    evidence: true,
  },
]
