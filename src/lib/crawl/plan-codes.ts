import type { ListDocument } from '../catalogue/index.ts'
import { DATA_FORMATS, fileOf, type Resource } from '../interface/index.ts'
import { foldsNames, type Generation, type Problem } from '../snapshot/index.ts'
import type { Discovery } from './discover.ts'
import { listedBefore } from './listed-before.ts'
import { type ParsedCodes, parseCodes } from './parse-codes.ts'
import type { Run } from './run.ts'
import { isMadeFromOther } from './settle.ts'

export interface CodesContext {
  readonly options: {
    readonly state: string
    readonly maxDatasets: number
    readonly fields: { readonly code?: string | undefined }
  }
  readonly run: Run
  readonly current: Generation | undefined
}

/**
 * What the lists name; and while they could not all be read, or may be one page of several, what they named before as well: a failure
 * is never an absence.
 */
export function planCodes(
  { options, run, current }: CodesContext,
  discovery: Discovery,
  documents: readonly ListDocument[],
): ParsedCodes {
  const partial = hasMissedList(run, current) || documents.some(({ paging }) => paging !== undefined)
  const before = partial && current ? listedBefore(current.manifest) : []
  const found = [...new Set([...discovery.codes, ...before])]
  const { codes, problems } = parseCodes(found.slice(0, options.maxDatasets), foldsNames(options.state))
  const remarks = [
    ...tooMany(found.length, options.maxDatasets),
    ...misnamed(options.fields.code, discovery),
    ...nothingFound(codes, discovery, documents),
  ]
  return { codes, problems: [...problems, ...remarks] }
}

function tooMany(found: number, most: number): Problem[] {
  if (found <= most) return []
  const message = `The lists name ${found}; those after the first ${most} are not asked for (the config key maxDatasets).`
  return [{ severity: 'hole', subject: 'datasets', message }]
}

function misnamed(codeField: string | undefined, { field, evidence }: Discovery): Problem[] {
  if (codeField === undefined || field?.name === codeField) return []
  const message = `No list has a field of this name with values in it; the codes were found otherwise: ${evidence}.`
  return [{ severity: 'warning', subject: `fields.code ${JSON.stringify(codeField)}`, message }]
}

function nothingFound(
  codes: readonly string[],
  { evidence }: Discovery,
  documents: readonly ListDocument[],
): Problem[] {
  if (codes.length > 0) return []
  const lists = documents.filter(({ operation }) => operation === 'list_datasets')
  if (lists.length > 0 && lists.every(({ records }) => records.length === 0))
    return [{ severity: 'hole', subject: 'list_datasets', message: 'The list is there, and it is empty.' }]
  const message = `None were found: ${evidence}. Name the field in the config key fields.code, or the codes in the config key codes.`
  return [{ severity: 'hole', subject: 'dataset codes', message }]
}

// A format the origin never had names nothing, so that its absence hides nothing.
function hasMissedList({ misses }: Run, current: Generation | undefined): boolean {
  return [...misses].some(([path, { representation }]) => {
    const { resource, format } = representation
    if (resource.operation === 'get_dataset') return false
    if (format === 'html') return wasMadeFromHtml(current, resource)
    const held = current?.find(path)
    return held?.sha256 !== undefined && !isMadeFromOther(held)
  })
}

// A list that was only had as html before is missed when its html is.
function wasMadeFromHtml(current: Generation | undefined, resource: Resource): boolean {
  return DATA_FORMATS.some((format) => current?.find(fileOf({ resource, format }))?.derivedFrom === 'html')
}
