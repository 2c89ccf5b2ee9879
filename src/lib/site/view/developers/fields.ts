import type { JsonSchema } from '@valibot/to-json-schema'
import { type MachineFile, machineSchemaOf } from '../../../snapshot/index.ts'
import { type Segment, segmentsOf } from '../text.ts'

/** A field of one of the mirror's own files. */
export interface FieldRow {
  /** With the fields that it is in: `records[].path`. */
  readonly name: string
  /** `string`, `date-time`, or the values that it may have. */
  readonly type: string
  readonly isOptional: boolean
  readonly text: readonly Segment[]
}

/** All fields of a file, those inside of others after them. */
export function schemaFieldsOf(file: MachineFile): FieldRow[] {
  const { $defs = {}, ...schema } = machineSchemaOf(file)
  const resolve = (property: Property): JsonSchema => {
    if (typeof property !== 'object' || Array.isArray(property)) return {}
    return property.$ref === undefined ? property : resolve($defs[property.$ref.replace('#/$defs/', '')])
  }
  const rowsOf = ({ properties = {}, required = [] }: JsonSchema, prefix: string): FieldRow[] =>
    Object.entries(properties).flatMap(([key, property]) => {
      const field = resolve(property)
      const inner = field.items === undefined ? field : resolve(field.items)
      const name = `${prefix}${key}${field.items === undefined ? '' : '[]'}`
      return [
        {
          name,
          type: typeOf(inner),
          isOptional: !required.includes(key),
          text: segmentsOf(field.description ?? ''),
        },
        ...rowsOf(inner, `${name}.`),
      ]
    })
  return rowsOf(schema, '')
}

type Property = JsonSchema['items']

function typeOf({ type, format, enum: values, const: value }: JsonSchema): string {
  if (value !== undefined) return String(value)
  return values?.join(' | ') ?? format ?? String(type ?? '')
}
