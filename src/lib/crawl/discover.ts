import {
  type CodeField,
  findCodeFields,
  findLinkedCodes,
  findNamedField,
  findNamingField,
  findNestedFields,
  isByGroup,
  type Knowledge,
  type ListDocument,
  namePrior,
  readEntries,
  shareIn,
  spread,
  textsOfGroups,
  type Unanswered,
} from '../catalogue/index.ts'
import {
  type DatasetCode,
  datasetResource,
  findCodeProblem,
  type ListOperation,
  quoteCode,
} from '../interface/index.ts'
import type { Problem } from '../snapshot/index.ts'

interface DiscoverInput {
  /** The lists in every format that could be read. */
  readonly documents: readonly ListDocument[]
  /** Hosts of the base addresses. */
  readonly hosts: readonly string[]
  /** Codes from the config. */
  readonly configured: readonly string[]
  /** The configured name of the field of codes. */
  readonly namedField: string | undefined
  /** The previous codes and the field they were in. Known codes need no request, which might fail. */
  readonly before: {
    readonly codes: ReadonlySet<string>
    readonly field: Discovery['field']
    readonly evidence: string
  }
  /** Whether the origin answers for a code with an acceptable body. */
  readonly answers: (code: string) => Promise<boolean>
  /** Whether the answer for a code is another one than that for {@link CONTROL}, both of which the origin answers for. */
  readonly differs: (code: string) => Promise<boolean>
}

/** The dataset codes, the field they are in, and the evidence. */
export interface Discovery {
  readonly codes: readonly string[]
  readonly field: { readonly operation: ListOperation; readonly name: string } | undefined
  readonly evidence: string
}

/** The discovered codes, and problems of lists that may contain others. */
export interface Discovered extends Discovery {
  readonly problems: readonly Problem[]
}

const BY_CONFIG = 'the config names the field'
const PROBES = 3
/** A field with at least so many known codes is the field of codes; fewer may match by chance. */
const ENOUGH = 3
const FIELDS_PROBED = 6
/** A code that no origin has. An origin that answers for it answers for any code. */
export const CONTROL = 'no-such-dataset-0d9f4c1e' as DatasetCode
export const CONTROL_DATASET = datasetResource(CONTROL)

/**
 * Finds the dataset codes: from links first, else from the field whose values the origin answers for; then from the fields of all other
 * lists and formats, and of what is nested in them. The result is the union: a code in one of them is listed even if the others lack it.
 */
export async function discoverCodes(given: DiscoverInput): Promise<Discovered> {
  const input = askOnce(given)
  const lists = (['list_datasets', 'list'] as const).flatMap((operation) =>
    input.documents.filter((document) => document.operation === operation),
  )
  const linked = await dropPlaceholders(input, findLinkedCodes(input.documents, input.hosts))
  const found = await findCodes(input, lists, linked)
  const { codes, problems } = await addOthers(input, lists, found, linked)
  return { ...found, codes: [...new Set([...codes, ...input.configured])], problems }
}

/** The input, and the codes that the origin has answered for. */
interface Asking extends DiscoverInput {
  readonly answered: ReadonlySet<string>
}

// A code that the origin lacks may be asked for in several fields.
function askOnce(input: DiscoverInput): Asking {
  const asked = new Map<string, Promise<boolean>>()
  const answered = new Set<string>()
  const ask = async (code: string) => {
    const isAnswered = await input.answers(code)
    if (isAnswered) answered.add(code)
    return isAnswered
  }
  const answers = (code: string) => {
    const answer = asked.get(code) ?? ask(code)
    asked.set(code, answer)
    return answer
  }
  return { ...input, answers, answered }
}

