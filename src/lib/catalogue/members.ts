import { codeIn } from './code-field.ts'
import { type ListField, valuesOf } from './field.ts'
import type { ListDocument } from './list-document.ts'
import { isNumbered, LEAST_FOUND } from './reference.ts'
import type { Entry } from './types.ts'

/** The field in which a list of categories or publishers names the datasets of each. */
export interface MemberField {
  readonly list: ListDocument
  readonly name: string
  /** Number of its values that name datasets, and of all values. */
  readonly found: number
  readonly of: number
}

/** The code of the dataset that a text names; undefined if it names none. */
type CodeOf = (text: string) => string | undefined

const OF_DATASETS = /data_?sets?|package|набор/i

/** Finds the field in which a list names the datasets of each entry, `{"id": "t", "datasets": ["bus", "tram"]}`. */
export function findMemberField(
  readings: readonly { readonly list: ListDocument }[],
  codeOf: CodeOf,
): MemberField | undefined {
  const fields = readings.flatMap(({ list }) =>
    list.fields.filter(mayHaveMembers).map(({ name, values }): MemberField => {
      const texts = values.flat()
      return { list, name, found: texts.filter((text) => codeOf(codeIn(text))).length, of: texts.length }
    }),
  )
  const able = fields.filter(({ found, of }) => found > 0 && found >= of * LEAST_FOUND)
  return able.sort((a, b) => b.found / b.of - a.found / a.of || b.found - a.found)[0]
}

// An entry names several datasets. Where each has one, such as the rows of a table of both, they are no entries. A number of datasets is no
// code of one.
function mayHaveMembers(field: ListField): boolean {
  const isList = field.isOfParts || field.values.some((value) => typeof value !== 'string')
  return isList && (!isNumbered(field) || OF_DATASETS.test(field.name))
}

/** The keys of the entries that name each dataset, by its code. `entries`: those of the list, in its order. */
export function keysByMember(
  { list, name }: Pick<MemberField, 'list' | 'name'>,
  entries: readonly Pick<Entry, 'key'>[],
  codeOf: CodeOf,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  list.records.forEach(({ fields }, at) => {
    const codes = new Set(valuesOf(fields, name).flatMap((text) => codeOf(codeIn(text)) ?? []))
    for (const code of codes) found.set(code, [...(found.get(code) ?? []), entries[at]?.key ?? ''])
  })
  return found
}
