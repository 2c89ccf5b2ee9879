import {
  CODE_FIELD,
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
  spread,
  textsOf,
  valuesOf,
  withEntryCodes,
} from '../catalogue/index.ts'
import type { FetchFailure } from '../http/index.ts'
import { type DataFormat, findCodeProblem, quoteCode } from '../interface/index.ts'
import { detachString } from '../reading/index.ts'
import { type Problem, someOf } from '../snapshot/index.ts'
import { addOthers, completeEntries, orderBy } from './list-codes.ts'
import {
  type Asking,
  areAnsweredAlike,
  askEachOnce,
  CONTROL,
  CONTROLS,
  type DiscoverInput,
  type Discovery,
  findAnswering,
  findExisting,
  hasMost,
  judgeText,
  PROBES,
} from './probe-codes.ts'

/** The discovered codes, and problems of lists that may contain others. */
export interface Discovered extends Discovery {
  readonly problems: readonly Problem[]
  /** Whether no code was found, or the origin failed for a text that may be one, so the next run has to ask again. */
  readonly isUnclear?: boolean
  readonly assumed?: Assumed
}

/** A field with at least this many known codes is the field of codes; fewer may match by chance. */
const ENOUGH = 3

/**
 * Finds the dataset codes: from links first, else from the field whose values the origin answers for; then from the fields of all other
 * lists and formats, and of what is nested in them. The result is the union: a code in one of them is listed even if the others lack it.
 */
export async function discoverCodes(given: DiscoverInput): Promise<Discovered> {
  const input = askEachOnce(given)
  const own = (['list_datasets', 'list'] as const).flatMap((operation) =>
    input.documents.filter((document) => document.operation === operation),
  )
  const former = await Promise.all(own.map((list) => withFormerCodes(input, list)))
  const read = former.map(({ list }) => list)
  const links = await dropPlaceholders(input, findLinkedCodes(input.documents, input.hosts))
  const linked = (await areAnsweredAlike(input, links)) ? [] : links
  const { found, lists } = await completeEntries(input, read, await findCodes(input, read, linked))
  // Texts that may be codes; those before were tried to find the field of codes.
  const asked = new Set<string>()
  const answers = (code: string) => {
    asked.add(code)
    return input.answers(code)
  }
  const { codes: named, problems } = await addOthers({ ...input, answers }, lists, found, linked)
  const codes = await dropPadded(input, await dropGroups(input, named))
  const open = await findOpen(input, lists, { named: new Set(codes), asked })
  const { field, evidence } = found
  return {
    // The documents are not kept.
    codes: [...new Set([...codes, ...input.configured])].map(detachString),
    field: field && { operation: field.operation, name: field.name },
    evidence,
    problems: [...problems, ...open.problems],
    isUnclear: codes.length === 0 || open.isUnclear || former.some(({ isUnclear }) => isUnclear),
    ...(open.assumed && { assumed: open.assumed }),
  }
}

// Parts of texts that were codes before are those of the entries, unless the origin has the whole texts now and none of the parts: all its
// datasets have got other codes.
async function withFormerCodes(
  input: Asking,
  list: ListDocument,
): Promise<{ readonly list: ListDocument; readonly isUnclear: boolean }> {
  const read = withEntryCodes(list, input.before.codes)
  if (read === list) return { list, isUnclear: false }
  const codes = read.records.flatMap(({ fields }) => valuesOf(fields, CODE_FIELD))
  const verdicts = await Promise.all(spread(codes, PROBES).map((code) => judgeText(input, code)))
  if (!verdicts.every((verdict) => verdict === 'lacks')) return { list: read, isUnclear: false }
  const isOther = (await findAnswering(input, findWholeFields(list))) !== undefined
  return isOther ? { list, isUnclear: false } : { list: read, isUnclear: true }
}

/** At most this many codes that name categories or publishers are requested. */
const MOST_GROUPS = 100

// Categories and publishers that a list has among its datasets have keys like codes, for which the origin does not answer.
async function dropGroups(input: Asking, codes: readonly string[]): Promise<string[]> {
  const groups = codes.filter((code) => input.groups.has(code) && !input.before.codes.has(code))
  const verdicts = await Promise.all(groups.slice(0, MOST_GROUPS).map((code) => judgeText(input, code)))
  const lacked = new Set(groups.filter((_, at) => verdicts[at] === 'lacks' || verdicts[at] === 'assumed'))
  return codes.filter((code) => !lacked.has(code))
}

