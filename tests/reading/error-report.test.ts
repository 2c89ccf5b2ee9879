import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findErrorReport } from '../../src/lib/reading/index.ts'
import { sourceOf } from './generate.ts'

function reportOf(text: string): string | undefined {
  return findErrorReport(sourceOf(text), { format: text.trimStart().startsWith('<') ? 'xml' : 'json' })
}

const REPORTS: readonly (readonly [document: string, cause: string])[] = [
  ['{"error":"not found"}', '"error": "not found"'],
  ['{"Error":true}', '"Error": "true"'],
  ['{"error":{"code":404,"message":"No such dataset"}}', '"error": "No such dataset"'],
  ['{"error":{"code":404}}', '"error": "404"'],
  ['{"error":404,"message":"No such dataset"}', '"error": "404"'],
  [
    '{"odata.error":{"code":"9","message":{"lang":"ru","value":"Набор не найден"}}}',
    '"error": "Набор не найден"',
  ],
  ['{"errors":[{"message":"Cannot query"}],"data":null}', '"errors": "Cannot query"'],
  ['{"errors":["boom"],"data":[]}', '"errors": "boom"'],
  ['{"exception":"java.lang.NullPointerException"}', '"exception": "java.lang.NullPointerException"'],
  ['{"fault":{"faultstring":"Quota"}}', '"fault": "Quota"'],
  ['{"success":false}', '"success": "false"'],
  ['{"success":"false","data":{}}', '"success": "false"'],
  ['{"ok":false,"description":"Unauthorized"}', '"ok": "false"'],
  ['{"status":"error","message":"Dataset is not available"}', '"status": "error"'],
  ['{"result":"failure","request":{"a":"1","b":"2","c":"3"}}', '"result": "failure"'],
  ['{"status":404,"title":"Not Found","type":"about:blank"}', '"status": "404"'],
  ['{"statusCode":"503","message":"Come back later"}', '"statusCode": "503"'],
  ['{"code":40401,"msg":"no such code"}', '"code": "40401"'],
  [
    '{"timestamp":"2024-05-05T10:00:00Z","status":500,"error":"Internal Server Error","path":"/x"}',
    '"error": "Internal Server Error"',
  ],
  ['{"detail":"Not found."}', '"detail": "Not found."'],
  ['{"message":"Not Found","documentation_url":"https://x"}', '"message": "Not Found"'],
  ['{"errorCode":"NOT_FOUND","userMessage":"No such dataset"}', '"errorCode": "NOT_FOUND"'],
  ['{"status":404,"developerMessage":"No such dataset"}', '"status": "404"'],
  [
    '{"@context":"/contexts/Error","@type":"hydra:Error","hydra:title":"An error occurred","hydra:description":"Not Found"}',
    '"type": "hydra:Error"',
  ],
  ['{"type":"NotFoundException","title":"Not found"}', '"type": "NotFoundException"'],
  [
    '{"Note":"Thank you for using the service. Please try again later."}',
    '"Note": "Thank you for using the service. Please try again later."',
  ],
  ['{"примечание":"Ведутся технические работы"}', '"примечание": "Ведутся технические работы"'],
  ['{"data":{"error":"not found"}}', '"error": "not found"'],
  ['{"ошибка":"набор не найден"}', '"ошибка": "набор не найден"'],
  ['{"status":"Ошибка","message":"Сервис недоступен"}', '"status": "Ошибка"'],
  ['null', 'null'],
  ['false', 'false'],
  ['""', 'an empty string'],
  ['<null/>', '<null/>'],
  ['<error>Not found</error>', '<error>: "Not found"'],
  ['<?xml version="1.0"?><errors/>', '<errors>'],
  ['<Error><Code>NoSuchKey</Code><Message>m</Message></Error>', '<Error>: "NoSuchKey"'],
  ['<response><error>Quota</error></response>', '"error": "Quota"'],
  ['<response status="error"/>', '"status": "error"'],
  ['<rsp stat="fail"><err code="1" msg="Photo not found"/></rsp>', '"err": "Photo not found"'],
  ['<result><status>fail</status><message>no</message></result>', '"status": "fail"'],
  ['<root><detail>Not found.</detail></root>', '"detail": "Not found."'],
  [
    '<s:Envelope xmlns:s="urn:s"><s:Body><s:Fault><faultstring>Server was unable</faultstring></s:Fault></s:Body></s:Envelope>',
    '"Fault": "Server was unable"',
  ],
  [
    '<ServiceExceptionReport version="1.3.0"><ServiceException code="LayerNotDefined">No layer</ServiceException></ServiceExceptionReport>',
    '<ServiceExceptionReport>: "LayerNotDefined"',
  ],
  ['<Ошибка>Набор не найден</Ошибка>', '<Ошибка>: "Набор не найден"'],
]

