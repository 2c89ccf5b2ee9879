import { type DatasetCode, findCodeProblem, parseDatasetCode } from './dataset-code.ts'
import {
  API_PATH,
  DATASET_OPERATION,
  type DataFormat,
  datasetResource,
  FORMATS,
  type Format,
  isListOperation,
  type Representation,
  type Resource,
} from './resource.ts'

/** The name of table files. */
export const TABLE_NAME = 'index.csv'

/** The name of large tables as Parquet. */
export const PARQUET_NAME = 'index.parquet'

/** The name of the file that describes a table, its types and the other files of a dataset. */
export const DATA_PACKAGE = 'datapackage.json'

/** The name of the page of a dataset as Markdown. */
export const MARKDOWN_NAME = 'index.md'
export const MARKDOWN_MEDIA_TYPE = 'text/markdown; charset=utf-8'

/** The name of the picture of a page for previews of links. */
export const PREVIEW_NAME = 'preview.png'

/** The name of the file that states what changed in a dataset. */
export const DIFFERENCES_NAME = 'changes.json'

export const VERSIONS_FOLDER = 'versions/'

/** The name of the file that lists the former versions of a dataset. */
export const VERSIONS_NAME = 'versions.json'

/** The name of the TimeMap of one format of a dataset. */
export function timeMapNameOf(format: DataFormat): string {
  return `index.${format}.timemap`
}

/** The folder of a resource relative to the root of a snapshot or a site, with decoded names: `api/v1/list`. */
export function folderOf(resource: Resource): string {
  const tail = resource.operation === DATASET_OPERATION ? `/${resource.code}` : ''
  return `${API_PATH}/${resource.operation}${tail}`
}

/** The file of a representation relative to the root of a snapshot or a site: `api/v1/list/index.json`. */
export function fileOf(representation: Representation): string {
  return `${folderOf(representation.resource)}/index.${representation.format}`
}

/** The table file of a resource, next to its source: `api/v1/list/index.csv`. Tables exist only in the mirror. */
export function csvPathOf(resource: Resource): string {
  return `${folderOf(resource)}/${TABLE_NAME}`
}

/** The same table as Parquet, if it is large: `api/v1/list/index.parquet`. */
export function parquetPathOf(resource: Resource): string {
  return `${folderOf(resource)}/${PARQUET_NAME}`
}

/** The file of what changed in a dataset, next to its data: `api/v1/get_dataset/a/changes.json`. Only the mirror has it. */
export function differencesPathOf(code: DatasetCode): string {
  return `${folderOf(datasetResource(code))}/${DIFFERENCES_NAME}`
}

/** The file of a former version, by its sha256: `versions/<sha256>.json`. Equal bytes are one file. Only the mirror has it. */
export function versionPathOf(format: DataFormat, sha256: string): string {
  return `${VERSIONS_FOLDER}${sha256}.${format}`
}

/** The resource of a table file; undefined for other files. The inverse of {@link csvPathOf} and {@link parquetPathOf}. */
export function findResourceOfTable(path: string): Resource | undefined {
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  return name === TABLE_NAME || name === PARQUET_NAME ? findResourceOfFolder(path.slice(0, cut)) : undefined
}

/** The address of a resource relative to any base, percent-encoded, with a trailing slash: `api/v1/get_dataset/a%20b/`. */
export function hrefOf(resource: Resource): string {
  const tail = resource.operation === DATASET_OPERATION ? `${encodeURIComponent(resource.code)}/` : ''
  return `${API_PATH}/${resource.operation}/${tail}`
}

/** A relative path as part of an address: each segment is percent-encoded. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The resource of a folder; undefined for other folders. The inverse of {@link folderOf}. */
function findResourceOfFolder(folder: string): Resource | undefined {
  if (!folder.startsWith(`${API_PATH}/`)) return undefined
  const [operation = '', code, ...rest] = folder.slice(API_PATH.length + 1).split('/')
  if (code === undefined) return isListOperation(operation) ? { operation } : undefined
  if (operation !== DATASET_OPERATION || rest.length > 0 || findCodeProblem(code) !== undefined)
    return undefined
  return datasetResource(parseDatasetCode(code))
}

/** The representation of a file; undefined for other files. The inverse of {@link fileOf}. */
export function findRepresentationOfFile(path: string): Representation | undefined {
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  const format = FORMATS.find((candidate: Format) => name === `index.${candidate}`)
  const resource = format && findResourceOfFolder(path.slice(0, cut))
  return format && resource && { resource, format }
}
