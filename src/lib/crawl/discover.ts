import {
  type CodeField,
  findCodeFields,
  findLinkedCodes,
  findNamedField,
  findNestedFields,
  findWholeFields,
  inferredFrom,
  isByGroup,
  type ListDocument,
  shareIn,
  withEntryCodes,
} from '../catalogue/index.ts'
import { findCodeProblem } from '../interface/index.ts'
import { detachString } from '../reading/index.ts'
import type { Problem } from '../snapshot/index.ts'
import { addOthers, orderBy } from './list-codes.ts'
import { type Assumed, findOpen } from './open-codes.ts'
import {
  type Asking,
  areAnsweredAlike,
  askEachOnce,
  CONTROL,
  type DiscoverInput,
  type Discovery,
  findAnswering,
  findExisting,
  hasMost,
  PROBES,
} from './probe-codes.ts'
import { completeEntries } from './rest-codes.ts'

/** The discovered codes, and problems of lists that may contain others. */
export interface Discovered extends Discovery {
  readonly problems: readonly Problem[]
  /** Whether no code was found, or the origin failed for a text that may be one, so the next run has to ask again. */
  readonly isUnclear?: boolean
  readonly assumed?: Assumed
}

/** A field with at least so many known codes is the field of codes; fewer may match by chance. */
const ENOUGH = 3

/**
 * Finds the dataset codes: from links first, else from the field whose values the origin answers for; then from the fields of all other
 * lists and formats, and of what is nested in them. The result is the union: a code in one of them is listed even if the others lack it.
 */
export async function discoverCodes(given: DiscoverInput): Promise<Discovered> {
  const input = askEachOnce(given)
  const read = (['list_datasets', 'list'] as const).flatMap((operation) =>
    input.documents
      .filter((document) => document.operation === operation)
      .map((list) => withEntryCodes(list, input.before.codes)),
  )
  const links = await dropPlaceholders(input, findLinkedCodes(input.documents, input.hosts))
  const linked = (await areAnsweredAlike(input, links)) ? [] : links
  const { found, lists } = await completeEntries(input, read, await findCodes(input, read, linked))
  // Texts that may be codes; those before were tried to find the field of codes.
  const asked = new Set<string>()
  const answers = (code: string) => {
    asked.add(code)
    return input.answers(code)
  }
  const { codes, problems } = await addOthers({ ...input, answers }, lists, found, linked)
  const open = await findOpen(input, lists, { named: new Set(codes), asked })
  const { field, evidence } = found
  return {
    // The documents are not kept.
    codes: [...new Set([...codes, ...input.configured])].map(detachString),
    field: field && { operation: field.operation, name: field.name },
    evidence,
    problems: [...problems, ...open.problems],
    isUnclear: codes.length === 0 || open.isUnclear,
    ...(open.assumed && { assumed: open.assumed }),
  }
}

async function findCodes(
  input: Asking,
  lists: readonly ListDocument[],
  linked: readonly string[],
): Promise<Discovery> {
  const named = input.namedField === undefined ? undefined : findNamedField(input.documents, input.namedField)
  if (named) return { codes: named.values, field: named, evidence: inferredFrom('config') }
  const single = lists.filter(({ shape }) => shape === 'single')
  const flat = lists.filter((list) => !isByGroup(list))
  const own = [...findCodeFields(flat), ...findNestedFields(single)].sort((a, b) => b.prior - a.prior)
  const nested = () => findNestedFields(lists.filter((list) => !single.includes(list)))
  if (linked.length > 0) return byLinks(input, [fieldsFirst(own), fieldsFirst(nested())], linked)
  const { codes, evidence = inferredFrom('before') } = input.before
  // Fields that repeat codes, or have many that cannot be folders.
  const repeated = () => flat.flatMap(findWholeFields)
  const known =
    findKnown(input, own) ?? (codes.size > 0 ? findKnown(input, [...nested(), ...repeated()]) : undefined)
  if (known && evidence.code !== 'config') return { codes: known.values, field: known, evidence }
  const asked = await probeFields(input, [() => fieldsFirst(own), () => fieldsFirst(nested())])
  if (asked) return asked
  // Nothing answers now, but the previous field is still known.
  if (known) return { codes: known.values, field: known, evidence: inferredFrom('before') }
  return {
    codes: [],
    field: undefined,
    evidence: inferredFrom(input.answered.has(CONTROL) ? 'alike' : 'not-found'),
  }
}