const DATA: readonly string[] = [
  '[]',
  '{}',
  '0',
  'true',
  '"error"',
  '[{"error":"not found"}]',
  '{"error":null,"data":[{"a":1}]}',
  '{"error":"","rows":[{"a":1}]}',
  '{"error":"none","rows":[]}',
  '{"error":false,"items":[]}',
  '{"errors":[],"data":[{"a":1}]}',
  '{"errors":[{"message":"one row was left out"}],"data":[{"a":1}]}',
  '{"error":"late","data":[["a","b"],[1,2]]}',
  '{"error":"late","values":[1,2,3]}',
  '{"status":"error","data":{"places":[{"id":1}]}}',
  '{"error":{"code":0,"message":"OK"}}',
  '{"success":true,"message":"Done","data":[]}',
  '{"status":"ok","message":"2 rows"}',
  '{"status":200,"message":"Fine"}',
  '{"id":1,"error":0.5,"name":"x"}',
  '{"error":0.5}',
  '{"id":1,"name":"Launch","date":"2024-01-01","success":false}',
  '{"id":7,"name":"Build","status":"failed"}',
  '{"id":1,"name":"Sensor","place":"Roof","error":"calibration drift"}',
  '{"code":5401,"title":"Parks"}',
  '{"title":"Parks","description":"All the parks"}',
  '{"message":"Road works","date":"2024-01-01","street":"Lenina"}',
  '{"service":"A","exceptions":[{"date":"2024-01-01","kind":"added"}]}',
  '{"errors_total":5,"value":3}',
  '{"type":"Standard Error","value":3}',
  '{"type":"StandardError","value":3,"of":"the mean"}',
  '{"note":"C4"}',
  '{"note":"The first bench on the left","id":3}',
  '{"errorCode":"0","rows":[]}',
  '[{"errorCode":"E-12","place":"Roof"},{"errorCode":"E-13","place":"Yard"}]',
  '{"type":"FeatureCollection","features":[]}',
  '{"type":"Feature","geometry":null,"properties":{"error":"drift","id":1}}',
  '{"a":{"id":1,"error":"x"},"b":{"id":2,"error":"y"}}',
  '<data/>',
  '<data><item><error>1.5</error></item></data>',
  '<data><error/><item><a>1</a></item></data>',
  '<data><error>false</error></data>',
  '<items><item><error>bad</error><id>1</id></item><item><error>bad</error><id>2</id></item></items>',
  '<response status="ok"><item><a>1</a></item></response>',
  '<errors><place><id>1</id></place><place><id>2</id></place></errors>',
  '<notice><message>The park is closed</message></notice>',
  '<Envelope><Body><getResponse><value>1</value></getResponse></Body></Envelope>',
  '<problem><id>1</id><name>Pothole</name><street>Lenina</street></problem>',
  '{"error":"cut',
  '<html><body>error</body></html>',
]

describe('recognises an error report in place of data', () => {
  for (const [document, cause] of REPORTS)
    test(document, () => assert.ok(reportOf(document)?.endsWith(cause), reportOf(document)))

  test('gives a short clause for any error report', () => {
    const report = reportOf(JSON.stringify({ error: `a\nb${'x'.repeat(5000)}` })) ?? ''
    assert.ok(report.length < 150 && !report.includes('\n'))
  })
})

test('a report may have more members than the maximum number of arguments', () => {
  assert.match(reportOf(`{"error":[${'1,'.repeat(200_000)}"x"]}`) ?? '', /"x"/)
})

describe('accepts data with an error only in a name', () => {
  for (const document of DATA) test(document, () => assert.equal(reportOf(document), undefined))

  test('a page of html', () => {
    assert.equal(findErrorReport(sourceOf('<p>error</p>'), { format: 'html' }), undefined)
  })
})
