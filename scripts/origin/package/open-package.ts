import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import {
  type Descriptor,
  type DescriptorObject,
  findText,
  PackageError,
  readDescriptor,
  Unpublishable,
} from './descriptor.ts'
import { type PlannedDataset, planDataset, readableName, type Setting } from './plan-dataset.ts'
import { curationOf, type DataPackage, type PackageGroup, type Skipped } from './types.ts'

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
  const planned: PlannedDataset[] = []
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
