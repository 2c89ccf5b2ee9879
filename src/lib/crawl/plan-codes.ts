import type { ListDocument } from '../catalogue/index.ts'
import { foldsNames, type Generation, type Problem } from '../snapshot/index.ts'
import type { Discovery } from './discover.ts'
import { type ParsedCodes, parseCodes } from './parse-codes.ts'
import type { Run } from './run.ts'
import { isMadeFromOther } from './settle.ts'

export interface CodesContext {
  readonly options: { readonly state: string; readonly codeField: string | undefined }
  readonly run: Run
  readonly current: Generation | undefined
}

/** What the lists name, and while they could not all be read, what they named before: a failure is never an absence. */
export function planCodes(
  { options, run, current }: CodesContext,
  discovery: Discovery,
  documents: readonly ListDocument[],
): ParsedCodes {
  const before = hasMissedList(run, current) ? (current?.manifest.codes.order ?? []) : []
  const { codes, problems } = parseCodes(
    [...new Set([...discovery.codes, ...before])],
    foldsNames(options.state),
  )
  const remarks = [...misnamed(options.codeField, discovery), ...nothingFound(codes, discovery, documents)]
  return { codes, problems: [...problems, ...remarks] }
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
    return [{ severity: 'warning', subject: 'list_datasets', message: 'The list is there, and it is empty.' }]
  const message = `None were found: ${evidence}. Name the field in the config key fields.code, or the codes in the config key codes.`
  return [{ severity: 'hole', subject: 'dataset codes', message }]
}

// A format the origin never had names nothing, so that its absence hides nothing.
function hasMissedList({ misses }: Run, current: Generation | undefined): boolean {
  return [...misses].some(([path, { representation }]) => {
    const held = current?.find(path)
    const isList = representation.resource.operation !== 'get_dataset'
    return isList && held?.sha256 !== undefined && !isMadeFromOther(held)
  })
}
