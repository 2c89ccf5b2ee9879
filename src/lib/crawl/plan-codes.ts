import { describeInferred, isOfDatasets, type NamedList, namePrior } from '../catalogue/index.ts'
import {
  DATA_FORMATS,
  type DatasetCode,
  fileOf,
  findCodeProblem,
  isListOperation,
  LIST_OPERATIONS,
  parseDatasetCode,
  quoteCode,
  type Resource,
} from '../interface/index.ts'
import {
  foldsNames,
  type Generation,
  gap,
  isFromPage,
  listedBefore,
  ownCopyOf,
  type Problem,
  type ProblemCode,
  warning,
} from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import type { Discovery } from './probe-codes.ts'

/**
 * The codes to fetch: those in the lists, and if a list could not be read or may be one page of several, the previous ones as well, because
 * a failure does not mean absence.
 */
export function planCodes(crawl: Crawl, discovery: Discovery, lists: readonly NamedList[]): ParsedCodes {
  const { options, current, draftState } = crawl
  const partial = hasMissedList(crawl) || lists.some(({ paging }) => paging !== undefined)
  const before = partial && current ? listedBefore(current.manifest) : []
  const found = [...new Set([...discovery.codes, ...before])]
  const wanted = withinLimit(found, new Set(current && listedBefore(current.manifest)), options.maxDatasets)
  // The disk of the draft decides which names are equal.
  const { codes, problems } = parseCodes(wanted, foldsNames(draftState))
  const remarks = [
    ...tooMany(found.length, options.maxDatasets),
    ...misnamed(options.fields.code, discovery),
    ...unknownNames(options.notPaged, [...found, ...(current?.manifest.codes.order ?? [])]),
    ...nothingFound(codes, discovery, lists),
  ]
  return { codes, problems: [...problems, ...remarks] }
}

// Stored datasets go before new ones, so the limit removes nothing.
function withinLimit(found: readonly string[], stored: ReadonlySet<string>, most: number): readonly string[] {
  if (found.length <= most) return found
  const first = [...found].sort((a, b) => Number(stored.has(b)) - Number(stored.has(a))).slice(0, most)
  const within = new Set(first)
  return found.filter((code) => within.has(code))
}

function tooMany(found: number, most: number): Problem[] {
  if (found <= most) return []
  const message = `The lists name ${found} datasets; ${found - most} of them, new ones first, were not requested (the config key maxDatasets).`
  return [gap('over-max-datasets', 'datasets', message, { found, passed: found - most })]
}

function misnamed(codeField: string | undefined, { field, evidence }: Discovery): Problem[] {
  if (codeField === undefined || field?.name === codeField) return []
  const message = `No list has a field of this name with values. The codes were found in another way: ${describeInferred(evidence)}.`
  return [
    warning('unknown-field', `fields.code ${JSON.stringify(codeField)}`, message, {
      setting: 'fields.code',
      name: codeField,
    }),
  ]
}

// What the config states to be complete, but is neither a list nor a dataset, also a withdrawn one.
function unknownNames(notPaged: readonly string[], codes: readonly string[]): Problem[] {
  const known = new Set(codes)
  return notPaged
    .filter((name) => !isListOperation(name) && !known.has(name))
    .map((name) => {
      const message = `There is neither a list nor a dataset of this name. The lists are ${LIST_OPERATIONS.join(', ')}.`
      return warning('unknown-field', `notPaged ${quoteCode(name)}`, message, { setting: 'notPaged', name })
    })
}

function nothingFound(
  codes: readonly string[],
  { evidence }: Discovery,
  all: readonly NamedList[],
): Problem[] {
  if (codes.length > 0) return []
  const lists = all.filter(({ list }) => list.operation === 'list_datasets')
  const isAlike = evidence.code === 'alike'
  const hasNoEntries = lists.length > 0 && lists.every(({ records }) => records.length === 0)
  if (!isAlike && hasNoEntries && lists.every(({ list }) => list.shape === 'empty'))
    return [gap('no-datasets', 'list_datasets', 'The list is empty.', { entries: 0 })]
  const another = isAlike ? ' Check that the address is that of the service.' : ''
  const unread = hasNoEntries ? ' No entries are recognised in what list_datasets contains.' : ''
  const message = `None were found: ${describeInferred(evidence)}.${another}${unread}${describeUnusable(lists)} Set the config key fields.code to the field that contains them, or list them in the config key codes.`
  return [gap('no-datasets', 'dataset codes', message)]
}

