import * as v from 'valibot'

/** A type that a schema accepts, as data that nobody changes. */
export type Accepted<Schema extends v.GenericSchema> = Unchanging<v.InferOutput<Schema>>

type Unchanging<T> = T extends object ? { readonly [Key in keyof T]: Unchanging<T[Key]> } : T

/** A schema with a sentence on what it accepts, which the published JSON Schema states. Code is between backticks. */
export function described<const S extends v.GenericSchema>(sentence: string, schema: S) {
  return v.pipe(schema, v.description(sentence))
}

export const textsField = v.array(v.string())
export const countField = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
