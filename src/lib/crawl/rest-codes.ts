import {
  CODE_FIELD,
  type EntryField,
  findEntryFields,
  findReplacedCodes,
  formOf,
  hasAnyOf,
  inferredFrom,
  type ListDocument,
  namePrior,
  shareIn,
  textsOfGroups,
  valuesOf,
  withEntryCodes,
} from '../catalogue/index.ts'
import { orderBy } from './list-codes.ts'
import { type Asking, type Discovery, findAnswering, PROBES } from './probe-codes.ts'

/** So many fields, or parts of them, have the codes of one list. */
const MOST_TOGETHER = 4
/** So many of them are tried where nothing has been found, and where only some entries have no code. */
const MOST_TRIED = 30
const FEW_TRIED = 6

/** What was discovered, and the lists with the codes of their entries in a field of its own, where no field has them all. */
interface Completed {
  readonly found: Discovery
  readonly lists: readonly ListDocument[]
}

/**
 * Adds the codes of entries in which nothing is a code yet, or only what the origin does not have: it is asked for the values of their other
 * fields, and for parts of these. A code that it does not have does not count if its entry has another one in this way.
 */
export async function completeEntries(
  input: Asking,
  lists: readonly ListDocument[],
  found: Discovery,
): Promise<Completed> {
  const { refused, before } = input
  const known = new Set([...before.codes, ...found.codes.filter((code) => !refused.has(code))])
  const added = new Set<string>()
  const fields: EntryField[] = []
  const groups = textsOfGroups(input.documents)
  const isFirst = known.size === 0
  for (const list of lists.filter((one) => isFirst || hasAnyOf(one, known)))
    for (let count = 0; count < MOST_TOGETHER; count++) {
      const isForm = isFirst ? () => true : formOf(known)
      const able = findEntryFields(list, known, refused.size > 0 ? 1 : 2).filter(
        ({ name, values }) => shareIn(values, groups) < 0.5 && (namePrior(name) > 0 || values.every(isForm)),
      )
      const tried = able.slice(0, isFirst ? MOST_TRIED : FEW_TRIED)
      const field = await findAnswering(input, tried, ({ name, isPart }) => !isPart && namePrior(name) > 0)
      if (field === undefined) break
      fields.push(field)
      for (const code of field.values) {
        added.add(code)
        // An entry with a refused code may have another one.
        if (!refused.has(code)) known.add(code)
      }
    }
  const others = added.difference(refused)
  const replaced = new Set(lists.flatMap((list) => findReplacedCodes(list, refused, others)))
  const codes = [...new Set([...found.codes, ...added])].filter((code) => !replaced.has(code))
  const all = new Set([...codes, ...before.codes])
  const completed = lists.map((list) => withEntryCodes(list, all))
  const [changed] = completed.filter((list, at) => list !== lists[at])
  const [one] = fields
  if (one === undefined) return { found: { ...found, codes }, lists: completed }
  const asked = Math.min(PROBES, added.size)
  if (changed === undefined) {
    const own = { field: one, evidence: inferredFrom('answers', { asked }) }
    return { found: { ...(found.field === undefined ? own : found), codes }, lists: completed }
  }
  const names = new Set(fields.map(({ name }) => name))
  const order = changed.records.flatMap(({ fields }) => valuesOf(fields, CODE_FIELD))
  return {
    found: {
      codes: orderBy(order, codes),
      field: { operation: changed.operation, name: CODE_FIELD },
      evidence: inferredFrom('within', { asked, fields: [...names].join(', ') }),
    },
    lists: completed,
  }
}
