import {
  type CodeField,
  findCodeFields,
  findKeyedReading,
  findLinkedCodes,
  findNamedField,
  type ListDocument,
  shareIn,
  spread,
} from '../catalogue/index.ts'
import { type DatasetCode, datasetResource, findCodeProblem, type ListOperation } from '../interface/index.ts'

export interface DiscoverInput {
  /** The lists in every format that was read. */
  readonly documents: readonly ListDocument[]
  /** Hosts of the base addresses. */
  readonly hosts: readonly string[]
  /** Codes the config names. */
  readonly configured: readonly string[]
  /** The field the config names as the code. */
  readonly namedField: string | undefined
  /** What was listed before, and the field it stood in: what is known needs no answer, which may fail. */
  readonly before: {
    readonly codes: ReadonlySet<string>
    readonly field: Discovery['field']
    readonly evidence: string
  }
  /** Whether the origin answers for a code with a body to believe. */
  readonly answers: (code: string) => Promise<boolean>
}

/** The dataset codes, where they stand, and why we think so. */
export interface Discovery {
  readonly codes: readonly string[]
  readonly field: { readonly operation: ListOperation; readonly name: string } | undefined
  readonly evidence: string
}

const PROBES = 3
const FIELDS_PROBED = 6
/** A code no origin has; one that answers for it answers for everything. */
export const CONTROL = 'no-such-dataset-0d9f4c1e' as DatasetCode
export const CONTROL_DATASET = datasetResource(CONTROL)

/** Finds the dataset codes: links first, then the field whose values answer. */
export async function discoverCodes(input: DiscoverInput): Promise<Discovery> {
  const lists = input.documents.filter(
    ({ operation }) => operation === 'list_datasets' || operation === 'list',
  )
  const fields = findCodeFields([...lists, ...lists.flatMap((list) => findKeyedReading(list) ?? [])])
  const linked = await dropPlaceholders(input, findLinkedCodes(input.documents, input.hosts))
  const found = await findCodes(input, fields, linked)
  const more = await findMore(input, fields, found)
  return { ...found, codes: [...new Set([...found.codes, ...more, ...input.configured])] }
}

async function findCodes(
  input: DiscoverInput,
  fields: readonly CodeField[],
  linked: readonly string[],
): Promise<Discovery> {
  const named = input.namedField === undefined ? undefined : findNamedField(input.documents, input.namedField)
  if (named) return { codes: named.values, field: named, evidence: 'the config names the field' }
  if (linked.length > 0) return byLinks(input, fieldsFirst(fields), linked)
  const known = findKnown(input, fields)
  if (known) return { codes: known.values, field: known, evidence: input.before.evidence }
  const asked = await askFields(input, fieldsFirst(fields))
  return (
    asked ?? {
      codes: [],
      field: undefined,
      evidence: 'no link to a dataset and no field whose values answer were found in the lists',
    }
  )
}

// The field of list_datasets comes before a like one of list.
function fieldsFirst(fields: readonly CodeField[]): CodeField[] {
  return [...fields].sort(
    (a, b) => Number(b.operation === 'list_datasets') - Number(a.operation === 'list_datasets'),
  )
}

async function byLinks(
  input: DiscoverInput,
  fields: readonly CodeField[],
  linked: readonly string[],
): Promise<Discovery> {
  const field = fields.find(({ values }) => shareIn(linked, new Set(values)) >= 0.9)
  const inLinks = `${linked.length} links to datasets are in the lists`
  if (field === undefined) {
    const asked = linked.length * 2 < listedOf(input) ? await askFields(input, fields) : undefined
    if (asked === undefined) return { codes: linked, field, evidence: inLinks }
    return {
      ...asked,
      codes: [...new Set([...asked.codes, ...linked])],
      evidence: `${asked.evidence}; ${inLinks}`,
    }
  }
  const known = new Set(linked)
  const unlinked = field.values.filter((value) => !known.has(value))
  const extra = await believed(input, unlinked)
  const evidence = `${inLinks}, and ${linked.length} of ${field.values.length} values of ${field.operation}.${field.name} are their codes`
  return { codes: orderBy(field.values, [...linked, ...extra]), field, evidence }
}

// How many datasets the lists speak of.
function listedOf({ documents }: DiscoverInput): number {
  const lists = documents.filter(({ operation }) => operation === 'list_datasets')
  return Math.max(0, ...lists.map(({ records }) => records.length))
}

// The address of the operation itself, as its description gives it: `get_dataset/{code}/`. It may still be a code: the origin knows.
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

async function askFields(input: DiscoverInput, fields: readonly CodeField[]): Promise<Discovery | undefined> {
  const [first, ...rest] = fields.slice(0, FIELDS_PROBED)
  if (first === undefined) return undefined
  if (await input.answers(CONTROL))
    return {
      codes: first.values,
      field: first,
      evidence: `the likeliest field by its values and name; the origin answers for any code, so asking proves nothing`,
    }
  for (const field of [first, ...rest])
    if (await mostAnswer(input, field.values))
      return {
        codes: field.values,
        field,
        evidence: `the origin answers for its values (${Math.min(PROBES, field.values.length)} asked)`,
      }
  return undefined
}

// A further list may name datasets the first one leaves out, under the same field.
async function findMore(
  input: DiscoverInput,
  fields: readonly CodeField[],
  { field, codes }: Discovery,
): Promise<readonly string[]> {
  if (field === undefined) return []
  const known = new Set(codes)
  const twin = fields.find(
    ({ operation, name, values }) =>
      operation !== field.operation && (name === field.name || shareIn(values, known) >= 0.5),
  )
  const unknown = twin?.values.filter((value) => !known.has(value)) ?? []
  return believed(input, unknown)
}

// The field of the run before, while it still holds most of what was listed then.
function findKnown({ before }: DiscoverInput, fields: readonly CodeField[]): CodeField | undefined {
  const { codes, field } = before
  return fields.find(
    ({ operation, name, values }) =>
      operation === field?.operation && name === field.name && shareIn([...codes], new Set(values)) >= 0.5,
  )
}

// What was listed before is still listed; of what is new, all or nothing.
async function believed({ before, ...input }: DiscoverInput, values: readonly string[]): Promise<string[]> {
  const unknown = values.filter((value) => !before.codes.has(value))
  const areCodes = unknown.length > 0 && (await mostAnswer({ before, ...input }, unknown))
  return areCodes ? [...values] : values.filter((value) => before.codes.has(value))
}

// Most of a sample, not all: real lists name datasets that are not there.
async function mostAnswer({ answers }: DiscoverInput, values: readonly string[]): Promise<boolean> {
  const askable = values.filter((value) => findCodeProblem(value) === undefined)
  const asked = spread(askable, PROBES)
  let answered = 0
  for (const value of asked) if (await answers(value)) answered++
  return asked.length > 0 && answered * 2 >= asked.length
}