// The field of list_datasets goes before the same field of list.
function fieldsFirst(fields: readonly CodeField[]): CodeField[] {
  return [...fields].sort(
    (a, b) => Number(b.operation === 'list_datasets') - Number(a.operation === 'list_datasets'),
  )
}

async function byLinks(
  input: Asking,
  [own, nested]: readonly [CodeField[], CodeField[]],
  linked: readonly string[],
): Promise<Discovery> {
  const known = new Set(linked)
  const common = ({ values }: CodeField) => values.filter((value) => known.has(value)).length
  const fields = [...own, ...nested]
  const field = fields.find((one) => common(one) >= linked.length * 0.9)
  const links = linked.length
  if (field === undefined) {
    const asked =
      linked.length * 2 < countListed(input) ? await probeFields(input, [() => fields]) : undefined
    if (asked === undefined) return { codes: linked, field, evidence: inferredFrom('links', { links }) }
    return {
      ...asked,
      codes: [...new Set([...asked.codes, ...linked])],
      evidence: { ...asked.evidence, facts: { ...asked.evidence.facts, links } },
    }
  }
  const unlinked = field.values.filter((value) => !known.has(value))
  const isSure = linked.length >= ENOUGH || linked.length >= unlinked.length
  const extra = isSure ? unlinked : await selectCodes(input, unlinked)
  const of = field.values.length
  const evidence = inferredFrom('linked-field', {
    links,
    found: links,
    of,
    field: `${field.operation}.${field.name}`,
  })
  return { codes: orderBy(field.values, [...linked, ...extra]), field, evidence }
}

// How many datasets the lists contain.
function countListed({ documents }: Asking): number {
  const lists = documents.filter(({ operation }) => operation === 'list_datasets')
  return Math.max(0, ...lists.map(({ records }) => records.length))
}

// A description of the operation, such as `get_dataset/{code}/`, looks like a link. It may still be a code, so the origin is asked.
async function dropPlaceholders(input: Asking, linked: readonly string[]): Promise<string[]> {
  const codes: string[] = []
  for (const code of linked)
    if (
      !isPlaceholder(code) ||
      input.before.codes.has(code) ||
      findCodeProblem(code) !== undefined ||
      (await findExisting(input, [code])).length > 0
    )
      codes.push(code)
  return codes
}

function isPlaceholder(code: string): boolean {
  return /^(?:<.*>|\{.*\}|\[.*\]|:\w+|%s|x{3,}|(?:your|the|my)?[_-]?(?:dataset[_-]?)?(?:code|id))$/is.test(
    code,
  )
}

// The fields of each set are tried before those of the next are looked for.
async function probeFields(
  input: Asking,
  sets: readonly (() => readonly CodeField[])[],
): Promise<Discovery | undefined> {
  let likeliest: CodeField | undefined
  for (const find of sets) {
    const fields = find()
    const [first] = fields
    if (first === undefined) continue
    likeliest ??= first
    const field = await findAnswering(input, fields)
    if (field === undefined) continue
    const asked = Math.min(PROBES, field.values.length)
    const evidence = inferredFrom((await input.answers(CONTROL)) ? 'differs' : 'answers', { asked })
    return { codes: field.values, field, evidence }
  }
  if (likeliest === undefined || !(await input.answers(CONTROL))) return undefined
  if (await areAnsweredAlike(input, likeliest.values)) return undefined
  return { codes: likeliest.values, field: likeliest, evidence: inferredFrom('likeliest') }
}

// The previous field, if it still contains most of the previous codes.
function findKnown({ before }: Asking, fields: readonly CodeField[]): CodeField | undefined {
  const { codes, field } = before
  return fields.find(
    ({ operation, name, values }) =>
      operation === field?.operation && name === field.name && shareIn([...codes], new Set(values)) >= 0.5,
  )
}

// Known codes are always accepted; new values are accepted all together or not at all.
async function selectCodes(input: Asking, values: readonly string[]): Promise<readonly string[]> {
  const unknown = values.filter((value) => !input.before.codes.has(value))
  const areCodes = unknown.length > 0 && (await hasMost(input, unknown))
  return areCodes ? values : values.filter((value) => input.before.codes.has(value))
}
