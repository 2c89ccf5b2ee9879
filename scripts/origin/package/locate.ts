import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type DescriptorObject, findText } from './descriptor.ts'
import type { Source } from './source.ts'

/** A resource that cannot be published; the message is the reason, worded to follow its name. */
export class Unpublishable extends Error {
  override name = 'Unpublishable'
}

/** Where the data of a resource lies. Throws {@link Unpublishable} when it is not in one file of the package. */
export function locate(folder: string, resource: DescriptorObject): Source['at'] {
  if (resource.data !== undefined) return { text: inlineText(resource.data) }
  if (Array.isArray(resource.path)) throw new Unpublishable('it is in several files, which are not joined')
  const path = findText(resource, 'path')
  if (path === undefined) throw new Unpublishable('it has neither a "path" nor "data"')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) throw new Unpublishable(`it is not in the package but at ${path}`)
  if (/^[/\\~]/.test(path) || path.split(/[/\\]/).includes('..'))
    throw new Unpublishable(`its path ${path} leads out of the package`)
  // vega-datasets keeps its files in data/ and names them without it.
  const file = [join(folder, path), join(folder, 'data', path)].find((candidate) => existsSync(candidate))
  if (file === undefined) throw new Unpublishable(`its file ${path} is missing`)
  if (!statSync(file).isFile()) throw new Unpublishable(`its path ${path} is no file`)
  if (!realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`))
    throw new Unpublishable(`its path ${path} leads out of the package by a symbolic link`)
  return { file }
}

function inlineText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}
