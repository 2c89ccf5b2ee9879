import type { Pieces } from '../text/encode.ts'
import { escapeAttribute } from '../text/escape.ts'
import { jsonItems, objectWriter } from './json-rows.ts'
import { plainJson, plainShape } from './plain.ts'
import type { ShapeWriter, Subject } from './types.ts'
import { prolog, xmlItems, xmlValue } from './xml-rows.ts'

/** A list is an object with a member for each record; its key is the first column, which is not repeated inside. */
function keyedJson(subject: Subject): Pieces {
  if (subject.code !== undefined) return underCode(subject, subject.code)
  const write = objectWriter(subject.columns.slice(1))
  return jsonItems(
    subject,
    ['{', '}'],
    (row, index) => `${JSON.stringify(subject.keys[index])}:${write(row.slice(1), index)}`,
  )
}

function* underCode(subject: Subject, code: string): Pieces {
  yield `{${JSON.stringify(code)}:`
  yield* plainJson(subject)
  yield '}\n'
}

function fieldsXml(subject: Subject): Pieces {
  const names = subject.columns.map((name) => escapeAttribute(name))
  const code = subject.code === undefined ? '' : ` code="${escapeAttribute(subject.code)}"`
  return xmlItems(subject, `${prolog()}<rows${code}>`, '</rows>', (row) => {
    const fields = row.map((cell, index) =>
      cell === undefined ? '' : `<field name="${names[index]}">${xmlValue(cell)}</field>`,
    )
    return `<row>${fields.join('')}</row>`
  })
}

export const keyed: ShapeWriter = {
  ...plainShape,
  summary: 'json lists are objects keyed by code, xml rows hold fields with a name attribute',
  json: keyedJson,
  xml: fieldsXml,
  keepsJson: false,
}
