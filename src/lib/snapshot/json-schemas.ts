import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { described } from '../interface/field.ts'
import { changesSchema } from './changes.ts'
import { differencesSchema } from './differences.ts'
import { manifestSchema, problemSchema, versionsSchema } from './manifest.ts'
import { recordSchema } from './record.ts'
import { statusSchema } from './status.ts'

/** The files in the root of a site that programs read, by their names without `.json`. */
export const MACHINE_FILES = ['manifest', 'status', 'changes'] as const
export type MachineFile = (typeof MACHINE_FILES)[number]

/** The files with a schema of their own: these, and the `changes.json` and `versions.json` of a dataset. */
export const DESCRIBED_FILES = [...MACHINE_FILES, 'dataset-changes', 'versions'] as const
export type DescribedFile = (typeof DESCRIBED_FILES)[number]

const SCHEMAS = {
  manifest: v.object({
    ...manifestSchema.entries,
    records: described(v.getDescription(manifestSchema.entries.records) ?? '', v.array(recordSchema)),
  }),
  status: statusSchema,
  changes: changesSchema,
  'dataset-changes': differencesSchema,
  versions: versionsSchema,
} as const

const DEFINITIONS = { Record: recordSchema, Problem: problemSchema }

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  // That a text is a time or a base address is not stated as a pattern.
  ignoreActions: ['check'],
  // The package states the names of members, but reports those of a list as an error.
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'record' ? jsonSchema : undefined,
}

/**
 * The JSON Schema (2020-12) of a published file, from the schema by which this program reads it. Further members are allowed, so that those
 * of later versions make no file invalid.
 */
export function machineSchemaOf(file: DescribedFile): JsonSchema {
  return toJsonSchema(SCHEMAS[file], {
    ...CONVERSION,
    ...(file === 'manifest' && { definitions: DEFINITIONS }),
  })
}