async function findCodes(
  input: DiscoverInput,
  lists: readonly ListDocument[],
  linked: readonly string[],
): Promise<Discovery> {
  const named = input.namedField === undefined ? undefined : findNamedField(input.documents, input.namedField)
  if (named) return { codes: named.values, field: named, evidence: BY_CONFIG }
  const single = lists.filter(({ shape }) => shape === 'single')
  const flat = lists.filter((list) => !isByGroup(list))
  const own = [...findCodeFields(flat), ...findNestedFields(single)].sort((a, b) => b.prior - a.prior)
  const nested = () => findNestedFields(lists.filter((list) => !single.includes(list)))
  if (linked.length > 0) return byLinks(input, [fieldsFirst(own), fieldsFirst(nested())], linked)
  const known = findKnown(input, own) ?? findKnown(input, input.before.codes.size > 0 ? nested() : [])
  const wasNamed = input.before.evidence === BY_CONFIG
  if (known && !wasNamed) return { codes: known.values, field: known, evidence: input.before.evidence }
  const asked = await probeFields(input, [() => fieldsFirst(own), () => fieldsFirst(nested())])
  if (asked) return asked
  // Nothing answers now, but the previous field is still known.
  if (known) return { codes: known.values, field: known, evidence: 'the field of the run before' }
  return {
    codes: [],
    field: undefined,
    evidence: 'no link to a dataset and no field whose values answer were found in the lists',
  }
}

// The field of list_datasets goes before the same field of list.
function fieldsFirst(fields: readonly CodeField[]): CodeField[] {
  return [...fields].sort(
    (a, b) => Number(b.operation === 'list_datasets') - Number(a.operation === 'list_datasets'),
  )
}

async function byLinks(
  input: DiscoverInput,
  [own, nested]: readonly [CodeField[], CodeField[]],
  linked: readonly string[],
): Promise<Discovery> {
  const known = new Set(linked)
  const common = ({ values }: CodeField) => values.filter((value) => known.has(value)).length
  const fields = [...own, ...nested]
  const field = fields.find((one) => common(one) >= linked.length * 0.9)
  const inLinks = `${linked.length} links to datasets are in the lists`
  if (field === undefined) {
    const asked =
      linked.length * 2 < countListed(input) ? await probeFields(input, [() => fields]) : undefined
    if (asked === undefined) return { codes: linked, field, evidence: inLinks }
    return {
      ...asked,
      codes: [...new Set([...asked.codes, ...linked])],
      evidence: `${asked.evidence}; ${inLinks}`,
    }
  }
  const unlinked = field.values.filter((value) => !known.has(value))
  const isSure = linked.length >= ENOUGH || linked.length >= unlinked.length
  const extra = isSure ? unlinked : await selectCodes(input, unlinked)
  const evidence = `${inLinks}, and ${linked.length} of ${field.values.length} values of ${field.operation}.${field.name} are their codes`
  return { codes: orderBy(field.values, [...linked, ...extra]), field, evidence }
}

// How many datasets the lists contain.
function countListed({ documents }: DiscoverInput): number {
  const lists = documents.filter(({ operation }) => operation === 'list_datasets')
  return Math.max(0, ...lists.map(({ records }) => records.length))
}

// A description of the operation, such as `get_dataset/{code}/`, looks like a link. It may still be a code, so the origin is asked.
async function dropPlaceholders(
  { answers, before }: DiscoverInput,
  linked: readonly string[],
): Promise<string[]> {
  const codes: string[] = []
  for (const code of linked)
    if (
      !isPlaceholder(code) ||
      before.codes.has(code) ||
      findCodeProblem(code) !== undefined ||
      (await answers(code))
    )
      codes.push(code)
  return codes
}

function isPlaceholder(code: string): boolean {
  return /^(?:<.*>|\{.*\}|\[.*\]|:\w+|%s|x{3,}|(?:your|the|my)?[_-]?(?:dataset[_-]?)?(?:code|id))$/is.test(
    code,
  )
}

function orderBy(order: readonly string[], codes: readonly string[]): string[] {
  const wanted = new Set(codes)
  return [...new Set([...order.filter((value) => wanted.has(value)), ...codes])]
}

