import type { ListField } from './field.ts'

/** How entries of the dataset list refer to entries of another list. */
export interface Relation {
  /** Field of the dataset list. */
  readonly from: string
  /** The field of the other list that contains its values. */
  readonly to: string
  /** Number of values found, and of all values. */
  readonly found: number
  readonly of: number
}

const LEAST_FOUND = 0.5
/** Maximum number of fields of the other list to look values up in; real lists have fewer. */
const MOST_KEYS = 100

/**
 * Finds the field of the dataset list whose values occur in a key field of the other list (a few of whose values may be blank or repeated).
 * The pair with the most common values wins; between equals, a field name similar to the name of the list (`hint`).
 */
export function findRelation(
  datasets: readonly ListField[],
  others: readonly ListField[],
  hint: RegExp,
  only?: string,
): Relation | undefined {
  const exact = relationAmong(datasets, others.filter(isKey), hint, only)
  return exact ?? relationAmong(datasets, others.filter(isNearlyKey), hint, only)
}

function relationAmong(
  datasets: readonly ListField[],
  able: readonly ListField[],
  hint: RegExp,
  only: string | undefined,
): Relation | undefined {
  const keys = able
    .slice(0, MOST_KEYS)
    .map((field) => ({ name: field.name, values: new Set(field.values.flat()) }))
  // Small integers occur in any numeric field, so only the name shows what they refer to.
  const speaks = (field: ListField) => field.name === only || hint.test(field.name) || !isNumbered(field)
  const relations = datasets
    .filter((field) => only === undefined || field.name === only)
    .filter(speaks)
    .flatMap((field) => keys.map((key) => relate(field, key)))
    .filter((relation) => relation.found > 0 && relation.found >= relation.of * LEAST_FOUND)
  const score = (relation: Relation) => relation.found / relation.of + (hint.test(relation.from) ? 1 : 0)
  return relations.sort((a, b) => score(b) - score(a) || b.found - a.found)[0]
}

function isNumbered({ values }: ListField): boolean {
  return values.flat().every((value) => /^\d{1,6}$/.test(value))
}

function relate(field: ListField, key: { name: string; values: ReadonlySet<string> }): Relation {
  const values = field.values.flat()
  return {
    from: field.name,
    to: key.name,
    found: values.filter((value) => key.values.has(value)).length,
    of: values.length,
  }
}

/** Whether a field can be the key of its list: no value is missing, none occurs twice. */
export function isKey({ values, records }: ListField): boolean {
  const flat = values.flat()
  const isFilled = values.length === records && flat.length === records
  return records > 0 && isFilled && new Set(flat).size === records
}

const MOST_FAULTY = 0.1

/**
 * Whether a field can be the key of its list except for a few entries (a tenth at most, or one) without a value or with that of another.
 */
export function isNearlyKey({ values, records }: ListField): boolean {
  const distinct = new Set(values.flat()).size
  const faulty = records - distinct
  return (
    distinct > 1 && values.every((list) => list.length === 1) && faulty <= Math.max(1, records * MOST_FAULTY)
  )
}
