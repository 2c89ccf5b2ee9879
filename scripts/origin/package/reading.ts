import { type ExactValue, isObject } from '../text/exact-json.ts'
import { type DescriptorObject, findObjects, findText } from './descriptor.ts'
import type { DataKind } from './kind.ts'
import type { SourceReading } from './source.ts'

/** How the file of a resource is to be read, from its encoding, dialect and schema (Data Package, Table Dialect, Table Schema). */
export function planReading(resource: DescriptorObject, kind: DataKind): SourceReading {
  const dialect = dialectOf(resource)
  return {
    kind,
    encoding: findText(resource, 'encoding') ?? 'utf-8',
    // Not findText: a tab is a delimiter and is blank.
    delimiter: typeof dialect.delimiter === 'string' ? dialect.delimiter : kind === 'tsv' ? '\t' : ',',
    quote: findText(dialect, 'quoteChar') ?? '"',
    header: dialect.header !== false,
    fields: findObjects(objectOf(resource.schema), 'fields').map((field) => ({
      name: typeof field.name === 'string' ? field.name : '',
      type: findText(field, 'type') ?? 'any',
    })),
  }
}

/** The dialect, whether it stands as the standard has it or under `csv`, as frictionless-py writes it. */
function dialectOf(resource: DescriptorObject): DescriptorObject {
  const dialect = objectOf(resource.dialect)
  return { ...dialect, ...objectOf(dialect.csv) }
}

function objectOf(value: ExactValue | undefined): DescriptorObject {
  return isObject(value) ? value : {}
}
