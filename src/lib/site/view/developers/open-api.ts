import {
  API_PATH,
  DATA_FORMATS,
  DATA_PACKAGE,
  DATASET_OPERATION,
  type DataFormat,
  DIFFERENCES_NAME,
  type ListOperation,
  MARKDOWN_MEDIA_TYPE,
  MARKDOWN_NAME,
  MEDIA_TYPES,
  type Operation as OperationName,
  PARQUET_MEDIA_TYPE,
  TABLE_MEDIA_TYPE,
  TIME_MAP_MEDIA_TYPE,
  timeMapNameOf,
  VERSIONS_FOLDER,
  VERSIONS_NAME,
} from '../../../interface/index.ts'
import { readOr } from '../../../reading/index.ts'
import { type InferredSchema, inferJsonSchema } from '../../../reading/json-schema.ts'
import {
  CHAIN,
  type DatasetVersions,
  DESCRIBED_FILES,
  differencesFilesOf,
  MACHINE_FILES,
} from '../../../snapshot/index.ts'
import { ALLOWED_SIGNERS, signatureOf } from '../../proof/signature.ts'
import { catalogueLead, listsShown } from '../chrome.ts'
import { VIEWS_FILE } from '../duckdb.ts'
import { dataJsonContactOf } from '../harvest/files.ts'
import { CATALOGUE_ENDINGS, cataloguePath, DATA_JSON } from '../harvest/paths.ts'
import type { Mirror } from '../mirror.ts'
import { hasCopy } from '../state.ts'
import { ADDRESS_GROUPS, type AddressGroup } from '../terms.ts'
import { htmlText } from '../text.ts'
import { CATALOGUE_TYPES } from '../typed-links.ts'
import { versionFormatsOf } from '../versions.ts'
import { type DatasetFormat, findExamples, TABLE_FORMATS, tablesOf } from './example.ts'
import { DEVELOPERS_PAGE, schemaPathOf } from './paths.ts'

type DeveloperWords = Mirror['words']['developers']

type Schema = InferredSchema | { readonly $ref: string } | { readonly description: string }

/** What is answered, by media type. */
type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** A parameter of a request. */
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: true
  readonly description: string
  readonly schema: { readonly type: 'string'; readonly enum?: readonly string[]; readonly default?: string }
  readonly example?: string
}

/** What GET of one path answers. */
export interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<number, { readonly description: string; readonly content: Content }>>
}

