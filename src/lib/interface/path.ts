import { findCodeProblem, parseDatasetCode } from './dataset-code.ts'
import { FORMATS, type Format } from './format.ts'
import { API_PATH, DATASET_OPERATION, isListOperation } from './operation.ts'
import { datasetResource, type Representation, type Resource } from './resource.ts'

/** What a table is called in the folder of its resource. */
export const TABLE_NAME = 'index.csv'

/** The folder of a resource below the root of a snapshot or a site, with real (decoded) names: `api/v1/list`. */
export function folderOf(resource: Resource): string {
  const tail = resource.operation === DATASET_OPERATION ? `/${resource.code}` : ''
  return `${API_PATH}/${resource.operation}${tail}`
}

/** The file of a representation below the root of a snapshot or a site: `api/v1/list/index.json`. */
export function fileOf(representation: Representation): string {
  return `${folderOf(representation.resource)}/index.${representation.format}`
}

/** The file of the table made of a resource's records, beside what it was made from: `api/v1/list/index.csv`. No origin has it. */
export function csvPathOf(resource: Resource): string {
  return `${folderOf(resource)}/${TABLE_NAME}`
}

/** The resource whose table this file is, or undefined when it is none. The inverse of {@link csvPathOf}. */
export function findResourceOfTable(path: string): Resource | undefined {
  const cut = path.lastIndexOf('/')
  return path.slice(cut + 1) === TABLE_NAME ? findResourceOfFolder(path.slice(0, cut)) : undefined
}

/** The address of a resource relative to any base, percent-encoded, with its trailing slash: `api/v1/get_dataset/a%20b/`. */
export function hrefOf(resource: Resource): string {
  const tail = resource.operation === DATASET_OPERATION ? `${encodeURIComponent(resource.code)}/` : ''
  return `${API_PATH}/${resource.operation}/${tail}`
}

/** The resource whose folder this is, or undefined when it is none. The inverse of {@link folderOf}. */
export function findResourceOfFolder(folder: string): Resource | undefined {
  if (!folder.startsWith(`${API_PATH}/`)) return undefined
  const [operation = '', code, ...rest] = folder.slice(API_PATH.length + 1).split('/')
  if (code === undefined) return isListOperation(operation) ? { operation } : undefined
  if (operation !== DATASET_OPERATION || rest.length > 0 || findCodeProblem(code) !== undefined)
    return undefined
  return datasetResource(parseDatasetCode(code))
}

/** The representation whose file this is, or undefined when it is none. The inverse of {@link fileOf}. */
export function findRepresentationOfFile(path: string): Representation | undefined {
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  const format = FORMATS.find((candidate: Format) => name === `index.${candidate}`)
  const resource = format && findResourceOfFolder(path.slice(0, cut))
  return format && resource && { resource, format }
}
