import {
  CODE_FIELD,
  type EntryField,
  findCodeFields,
  findEntryFields,
  findNamingField,
  findNestedFields,
  findReplacedCodes,
  formOf,
  hasAnyOf,
  inferredFrom,
  isByGroup,
  isListed,
  type Knowledge,
  type ListDocument,
  type Mention,
  namePrior,
  readEntries,
  shareIn,
  textsOfGroups,
  type Unanswered,
  valuesOf,
  withEntryCodes,
} from '../catalogue/index.ts'
import { findCodeProblem, quoteCode } from '../interface/index.ts'
import { isBeyondAscii } from '../reading/index.ts'
import { type Problem, someOf, warning } from '../snapshot/index.ts'
import { type Asking, type Discovery, findAnswering, findExisting, hasMost, PROBES } from './probe-codes.ts'

/** All codes that the lists name. */
interface Others {
  readonly codes: readonly string[]
  readonly problems: readonly Problem[]
}

/** Adds the codes of all lists: each list and format may contain datasets that the others lack, in several places, and may use another field for the code. */
export async function addOthers(
  input: Asking,
  lists: readonly ListDocument[],
  { field, codes, evidence }: Discovery,
  linked: readonly string[],
): Promise<Others> {
  // A previously listed value is known to be a code, whether it answers today or not.
  const sure = codes.filter((code) => input.answered.has(code) || input.before.codes.has(code))
  const known = new Set([...linked, ...input.before.codes, ...(sure.length > 0 ? sure : codes)])
  const named = new Set(evidence.code === 'config' ? codes : linked)
  if (known.size === 0) return { codes, problems: [] }
  const groups = textsOfGroups(input.documents)
  const unmatched: ListDocument[] = []
  const problems: Problem[] = []
  const hasField = ({ operation, fields }: ListDocument) =>
    operation === field?.operation && fields.some(({ name }) => name === field.name)
  for (const list of lists.toSorted((a, b) => Number(hasField(b)) - Number(hasField(a)))) {
    const found = await findCodesOfList(input, list, { codes: known, field, groups })
    const values = found.codes.length > 0 ? found.codes : await probeUnmatchedList(input, list)
    const all = [...(await findCodeInHeader(input, list, known)), ...(values ?? [])]
    all.push(...(await findCodesInCells(input, list, new Set([...known, ...all]))))
    // Codes beyond ASCII are garbled as well; the sound format, which comes first, has them.
    for (const value of all.filter((one) => list.garbled === undefined || !isBeyondAscii(one))) {
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
  input: Asking,
  list: ListDocument,
  known: ReadonlySet<string>,
): Promise<string[]> {
  if (list.shape !== 'rows' && list.shape !== 'table') return []
  const name = findNamingField(list, known)?.name ?? ''
  if (namePrior(name) > 0 || findCodeProblem(name) !== undefined) return []
  return input.before.codes.has(name) ? [name] : findExisting(input, [name])
}

/** This many columns are tried one by one, and the others as one. */
const MOST_SINGLE = 8

// Lists of codes in a list, `[["bus", "tram"], ["beds"]]`, look like rows without a header: any column, and the header, may have codes.
async function findCodesInCells(
  input: Asking,
  list: ListDocument,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const naming = findNamingField(list, known)?.name
  if (list.shape !== 'rows' || naming === undefined || namePrior(naming) > 0) return []
  const columns = list.fields.filter(({ name }) => name !== naming)
  const names = [...(list.records[0]?.fields.keys() ?? [])]
  const header = names.filter((name, at) => name !== naming && name !== `${at + 1}`)
  const groups = [
    ...columns.slice(0, MOST_SINGLE).map(({ values }) => values.flat()),
    columns.slice(MOST_SINGLE).flatMap(({ values }) => values.flat()),
    known.has(naming) ? header.slice(0, 1) : [],
    known.has(naming) ? header.slice(1) : [],
  ]
  const codes: string[] = []
  for (const values of groups) {
    const filled = [...new Set(values)].filter((value) => value.trim() !== '')
    const unknown = filled.filter((value) => !known.has(value))
    if (unknown.length * 2 < filled.length || (await hasMost(input, unknown))) codes.push(...filled)
  }
  return codes
}

/** Questions to the origin about one list. */
const MOST_QUESTIONS = 20

// The codes of a list, at any depth. The origin is asked for what only it knows, until nothing is open.
async function findCodesOfList(
  input: Asking,
  list: ListDocument,
  knowledge: Knowledge,
): Promise<{ readonly codes: readonly string[]; readonly problems: readonly Problem[] }> {
  const known = new Set(knowledge.codes)
  const refused = new Set<string>()
  for (;;) {
    const { named, questions, unanswered, leftovers } = readEntries(list, {
      ...knowledge,
      codes: known,
      refused,
    })
    const [question] = questions
    if (question === undefined || refused.size >= MOST_QUESTIONS) {
      const more = await askLeftovers(input, leftovers)
      if (more.length > 0 && !more.every((code) => known.has(code))) {
        for (const code of more) known.add(code)
        continue
      }
      const codes = named.flatMap(({ entries, groups }) =>
        entries.flatMap(({ code, item }) => (groups.has(item) ? [] : [code])),
      )
      const others = unanswered.flatMap(({ values, isBeside }) =>
        isBeside ? values : values.filter((code) => input.before.codes.has(code)),
      )
      const problems =
        named.length === 0
          ? []
          : [
              ...unanswered.flatMap((one) => describeUnanswered(list, one)),
              ...describeDoubtful(list, [
                ...leftovers.filter(isListed).map(({ code }) => code),
                ...unanswered.flatMap(({ values, isDoubtful }) => (isDoubtful ? values : [])),
              ]),
            ]
      return { codes: [...new Set([...codes, ...others])], problems }
    }
    // An answer about known codes only would change nothing, so the question would be the same again.
    const isNew = question.values.some((code) => !known.has(code))
    if (isNew && (await hasMost(input, question.values))) for (const code of question.values) known.add(code)
    else refused.add(question.id)
  }
}

/** At most this many texts of a list that may be codes are requested, each on its own. */
const MOST_LEFTOVERS = 100

// Texts outside of the datasets of a list are codes if the origin answers for them, or if they were codes before.
async function askLeftovers(input: Asking, leftovers: readonly Mention[]): Promise<string[]> {
  const texts = [...new Set(leftovers.map(({ code }) => code))]
  const isBefore = (text: string) => input.before.codes.has(text)
  const asked = texts.filter((text) => !isBefore(text)).slice(0, MOST_LEFTOVERS)
  return [...texts.filter(isBefore), ...(await findExisting(input, asked))]
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
  return [warning('unmatched-list', `${operation} (${format})`, message, { entries: values.length })]
}

const SHOWN = 3

// Texts among the entries of a list that the origin does not answer for, and that have another form than entries.
function describeDoubtful({ operation, format }: ListDocument, all: readonly string[]): Problem[] {
  const texts = [...new Set(all)]
  if (texts.length === 0) return []
  const message = `${texts.length} texts among its entries may be codes of datasets or not, and the origin answers for none of them: ${someOf(texts.map(quoteCode), SHOWN)}. If they are codes, add them to the config key codes.`
  return [
    warning('doubtful-code', `${operation} (${format})`, message, {
      texts: texts.length,
      text: texts[0] ?? '',
    }),
  ]
}

// A list without known codes may contain other datasets, in a field whose values the origin answers for.
async function probeUnmatchedList(input: Asking, list: ListDocument): Promise<readonly string[] | undefined> {
  if (!isUnmatchedList(list)) return undefined
  const fields = [...(isByGroup(list) ? [] : findCodeFields([list])), ...findNestedFields([list])]
  if (fields.length === 0) return undefined
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
    message: `It has entries (${records.length}), but none of its fields contains codes of datasets that other lists name or that the origin has. Datasets that only this list names are not mirrored.`,
    facts: { entries: records.length },
  }))
}

/** Codes in the order of a list, those that it lacks last. */
export function orderBy(order: readonly string[], codes: readonly string[]): string[] {
  const wanted = new Set(codes)
  return [...new Set([...order.filter((value) => wanted.has(value)), ...codes])]
}

/** At most this many fields, or parts of them, have the codes of one list. */
const MOST_TOGETHER = 4
/** How many of them are tried if nothing has been found, and if only some entries have no code. */
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