/** The description of a mirror in OpenAPI 3.1.1. */
export interface OpenApi {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly description: string; readonly version: string }
  readonly externalDocs: { readonly url: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get: ApiOperation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/**
 * The description of a mirror: the addresses that programs use, with what they answer. They are relative to the document if the site has no
 * address of its own. What is stated of a list is true of all its entries; datasets have any shape.
 */
export function openApiOf(mirror: Mirror): OpenApi {
  const { site, manifest } = mirror
  const words = mirror.words.developers
  const lists = listsShown(mirror).map((operation) => describeList(mirror, operation))
  const resources = [...lists, ...describeDatasets(mirror, words)]
  return {
    openapi: '3.1.1',
    info: {
      title: htmlText(mirror.title),
      description: catalogueLead(mirror),
      version: String(manifest.manifest),
    },
    externalDocs: { url: `${site ?? ''}${DEVELOPERS_PAGE}/` },
    servers: [{ url: site?.replace(/\/$/, '') ?? '.' }],
    tags: ADDRESS_GROUPS.map((group) => ({
      name: words.groups[group].name,
      description: words.groups[group].text,
    })),
    paths: Object.fromEntries(
      [
        ...resources.map((one) => interfacePath(words, one)),
        ...resources.flatMap((one) => filePaths(words, one)),
        ...mirrorPaths(words, mirror),
      ].map(([path, get]) => [path, { get }]),
    ),
    components: { schemas: Object.fromEntries(resources.flatMap(schemasOf).concat(MACHINE_SCHEMAS)) },
  }
}

/** One list, or all datasets. */
interface Resources {
  readonly operation: OperationName
  readonly summary: string
  /** Below the root, with a slash at both ends. */
  readonly path: string
  readonly formats: readonly DataFormat[]
  readonly tables: readonly DatasetFormat[]
  /** The schema of the json. */
  readonly schema?: Schema
  /** For datasets: the code of one of which a change is known record by record. */
  readonly changed?: string | undefined
  /** For datasets: one of which there are former versions. */
  readonly versioned?: DatasetVersions
  /** Whether the site has files with absolute addresses. */
  readonly isAbsolute?: boolean
  /** For datasets: the code of one that has this format, or any. */
  codeFor?(format?: DatasetFormat | 'any'): string
}

function describeList(mirror: Mirror, operation: ListOperation): Resources {
  const records = mirror.recordsOf({ operation })
  const { json } = records
  return {
    operation,
    summary: mirror.words.lists[operation],
    path: `/${API_PATH}/${operation}/`,
    formats: DATA_FORMATS.filter((format) => hasCopy(records[format])),
    tables: tablesOf(mirror, { operation }),
    // A list that exceeds a limit for reading is published too.
    ...(hasCopy(json) && { schema: readOr({}, () => inferJsonSchema(mirror.bytesOf(json), json.charset)) }),
  }
}

function describeDatasets(mirror: Mirror, words: DeveloperWords): Resources[] {
  const examples = findExamples(mirror)
  if (!examples.has('any')) return []
  const versioned = mirror.manifest.history?.[0]
  const has = (format: DatasetFormat) => examples.has(format)
  return [
    {
      operation: DATASET_OPERATION,
      summary: words.dataset,
      path: `/${API_PATH}/${DATASET_OPERATION}/{code}/`,
      formats: DATA_FORMATS.filter(has),
      tables: TABLE_FORMATS.filter(has),
      schema: { description: words.anyShape },
      changed: differencesFilesOf(mirror.manifest)[0]?.code,
      ...(versioned && { versioned }),
      isAbsolute: mirror.site !== undefined,
      codeFor: (format = 'any') => examples.get(format)?.code ?? '',
    },
  ]
}

const schemasOf = ({ operation, schema }: Resources): [string, Schema][] =>
  schema === undefined ? [] : [[operation, schema]]

const MACHINE_SCHEMAS: [string, Schema][] = [
  ...DESCRIBED_FILES.map((file): [string, Schema] => [file, { $ref: schemaPathOf(file) }]),
  ['record', { $ref: `${schemaPathOf('manifest')}#/$defs/Record` }],
]

type Path = readonly [path: string, operation: ApiOperation]

function operationOf(
  words: DeveloperWords,
  {
    group,
    code,
    parameters = [],
    content,
    ...rest
  }: Pick<ApiOperation, 'operationId' | 'summary' | 'parameters'> & {
    readonly group: AddressGroup
    /** An example, if the path has a code. */
    readonly code?: string | undefined
    readonly content: Content
  },
): ApiOperation {
  const all = code === undefined ? parameters : [pathParameter(words, 'code', code), ...parameters]
  return {
    ...rest,
    tags: [words.groups[group].name],
    ...(all.length > 0 && { parameters: all }),
    responses: {
      200: { description: words.found, content },
      ...(code !== undefined && { 404: { description: words.notFound, content: { 'text/html': {} } } }),
    },
  }
}

function pathParameter({ parameters }: DeveloperWords, name: 'code' | 'sha256', example: string): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description: parameters[name],
    schema: { type: 'string' },
    example,
  }
}

const mediaTypeOf = (type: string) => type.replace(/;.*/, '')

function contentOf({ operation, schema }: Resources, format: DatasetFormat): Content {
  if (format === 'csv') return { [mediaTypeOf(TABLE_MEDIA_TYPE)]: {} }
  if (format === 'parquet') return { [PARQUET_MEDIA_TYPE]: {} }
  const isDescribed = format === 'json' && schema !== undefined
  return {
    [mediaTypeOf(MEDIA_TYPES[format])]: isDescribed
      ? { schema: { $ref: `#/components/schemas/${operation}` } }
      : {},
  }
}

function interfacePath(words: DeveloperWords, resources: Resources): Path {
  const { operation, summary, path, formats, codeFor } = resources
  const type: Parameter = {
    name: 'type',
    in: 'query',
    description: words.parameters.type,
    schema: { type: 'string', enum: ['html', ...formats], default: 'html' },
  }
  const content = Object.assign({ 'text/html': {} }, ...formats.map((format) => contentOf(resources, format)))
  return [
    path,
    operationOf(words, {
      operationId: operation,
      group: 'interface',
      summary,
      code: codeFor?.(),
      parameters: [type],
      content,
    }),
  ]
}