// The fields of each set are tried before those of the next are looked for.
async function probeFields(
  input: DiscoverInput,
  sets: readonly (() => readonly CodeField[])[],
): Promise<Discovery | undefined> {
  let likeliest: CodeField | undefined
  for (const find of sets) {
    const fields = find()
    const [first] = fields
    if (first === undefined) continue
    likeliest ??= first
    // The values of the first field are needed in any case.
    const [answersAny] = await Promise.all([input.answers(CONTROL), mostAnswer(input, first.values)])
    const field = await findAnswering(answersAny ? differing(input) : input, fields)
    if (field === undefined) continue
    const asked = `(${Math.min(PROBES, field.values.length)} asked)`
    const evidence = answersAny
      ? `the origin answers for its values with something else than for a code that does not exist ${asked}`
      : `the origin answers for its values ${asked}`
    return { codes: field.values, field, evidence }
  }
  if (likeliest === undefined || !(await input.answers(CONTROL))) return undefined
  const evidence =
    'the likeliest field by its values and name; the origin gives the same answer for any code, so asking proves nothing'
  return { codes: likeliest.values, field: likeliest, evidence }
}

async function findAnswering(
  input: DiscoverInput,
  fields: readonly CodeField[],
): Promise<CodeField | undefined> {
  for (const field of fields.slice(0, FIELDS_PROBED)) if (await mostAnswer(input, field.values)) return field
  return undefined
}

interface Others {
  readonly codes: readonly string[]
  readonly problems: readonly Problem[]
}

// Each list and format may contain datasets that the others lack, in several places, and may use another field for the code.
async function addOthers(
  input: Asking,
  lists: readonly ListDocument[],
  { field, codes, evidence }: Discovery,
  linked: readonly string[],
): Promise<Others> {
  // A previously listed value is known to be a code, whether it answers today or not.
  const sure = codes.filter((code) => input.answered.has(code) || input.before.codes.has(code))
  const known = new Set([...linked, ...input.before.codes, ...(sure.length > 0 ? sure : codes)])
  if (known.size === 0) return { codes, problems: [] }
  const named = new Set(evidence === BY_CONFIG ? codes : linked)
  const groups = textsOfGroups(input.documents)
  const unmatched: ListDocument[] = []
  const problems: Problem[] = []
  const hasField = ({ operation, fields }: ListDocument) =>
    operation === field?.operation && fields.some(({ name }) => name === field.name)
  for (const list of lists.toSorted((a, b) => Number(hasField(b)) - Number(hasField(a)))) {
    const found = await findCodesOfList(input, list, { codes: known, field, groups })
    const values = found.codes.length > 0 ? found.codes : await probeUnmatchedList(input, list)
    for (const value of [...(await findCodeInHeader(input, list, known)), ...(values ?? [])]) {
      named.add(value)
      known.add(value)
    }
    problems.push(...found.problems)
    if (values === undefined) unmatched.push(list)
  }
  return {
    codes: orderBy(codes, [...named]),
    problems: [...problems, ...describeUnmatchedLists(unmatched, lists, named.size)],
  }
}

// Rows without a header: the first one looks like one, so its code is the name of the field of codes.
async function findCodeInHeader(
  input: DiscoverInput,
  list: ListDocument,
  known: ReadonlySet<string>,
): Promise<string[]> {
  if (list.shape !== 'rows' && list.shape !== 'table') return []
  const name = findNamingField(list, known)?.name ?? ''
  if (namePrior(name) > 0 || findCodeProblem(name) !== undefined) return []
  return !(await input.answers(CONTROL)) && (await input.answers(name)) ? [name] : []
}

/** Questions to the origin about one list. */
const MOST_QUESTIONS = 20

// The codes of a list, at any depth. What only the origin can tell, it is asked, until all is known.
async function findCodesOfList(
  input: DiscoverInput,
  list: ListDocument,
  knowledge: Knowledge,
): Promise<{ readonly codes: readonly string[]; readonly problems: readonly Problem[] }> {
  const known = new Set(knowledge.codes)
  const refused = new Set<string>()
  for (;;) {
    const { named, questions, unanswered } = readEntries(list, { ...knowledge, codes: known, refused })
    const [question] = questions
    if (question === undefined || refused.size >= MOST_QUESTIONS) {
      const codes = named.flatMap(({ entries, groups }) =>
        entries.flatMap(({ code, item }) => (groups.has(item) ? [] : [code])),
      )
      const others = unanswered.flatMap(({ values, isBeside }) =>
        isBeside ? values : values.filter((code) => input.before.codes.has(code)),
      )
      const problems = named.length === 0 ? [] : unanswered.flatMap((one) => describeUnanswered(list, one))
      return { codes: [...new Set([...codes, ...others])], problems }
    }
    // Where the origin answers for any code, that alone proves nothing.
    const isCode = (await input.answers(CONTROL))
      ? question.isAlike && (await mostAnswer(differing(input), question.values))
      : await mostAnswer(input, question.values)
    if (isCode) for (const code of question.values) known.add(code)
    else refused.add(question.id)
  }
}