// A field that is named like one of codes, but has none.
function describeUnusable(lists: readonly NamedList[]): string {
  for (const { name, values } of lists.flatMap(({ list }) => list.fields)) {
    const problems = values.flat().map((value) => [value, findCodeProblem(value)] as const)
    const [first] = problems
    if (first !== undefined && namePrior(name) > 0 && problems.every(([, problem]) => problem !== undefined))
      return ` No value of ${JSON.stringify(name)} can be a code: ${quoteCode(first[0])} is no folder, because ${first[1]}.`
  }
  return ''
}

// Only failures of formats that the list had before, and of lists that contained datasets, can hide datasets.
function hasMissedList({ run, current, surveyCurrent }: Crawl): boolean {
  const missed = [...run.misses].flatMap(([path, { representation }]) => {
    const { resource, format } = representation
    if (resource.operation === 'get_dataset') return []
    const hadIt = format === 'html' ? wasMadeFromHtml(current, resource) : ownCopyOf(current?.find(path))
    return hadIt ? [resource.operation] : []
  })
  if (missed.length === 0 || current === undefined) return false
  const { manifest } = current
  const lists = surveyCurrent()?.lists ?? []
  const before = new Set(listedBefore(manifest))
  const namesSome = ({ list, codes }: NamedList) =>
    isOfDatasets(list) ? [...codes].some((code) => before.has(code)) : list.links.length > 0
  return missed.some(
    (operation) =>
      manifest.codes.field?.operation === operation ||
      lists.some((named) => named.list.operation === operation && namesSome(named)),
  )
}

// A list that was derived from html is missed if its html failed.
function wasMadeFromHtml(current: Generation | undefined, resource: Resource): boolean {
  return DATA_FORMATS.some((format) => isFromPage(current?.find(fileOf({ resource, format }))))
}

/** The codes that can be folder names, and problems of the others. */
interface ParsedCodes {
  readonly codes: readonly DatasetCode[]
  readonly problems: readonly Problem[]
}

/**
 * Checks discovered codes in order. Codes that cannot be folder names are rejected. Of codes that differ only in case or Unicode
 * normalisation, all but the first are rejected if the disk ignores the difference (`folds`), else reported.
 */
export function parseCodes(found: readonly string[], folds: boolean): ParsedCodes {
  const codes: DatasetCode[] = []
  const problems: Problem[] = []
  const folded = new Map<string, string>()
  for (const text of found) {
    const problem = findCodeProblem(text)
    const fold = text.normalize('NFC').toLowerCase()
    const twin = folded.get(fold)
    if (problem !== undefined) {
      problems.push(refused(text, 'unusable-code', problem))
      continue
    }
    if (twin !== undefined)
      problems.push(
        folds
          ? refused(text, 'clashing-code', `on this disk it is the same folder as ${quoteCode(twin)}`)
          : alike(text, twin),
      )
    if (twin === undefined) folded.set(fold, text)
    if (twin === undefined || !folds) codes.push(parseDatasetCode(text))
  }
  return { codes, problems }
}

function refused(text: string, code: ProblemCode, problem: string): Problem {
  return gap(code, quoteCode(text), `This dataset code cannot be used as a folder name: ${problem}.`)
}

function alike(code: string, twin: string): Problem {
  const message = `Its code differs from ${quoteCode(twin)} only in case or Unicode form. On disks and hosts that ignore the difference, one of the two will be lost.`
  return warning('clashing-code', quoteCode(code), message, { twin: quoteCode(twin) })
}