function filePaths(words: DeveloperWords, resources: Resources): Path[] {
  const { operation, summary, path, formats, tables, changed, versioned, isAbsolute, codeFor } = resources
  const files = [...formats, ...tables].map(
    (format): Path => [
      `${path}index.${format}`,
      operationOf(words, {
        operationId: `${operation}_${format}`,
        group: 'files',
        summary: words.file(summary, format),
        code: codeFor?.(format),
        content: contentOf(resources, format),
      }),
    ],
  )
  const describing = (
    file: string,
    summary: string,
    code: string | undefined,
    body: Content[string] = {},
    type = 'application/json',
  ): Path[] => {
    if (code === undefined) return []
    const operationId = `${operation}_${file.replace(/\.json$/, '').replace(/\W/g, '_')}`
    const content = { [type]: body }
    return [[`${path}${file}`, operationOf(words, { operationId, group: 'files', summary, code, content })]]
  }
  return [
    ...files,
    ...describing(MARKDOWN_NAME, words.markdown, codeFor?.(), {}, mediaTypeOf(MARKDOWN_MEDIA_TYPE)),
    ...describing(DATA_PACKAGE, words.dataPackage, tables.length > 0 ? codeFor?.('csv') : undefined),
    ...describing(DIFFERENCES_NAME, words.differences, changed, {
      schema: { $ref: '#/components/schemas/dataset-changes' },
    }),
    ...describing(VERSIONS_NAME, words.versions, versioned?.code, {
      schema: { $ref: '#/components/schemas/versions' },
    }),
    ...(versioned && isAbsolute ? versionFormatsOf(versioned) : []).flatMap((format) =>
      describing(timeMapNameOf(format), words.timeMap, versioned?.code, {}, TIME_MAP_MEDIA_TYPE),
    ),
  ]
}

function mirrorPaths(words: DeveloperWords, mirror: Mirror): Path[] {
  const { site, signer } = mirror
  const pathOf = (file: string, summary: string, type: string, schema?: Schema): Path => [
    `/${file}`,
    operationOf(words, {
      operationId: file.replace(/\W/g, '_'),
      group: 'mirror',
      summary,
      content: { [type]: schema ? { schema } : {} },
    }),
  ]
  return [
    ...MACHINE_FILES.map((file) =>
      pathOf(`${file}.json`, words.state[file], 'application/json', {
        $ref: `#/components/schemas/${file}`,
      }),
    ),
    ...versionPaths(words, mirror),
    pathOf('SHA256SUMS', words.sums, 'text/plain'),
    // The signature of the manifest is missing while a run replaces it, and a time stamp if its authority does not answer.
    ...(signer === undefined
      ? []
      : [
          pathOf(signatureOf('SHA256SUMS'), words.signature, 'text/plain'),
          pathOf(ALLOWED_SIGNERS, words.signers, 'text/plain'),
        ]),
    pathOf(CHAIN, words.chain, 'application/jsonl'),
    pathOf('feed.xml', words.feed, 'application/xml'),
    pathOf(VIEWS_FILE, words.views, 'application/sql'),
    ...(site === undefined ? [] : CATALOGUE_ENDINGS).map((ending) =>
      pathOf(cataloguePath(1, ending), words.catalogue, CATALOGUE_TYPES[ending]),
    ),
    ...(dataJsonContactOf(mirror) === undefined
      ? []
      : [pathOf(DATA_JSON, words.dataJson, 'application/json')]),
  ]
}

// With the latest version in each format as the example.
function versionPaths(words: DeveloperWords, { manifest }: Mirror): Path[] {
  const versions = manifest.history?.flatMap((dataset) => dataset.versions) ?? []
  return DATA_FORMATS.flatMap((format): Path[] => {
    const example = versions.find((version) => version.format === format)
    if (example === undefined) return []
    const operation = operationOf(words, {
      operationId: `version_${format}`,
      group: 'files',
      summary: words.version(format),
      parameters: [pathParameter(words, 'sha256', example.sha256)],
      content: { [mediaTypeOf(MEDIA_TYPES[format])]: {} },
    })
    return [[`/${VERSIONS_FOLDER}{sha256}.${format}`, operation]]
  })
}
