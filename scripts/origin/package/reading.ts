import { isObject, type Value } from '../text/exact-json.ts'
import { findObjects, findText, type Members } from './descriptor.ts'
import type { DataKind } from './kind.ts'
import type { Reading } from './source.ts'

/** How the file of a resource is to be read, from its encoding, dialect and schema (Data Package, Table Dialect, Table Schema). */
export function planReading(resource: Members, kind: DataKind): Reading {
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
function dialectOf(resource: Members): Members {
  const dialect = objectOf(resource.dialect)
  return { ...dialect, ...objectOf(dialect.csv) }
}

function objectOf(value: Value | undefined): Members {
  return isObject(value) ? value : {}
}
