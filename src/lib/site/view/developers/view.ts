import type { JsonSchema } from '@valibot/to-json-schema'
import { datasetResource, encodePath } from '../../../interface/index.ts'
import { DESCRIBED_FILES, MACHINE_FILES, type MachineFile, machineSchemaOf } from '../../../snapshot/index.ts'
import { chromeOf, hostAndPath } from '../chrome.ts'
import { relativeFile } from '../link.ts'
import type { Mirror } from '../mirror.ts'
import { ADDRESS_GROUPS } from '../terms.ts'
import { htmlText, type Segment, segmentsOf, showInvisible } from '../text.ts'
import { quotableAddress } from '../use-from.ts'
import { findExamples } from './example.ts'
import { type ApiOperation, type OpenApi, openApiOf } from './open-api.ts'
import { DEVELOPERS_PAGE, OPEN_API, schemaPathOf } from './paths.ts'

/** A field of one of the mirror's own files. */
interface FieldRow {
  /** With the fields that it is in: `records[].path`. */
  readonly name: string
  /** `string`, `date-time`, or the values that it may have. */
  readonly type: string
  readonly isOptional: boolean
  readonly text: readonly Segment[]
}

/** The view of the page for developers: what {@link openApiOf} and the schemas of the mirror's own files state. */
export function developersView(mirror: Mirror, document = openApiOf(mirror)) {
  const words = mirror.words.developers
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }))
  const lead = words.lead(hostAndPath(mirror.manifest.origin[0] ?? ''))
  const answer = answerOf(mirror)
  return {
    chrome: chromeOf(mirror, {
      page: DEVELOPERS_PAGE,
      title: words.title,
      description: lead,
    }),
    lead: htmlText(lead),
    // The description for programs, relative to the page.
    openApi: relativeFile(DEVELOPERS_PAGE, OPEN_API),
    trial: trialOf(mirror, document),
    groups: ADDRESS_GROUPS.map((group) => ({
      name: words.groups[group].name,
      text: segmentsOf(words.groups[group].text),
      addresses: operations.filter(({ tags }) => tags.includes(words.groups[group].name)).map(rowOf),
    })),
    parameters: parametersOf(operations),
    ...(answer && { answer }),
    files: MACHINE_FILES.map((file) => ({
      name: `${file}.json`,
      href: relativeFile(DEVELOPERS_PAGE, `${file}.json`),
      text: segmentsOf(words.state[file]),
      fields: schemaFieldsOf(file),
    })),
    schemas: DESCRIBED_FILES.map((file) => ({
      name: `${file}.json`,
      href: relativeFile(DEVELOPERS_PAGE, schemaPathOf(file)),
    })),
  }
}

/** An address, the media types that it answers, and an example of it. */
function rowOf({ path, summary, parameters = [], responses }: ApiOperation & { readonly path: string }) {
  const address = parameters.reduce(
    (filled, { name, example = '' }) => filled.replace(`{${name}}`, encodeURIComponent(example)),
    path.slice(1),
  )
  return {
    path,
    // Also from a disk.
    href: relativeFile(DEVELOPERS_PAGE, address.replace(/\/$/, '/index.html')),
    summary: segmentsOf(summary),
    types: Object.keys(responses[200]?.content ?? {}),
  }
}

// Those of the same name differ in their values only if a list lacks a format.
function parametersOf(operations: readonly ApiOperation[]) {
  const all = operations.flatMap(({ parameters = [] }) => parameters)
  return ['code', 'sha256', 'type'].flatMap((wanted) => {
    const named = all.filter(({ name }) => name === wanted)
    const [first] = named
    if (first === undefined) return []
    const values = named.flatMap(({ schema, example }) => schema.enum ?? example ?? [])
    return {
      name: first.name,
      text: segmentsOf(first.description),
      values: [...new Set(wanted === 'type' ? values : values.slice(0, 1))].map(htmlText),
    }
  })
}

const HEAD_BYTES = 1200

// The beginning of a json file, which is UTF-8 whatever the origin sent.
function answerOf(mirror: Mirror) {
  const example = findExamples(mirror).get('json')
  const { json } = example ? mirror.recordsOf(datasetResource(example.code)) : {}
  if (json === undefined) return undefined
  const [first = new Uint8Array()] = mirror.bytesOf(json)()
  const head = new TextDecoder().decode(first.subarray(0, HEAD_BYTES), { stream: true })
  return {
    path: htmlText(json.path),
    href: relativeFile(DEVELOPERS_PAGE, encodePath(json.path)),
    bytes: mirror.format.bytes(json.bytes ?? 0),
    text: showInvisible(htmlText(head)),
    isWhole: (json.bytes ?? 0) <= HEAD_BYTES,
  }
}

// A request that readers can change and send.
function trialOf({ site = '' }: Mirror, { paths }: OpenApi) {
  const entries = Object.entries(paths).filter(([, { get }]) =>
    get.parameters?.some(({ name }) => name === 'type'),
  )
  const code = entries
    .flatMap(([, { get }]) => get.parameters ?? [])
    .find(({ name }) => name === 'code')?.example
  const formats = Object.keys(paths).flatMap((path) => /\/index\.(\w+)$/.exec(path)?.[1] ?? [])
  const chosen = entries.at(-1)
  const address = (chosen?.[0] ?? '/').slice(1).replace('{code}', encodeURIComponent(code ?? ''))
  return {
    site,
    operations: entries.map(([path, { get }]) => ({
      name: get.operationId,
      isDataset: path.includes('{code}'),
      isChosen: path === chosen?.[0],
    })),
    code: code ?? '',
    // Parquet is not text.
    formats: [...new Set([...formats, 'html'])].filter((format) => format !== 'parquet'),
    // The first one, as a command for a shell.
    request: `curl '${quotableAddress(`${site}${address}?type=json`)}'`,
  }
}

/** All fields of a file, those inside of others after them. */
function schemaFieldsOf(file: MachineFile): FieldRow[] {
  const { $defs = {}, ...schema } = machineSchemaOf(file)
  const resolve = (property: Property): JsonSchema => {
    if (typeof property !== 'object' || Array.isArray(property)) return {}
    return property.$ref === undefined ? property : resolve($defs[property.$ref.replace('#/$defs/', '')])
  }
  const rowsOf = ({ properties = {}, required = [] }: JsonSchema, prefix: string): FieldRow[] =>
    Object.entries(properties).flatMap(([key, property]) => {
      const field = resolve(property)
      const inner = field.items === undefined ? field : resolve(field.items)
      const name = `${prefix}${key}${field.items === undefined ? '' : '[]'}`
      return [
        {
          name,
          type: typeOf(inner),
          isOptional: !required.includes(key),
          text: segmentsOf(field.description ?? ''),
        },
        ...rowsOf(inner, `${name}.`),
      ]
    })
  return rowsOf(schema, '')
}

type Property = JsonSchema['items']

function typeOf({ type, format, enum: values, const: value }: JsonSchema): string {
  if (value !== undefined) return String(value)
  return values?.join(' | ') ?? format ?? String(type ?? '')
}
