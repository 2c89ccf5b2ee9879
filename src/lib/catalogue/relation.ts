import type { ListField } from './field.ts'

/** How entries of the dataset list name entries of another list. */
export interface Relation {
  /** Field of the dataset list. */
  readonly from: string
  /** Field of the other list its values are found in. */
  readonly to: string
  /** Values found, of all values. */
  readonly found: number
  readonly of: number
}

const LEAST_FOUND = 0.5
/** Each value of the datasets is looked up in so many fields of the other list at most; real lists have fewer. */
const MOST_KEYS = 100

/**
 * Finds the field of the dataset list whose values are found among the values of a field of the other list that names its entries,
 * be it for one or a few that are blank or repeat. The pair with the most values found wins; a name in common with the list (`hint`)
 * decides between equals.
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
  // Small whole numbers are found among any others: only a name tells what they count.
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

/** Whether a field can name the entries of its list: filled everywhere, no value twice. */
export function isKey({ values, records }: ListField): boolean {
  const flat = values.flat()
  const isFilled = values.length === records && flat.length === records
  return records > 0 && isFilled && new Set(flat).size === records
}

const MOST_FAULTY = 0.1

/** Whether a field can name the entries of its list but for a few, a tenth at most or one, that have no value or that of another. */
export function isNearlyKey({ values, records }: ListField): boolean {
  const distinct = new Set(values.flat()).size
  const faulty = records - distinct
  return (
    distinct > 1 && values.every((list) => list.length === 1) && faulty <= Math.max(1, records * MOST_FAULTY)
  )
}
