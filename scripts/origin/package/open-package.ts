import { existsSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { findCodeProblem, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import { type ExactValue, isObject } from '../text.ts'
import { type Content, parseContent } from './content.ts'
import {
  type DataKind,
  type Descriptor,
  type DescriptorObject,
  decode,
  findKind,
  findObjects,
  findText,
  locate,
  nameFormat,
  PackageError,
  readBytes,
  readDescriptor,
  type Source,
  type SourceReading,
  Unpublishable,
} from './descriptor.ts'
import {
  type Curation,
  curationOf,
  type DataPackage,
  type Dataset,
  type PackageGroup,
  type Skipped,
} from './types.ts'

/**
 * Opens a data package: `path` is a `datapackage.json` or its folder; by default the sample from npm, `vega-datasets`. Every file is read
 * once, to count its rows and compute its checksum. Throws a {@link PackageError} if nothing can be published; `skipped` lists resources
 * that cannot be, with the reason.
 */
export async function openPackage(path?: string): Promise<DataPackage> {
  const file = path === undefined ? findSample() : fileOfPackage(path)
  const descriptor = await readDescriptor(file)
  const name = findText(descriptor.members, 'name') ?? 'data'
  const { planned, skipped } = await planAll(descriptor, {
    folder: dirname(file),
    members: descriptor.members,
    curation: curationOf(name),
  })
  if (planned.length === 0)
    throw new PackageError(file, 'none of its resources can be published', describeSkipped(skipped))
  return {
    name,
    title: findText(descriptor.members, 'title') ?? readableName(name),
    description: findText(descriptor.members, 'description') ?? '',
    datasets: planned.map(({ dataset }) => dataset),
    categories: uniqueGroups(planned.flatMap(({ categories }) => categories)),
    oivs: uniqueGroups(planned.map(({ oiv }) => oiv)),
    skipped,
  }
}

function findSample(): string {
  try {
    const script = createRequire(import.meta.url).resolve('vega-datasets')
    return join(
      script.slice(0, script.lastIndexOf('vega-datasets') + 'vega-datasets'.length),
      'datapackage.json',
    )
  } catch (cause) {
    throw new PackageError('vega-datasets', 'the sample package is not installed', 'Run npm install.', {
      cause,
    })
  }
}

function fileOfPackage(path: string): string {
  const full = resolve(path)
  return existsSync(full) && statSync(full).isDirectory() ? join(full, 'datapackage.json') : full
}

async function planAll({ resources }: Descriptor, setting: Setting) {
  const planned: Awaited<ReturnType<typeof planDataset>>[] = []
  const skipped: Skipped[] = []
  const codes = new Set<string>()
  for (const [index, resource] of resources.entries()) {
    try {
      const plan = await planDataset(resource, setting)
      if (codes.has(plan.dataset.code)) throw new Unpublishable('an earlier resource has the same code')
      codes.add(plan.dataset.code)
      planned.push(plan)
    } catch (error) {
      if (!(error instanceof Unpublishable)) throw error
      skipped.push({ name: nameOf(resource, index), reason: error.message })
    }
  }
  return { planned, skipped }
}

function nameOf(resource: DescriptorObject, index: number): string {
  return findText(resource, 'name') ?? findText(resource, 'path') ?? `resources[${index}]`
}

function describeSkipped(skipped: readonly Skipped[]): string {
  if (skipped.length === 0) return 'The package lists none.'
  return skipped.map(({ name, reason }) => `${name}: ${reason}.`).join(' ')
}

/** The first group of each key, sorted by title. */
function uniqueGroups(groups: readonly PackageGroup[]): PackageGroup[] {
  const unique = new Map(groups.toReversed().map((group) => [group.key, group]))
  return [...unique.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** What the resources of a package share. */
interface Setting {
  readonly folder: string
  readonly members: DescriptorObject
  readonly curation: Curation
}

/** Plans how to publish a resource, with its groups, reading its data once. Throws {@link Unpublishable} with the reason if it cannot be published. */
async function planDataset(resource: DescriptorObject, setting: Setting) {
  const kind = findKind(resource)
  if (kind === undefined)
    throw new Unpublishable(`its format is ${nameFormat(resource)}, neither a table nor JSON`)
  const { code, name } = planCode(resource)
  const at = locate(setting.folder, resource)
  const reading = planReading(resource, kind)
  const { bytes, sha256 } = await readBytes(at)
  const content = tryParse(bytes, reading)
  const categories = planCategories(
    resource,
    { name, kind, isTable: content.is === 'table' },
    setting.curation,
  )
  const [main, ...others] = categories
  const oiv = planPublisher(resource, setting.curation)
  const dataset: Dataset = {
    code,
    title: findText(resource, 'title') ?? setting.curation.titles[name] ?? readableName(name),
    description: findText(resource, 'description') ?? '',
    licence: licenceOf(resource),
    sources: sourcesOf(resource),
    categories: [main.key, ...others.map(({ key }) => key)],
    oiv: oiv.key,
    kind,
    updated: await planUpdated(resource, setting.members, at),
    rows: content.is === 'table' ? content.table.rows.length : undefined,
    bytes: bytes.length,
    source: { at, reading, sha256 },
  }
  return { dataset, categories, oiv }
}

/** The code is the resource's `code`, or else its name, including spaces. */
function planCode(resource: DescriptorObject) {
  const name = typeof resource.name === 'string' ? resource.name : ''
  const code = typeof resource.code === 'string' ? resource.code : name
  const problem = findCodeProblem(code)
  if (problem !== undefined) throw new Unpublishable(`its code cannot be a path segment: ${problem}`)
  return { name, code: parseDatasetCode(code) }
}

function tryParse(bytes: Buffer, reading: SourceReading): Content {
  try {
    return parseContent(decode(bytes, reading.encoding), reading, (text) => JSON.parse(text))
  } catch (cause) {
    throw new Unpublishable(
      `its data is not ${reading.kind} in ${reading.encoding}: ${(cause as Error).message}`,
    )
  }
}

/** The title of the first licence, or its name if the title is only an address. */
function licenceOf(resource: DescriptorObject): string {
  const [licence = {}] = findObjects(resource, 'licenses')
  const title = findText(licence, 'title')
  const name = findText(licence, 'name')
  return (title === undefined || URL.canParse(title) ? (name ?? title) : title) ?? ''
}

function sourcesOf(resource: DescriptorObject): Dataset['sources'] {
  return findObjects(resource, 'sources').map((source) => ({
    title: findText(source, 'title') ?? '',
    path: findText(source, 'path') ?? '',
  }))
}

async function planUpdated(
  resource: DescriptorObject,
  members: DescriptorObject,
  at: Source['at'],
): Promise<Date> {
  const stated = [resource, members].flatMap((from) =>
    ['updated', 'modified', 'created'].flatMap((name) => findText(from, name) ?? []),
  )
  const date = stated.map((text) => new Date(text)).find((candidate) => !Number.isNaN(candidate.getTime()))
  return date ?? ('file' in at ? (await stat(at.file)).mtime : new Date(0))
}

/** The categories of a resource: from the curation, else from the resource (`category`, `keywords`), else its kind. */
function planCategories(
  resource: DescriptorObject,
  { name, kind, isTable }: { name: string; kind: DataKind; isTable: boolean },
  curation: Curation,
): [PackageGroup, ...PackageGroup[]] {
  const curated = Object.keys(curation.categories).find((title) => curation.categories[title]?.includes(name))
  const titles = curated === undefined ? statedTitles(resource) : [curated]
  const [first = kindTitle(kind, isTable), ...others] = titles
  return [groupOf(first), ...others.map(groupOf)]
}

function statedTitles(resource: DescriptorObject): string[] {
  const category = findText(resource, 'category')
  if (category !== undefined) return [category]
  const stated = resource.category ?? resource.categories ?? resource.keywords
  if (!Array.isArray(stated)) return []
  return [...new Set(stated.filter((item) => typeof item === 'string' && item.trim() !== ''))] as string[]
}

function kindTitle(kind: DataKind, isTable: boolean): string {
  if (kind === 'geojson' || kind === 'topojson') return 'Map'
  return isTable ? 'Table' : 'Document'
}

function groupOf(title: string): PackageGroup {
  return { key: slugOf(title), title: title.trim() }
}

const NOT_STATED: PackageGroup = { key: 'not-stated', title: 'Not stated' }

/** The publisher of a resource: from its first source, else `Not stated`. */
function planPublisher(resource: DescriptorObject, curation: Curation): PackageGroup {
  const [source] = findObjects(resource, 'sources')
  const title = source && findText(source, 'title')
  if (title === undefined) return NOT_STATED
  const name = findCurated(title, curation) ?? normaliseName(title)
  return { key: slugOf(name.replace(/^the /i, '')), title: name }
}

function findCurated(title: string, { publishers }: Curation): string | undefined {
  return Object.entries(publishers).find(([words]) => title.includes(words))?.[1]
}

/**
 * The publisher in the title of a source: `Gapminder Foundation - Life Expectancy (Data)` and `Gapminder Foundation` are the same, as are
 * `US Census Bureau` and `U.S. Census Bureau`.
 */
export function normaliseName(title: string): string {
  const text = title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\bUS(?= \p{Lu})/gu, 'U.S.')
  const [name = ''] = text.split(/ [-–—] |: |; | \(/)
  return name.trim().replace(/[,.;]+$/, '') || title.trim()
}

/** How to read the file of a resource, from its encoding, dialect and schema (Data Package, Table Dialect, Table Schema). */
function planReading(resource: DescriptorObject, kind: DataKind): SourceReading {
  const dialect = dialectOf(resource)
  return {
    kind,
    encoding: findText(resource, 'encoding') ?? 'utf-8',
    // Not `findText`, which does not return blank texts: a tab is a valid delimiter.
    delimiter: typeof dialect.delimiter === 'string' ? dialect.delimiter : kind === 'tsv' ? '\t' : ',',
    quote: findText(dialect, 'quoteChar') ?? '"',
    header: dialect.header !== false,
    fields: findObjects(objectOf(resource.schema), 'fields').map((field) => ({
      name: typeof field.name === 'string' ? field.name : '',
      type: findText(field, 'type') ?? 'any',
    })),
  }
}

/** The dialect: in its standard place, or under `csv`, where frictionless-py writes it. */
function dialectOf(resource: DescriptorObject): DescriptorObject {
  const dialect = objectOf(resource.dialect)
  return { ...dialect, ...objectOf(dialect.csv) }
}

function objectOf(value: ExactValue | undefined): DescriptorObject {
  return isObject(value) ? value : {}
}

/** A stable key for a name: lower case letters and digits, Latin ones without accents, everything else as single hyphens. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? 'unnamed'
}

/** A name as people would write it: `sp500_daily` and `londonBoroughs` become `Sp500 daily` and `London Boroughs`. */
export function readableName(name: string): string {
  const spaced = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
