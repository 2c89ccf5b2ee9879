import { stat } from 'node:fs/promises'
import { findCodeProblem, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import { readableName } from '../text/slug.ts'
import { planCategories } from './category.ts'
import { type Content, parseContent } from './content.ts'
import type { Curation } from './curation.ts'
import { type DescriptorObject, findObjects, findText } from './descriptor.ts'
import { findKind, nameFormat } from './kind.ts'
import { locate, Unpublishable } from './locate.ts'
import { planPublisher } from './publisher.ts'
import { planReading } from './reading.ts'
import { decode, readBytes, type Source, type SourceReading } from './source.ts'
import type { Dataset, PackageGroup } from './types.ts'

/** Shared by the resources of one package. */
export interface Setting {
  readonly folder: string
  readonly members: DescriptorObject
  readonly curation: Curation
}

/** A dataset with its groups, from which the lists of groups are made. */
export interface PlannedDataset {
  readonly dataset: Dataset
  readonly categories: readonly PackageGroup[]
  readonly oiv: PackageGroup
}

/** Plans how to publish a resource, reading its data once. Throws {@link Unpublishable} with the reason if it cannot be published. */
export async function planDataset(resource: DescriptorObject, setting: Setting): Promise<PlannedDataset> {
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

/** The code is the resource's `code`, else its name, including spaces. */
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