// Objects outside of the datasets of a list, with a code in the same field, that the origin does not have.
function describeUnanswered(
  { operation, format }: ListDocument,
  { family: { kind, items }, values, isBeside }: Unanswered,
): Problem[] {
  if (isBeside || kind !== 'objects') return []
  const label = items[0]?.label
  const where = label === undefined ? '' : ` under ${JSON.stringify(label)}`
  const message = `${values.length} entries${where} have codes like its datasets, but the origin answers for none of those that were asked for, such as ${quoteCode(values[0] ?? '')}. They are not mirrored.`
  return [
    {
      severity: 'warning',
      code: 'unmatched-list',
      subject: `${operation} (${format})`,
      message,
      facts: { entries: values.length },
    },
  ]
}

// A list without known codes may contain other datasets, in a field whose values the origin answers for.
async function probeUnmatchedList(
  input: DiscoverInput,
  list: ListDocument,
): Promise<readonly string[] | undefined> {
  if (!isUnmatchedList(list)) return undefined
  const fields = [...(isByGroup(list) ? [] : findCodeFields([list])), ...findNestedFields([list])]
  if (fields.length === 0 || (await input.answers(CONTROL))) return undefined
  return (await findAnswering(input, fields))?.values
}

// A list of datasets that contains neither links nor known codes.
function isUnmatchedList({ operation, format, links, records }: ListDocument): boolean {
  return operation === 'list_datasets' && format !== 'html' && links.length === 0 && records.length > 1
}

// A list of datasets in which no dataset was found. If it has more entries than the other formats, something is missing.
function describeUnmatchedLists(
  unmatched: readonly ListDocument[],
  lists: readonly ListDocument[],
  named: number,
): Problem[] {
  const understood = lists.filter((list) => !unmatched.includes(list))
  const most = Math.max(named, ...understood.map(({ records }) => records.length))
  return unmatched.filter(isUnmatchedList).map(({ operation, format, records }) => ({
    severity: records.length > most ? 'gap' : 'warning',
    code: 'unmatched-list',
    subject: `${operation} (${format})`,
    message: `It has ${records.length} entries, but none of its fields contains codes of datasets that other lists name or that the origin has. Datasets that only this list names are not mirrored.`,
    facts: { entries: records.length },
  }))
}

// The previous field, if it still contains most of the previous codes.
function findKnown({ before }: DiscoverInput, fields: readonly CodeField[]): CodeField | undefined {
  const { codes, field } = before
  return fields.find(
    ({ operation, name, values }) =>
      operation === field?.operation && name === field.name && shareIn([...codes], new Set(values)) >= 0.5,
  )
}

// Known codes are always accepted; new values are accepted all together or not at all.
async function selectCodes(
  { before, ...input }: DiscoverInput,
  values: readonly string[],
): Promise<string[]> {
  const unknown = values.filter((value) => !before.codes.has(value))
  const areCodes = unknown.length > 0 && (await mostAnswer({ before, ...input }, unknown))
  return areCodes ? [...values] : values.filter((value) => before.codes.has(value))
}

// Where the origin answers for any code, an answer counts if it is another one than for a code that does not exist.
function differing<Input extends DiscoverInput>(input: Input): Input {
  return { ...input, answers: async (code) => (await input.answers(code)) && (await input.differs(code)) }
}

// Most of a sample is enough: real lists contain datasets that do not exist.
async function mostAnswer({ answers }: DiscoverInput, values: readonly string[]): Promise<boolean> {
  const valid = values.filter((value) => findCodeProblem(value) === undefined)
  const asked = spread(valid, PROBES)
  const answered = (await Promise.all(asked.map(answers))).filter(Boolean)
  return asked.length > 0 && answered.length * 2 >= asked.length
}
