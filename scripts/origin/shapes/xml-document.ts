import type { Pieces } from '../text/encode.ts'
import { escapeAttribute } from '../text/escape.ts'
import { type ExactValue, isObject } from '../text/exact-json.ts'
import { xmlName } from '../text/xml-names.ts'
import type { Document, ShapeWriter } from './types.ts'
import { prolog, xmlValue } from './xml-rows.ts'

/** A document that is not a table, as a tree of elements; a name that had to be changed is in the attribute `name`. */
export function* documentXml(
  { code, value }: Document,
  { xmlEncoding }: Pick<ShapeWriter, 'xmlEncoding'>,
): Pieces {
  yield `${prolog(xmlEncoding)}<document code="${escapeAttribute(code)}">`
  yield* branches(value, xmlEncoding === 'windows-1251')
  yield '</document>\n'
}

/** Yields each large branch separately, so a large document is never one string. */
function* branches(value: ExactValue, narrow: boolean): Pieces {
  if (Array.isArray(value)) {
    for (const item of value) yield* element('<item>', '</item>', item, narrow)
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const tag = xmlName(name, narrow ? 'windows-1251' : 'any')
      const kept = tag === name ? '' : ` name="${escapeAttribute(name)}"`
      yield* element(`<${tag}${kept}>`, `</${tag}>`, member, narrow)
    }
  } else yield xmlValue(value)
}

function* element(open: string, close: string, value: ExactValue, narrow: boolean): Pieces {
  yield open
  yield* branches(value, narrow)
  yield close
}
