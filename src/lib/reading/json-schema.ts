import { ANY, ITEM } from './events.ts'
import { parseDocument } from './parse.ts'
import { countOf, plainCount, type SkeletonNode, StructureSurvey } from './survey.ts'
import type { ByteSource, DocumentHint } from './types.ts'

/** What is true of every value at one place of a json document, in the words of JSON Schema (2020-12). */
export interface InferredSchema {
  readonly type?: string | readonly string[]
  readonly items?: InferredSchema
  readonly properties?: Readonly<Record<string, InferredSchema>>
  /** The members that every object has. */
  readonly required?: readonly string[]
  /** The first value, if it is short. */
  readonly examples?: readonly (string | number)[]
}

/** Objects with more different members are keyed by something, and are not described member by member. */
const MOST_MEMBERS = 64
const MOST_LEVELS = 8
const MOST_EXAMPLE = 120

/** Infers a schema from all of a json document, in a stream. Throws UnreadableDocument. */
export function inferJsonSchema(source: ByteSource, charset: DocumentHint['charset']): InferredSchema {
  const survey = new StructureSurvey()
  parseDocument(source, { format: 'json', charset }, survey)
  const root = survey.root.children.get(ITEM)
  return root ? schemaOf(root, MOST_LEVELS) : {}
}

function schemaOf(node: SkeletonNode, levels: number): InferredSchema {
  const types = typesOf(node)
  const [type] = types
  const item = node.children.get(ITEM)
  const members = [...node.children.values()].filter((child) => child !== item)
  const isDescribed = levels > 0 && members.length <= MOST_MEMBERS && !node.children.has(ANY)
  const example = exampleOf(node)
  const required = members.filter((child) => child.repeat === 1 && countOf(child) === node.objects)
  return {
    ...(type !== undefined && { type: types.length === 1 ? type : types }),
    ...(item && levels > 0 && { items: schemaOf(item, levels - 1) }),
    ...(isDescribed &&
      members.length > 0 && {
        properties: Object.fromEntries(members.map((child) => [child.step, schemaOf(child, levels - 1)])),
        ...(required.length > 0 && { required: required.map(({ step }) => step) }),
      }),
    ...(example !== undefined && { examples: [example] }),
  }
}

function typesOf(node: SkeletonNode): string[] {
  const { objects, arrays, texts, numerals, booleans, nulls } = node
  const counts = {
    object: objects,
    array: arrays,
    string: texts,
    number: numerals,
    boolean: booleans,
    null: nulls,
  }
  return Object.entries(counts).flatMap(([type, count]) => (count > 0 ? [type] : []))
}

// The survey keeps the text of the first value only, so its type has to be the only one.
function exampleOf(node: SkeletonNode): string | number | undefined {
  const { sample = '', texts, numerals, nulls } = node
  if (sample === '' || sample.length > MOST_EXAMPLE) return undefined
  if (texts + nulls === plainCount(node)) return sample
  return numerals + nulls === plainCount(node) && String(Number(sample)) === sample
    ? Number(sample)
    : undefined
}
