import { type ExactValue, isObject } from '../text/exact-json.ts'
import { type DescriptorObject, findObjects, findText } from './descriptor.ts'
import type { DataKind } from './kind.ts'
import type { SourceReading } from './source.ts'

/** How to read the file of a resource, from its encoding, dialect and schema (Data Package, Table Dialect, Table Schema). */
export function planReading(resource: DescriptorObject, kind: DataKind): SourceReading {
  const dialect = dialectOf(resource)
  return {
    kind,
    encoding: findText(resource, 'encoding') ?? 'utf-8',
    // Not findText: a tab is a valid delimiter, but blank.
    delimiter: typeof dialect.delimiter === 'string' ? dialect.delimiter : kind === 'tsv' ? '\t' : ',',
    quote: findText(dialect, 'quoteChar') ?? '"',
    header: dialect.header !== false,
    fields: findObjects(objectOf(resource.schema), 'fields').map((field) => ({
      name: typeof field.name === 'string' ? field.name : '',
      type: findText(field, 'type') ?? 'any',
    })),
  }
}

/** The dialect, at its standard place or under `csv`, as written by frictionless-py. */
function dialectOf(resource: DescriptorObject): DescriptorObject {
  const dialect = objectOf(resource.dialect)
  return { ...dialect, ...objectOf(dialect.csv) }
}

function objectOf(value: ExactValue | undefined): DescriptorObject {
  return isObject(value) ? value : {}
}