// A code with blanks around another one is that one if the origin ignores them. A few pairs show whether it does.
async function dropPadded(input: Asking, codes: readonly string[]): Promise<readonly string[]> {
  const known = new Set(codes)
  const padded = new Set(codes.filter((code) => code !== code.trim() && known.has(code.trim())))
  const pairs = spread([...padded], PROBES).map((code) => [code, code.trim()] as const)
  const answers = await Promise.all(pairs.map((pair) => Promise.all(pair.map(input.answers))))
  const answered = pairs.filter((_, at) => answers[at]?.every(Boolean))
  if (answered.length === 0 || answered.some(([code, bare]) => input.differs(code, bare))) return codes
  return codes.filter((code) => !padded.has(code))
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

/** Texts that count as absent only because the origin answered for them as for a code that does not exist. */
interface Assumed {
  readonly format: DataFormat
  /** How it failed for that code; undefined if it answered. */
  readonly control: FetchFailure | undefined
  /** The problems if it answers in this way for what it has as well. */
  readonly problems: readonly Problem[]
}

/** What the answers of the origin leave open. */
interface Open {
  readonly problems: readonly Problem[]
  /** Whether they show nothing about some text. */
  readonly isUnclear: boolean
  readonly assumed: Assumed | undefined
}

/** Texts of the lists. */
interface Known {
  /** Those that are codes. */
  readonly named: ReadonlySet<string>
  /** Those that may be codes because of their places. */
  readonly asked: ReadonlySet<string>
}

/** Finds the requested texts of which the answers do not show whether they are codes. */
async function findOpen(input: Asking, lists: readonly ListDocument[], known: Known): Promise<Open> {
  const open: string[] = []
  const assumed: string[] = []
  for (const text of [...input.answered, ...input.failed.keys()]) {
    const verdict = await judgeText(input, text)
    if (verdict === 'open') open.push(text)
    if (verdict === 'assumed' && !isControl(text)) assumed.push(text)
  }
  const control = input.failed.get(CONTROL)
  const describe = (texts: readonly string[]) => describeUnclear(input, texts, lists, known)
  return {
    problems: describe(open),
    isUnclear: open.length > 0,
    assumed:
      assumed.length === 0
        ? undefined
        : { format: input.format, control, problems: describe([...open, ...assumed]) },
  }
}

function isControl(text: string): boolean {
  return CONTROLS.some((code) => code === text)
}

const SHOWN = 3

function describeUnclear(
  input: Asking,
  texts: readonly string[],
  lists: readonly ListDocument[],
  { named, asked }: Known,
): Problem[] {
  const open = texts.filter((text) => !isControl(text) && !named.has(text))
  if (open.length === 0) return []
  const uncoded = findUncoded(lists, named)
  // The others were tried while the field of codes was looked for.
  const unclear = open.filter((text) => asked.has(text) || uncoded.has(text))
  const [first] = unclear
  if (first === undefined) return []
  const shown = unclear.map((text) => `${quoteCode(text)} (${describeAnswer(input, text)})`)
  const many = `${unclear.length} texts in them may be codes of datasets that are not mirrored yet. The origin was asked for them, but its answers do not show whether they are`
  const one =
    'A text in them may be the code of a dataset that is not mirrored yet. The origin was asked for it, but its answer does not show whether it is'
  const codes = unclear.length === 1 ? 'it is one, add it' : 'they are codes, add them'
  const message = `${unclear.length === 1 ? one : many}: ${someOf(shown, SHOWN)}. The next run asks again. If ${codes} to the config key codes.`
  return [
    {
      severity: unclear.some((text) => uncoded.has(text)) ? 'gap' : 'warning',
      code: 'unclear-code',
      subject: 'lists',
      message,
      facts: { texts: unclear.length, text: first },
    },
  ]
}

function describeAnswer({ failed }: Asking, text: string): string {
  const [failure, control] = [failed.get(text), failed.get(CONTROL)]
  if (failure) return `it ${failure.message}`
  return control
    ? `it answered, but for a code that does not exist it ${control.message}`
    : 'it answered as for a code that does not exist'
}

// The texts of the entries of datasets that have no code.
function findUncoded(lists: readonly ListDocument[], named: ReadonlySet<string>): ReadonlySet<string> {
  const ofDatasets = lists.filter(
    ({ operation, isWhole, shape }) => operation === 'list_datasets' && !isWhole && shape !== 'single',
  )
  const entries = ofDatasets.flatMap(({ records }) =>
    records.map(({ fields }) => textsOf(fields).map(([, text]) => text)),
  )
  return new Set(entries.filter((texts) => !texts.some((text) => named.has(text))).flat())
}
