import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type DescriptorObject, findText } from './descriptor.ts'
import type { Source } from './source.ts'

/** A resource that cannot be published; the message is a clause that follows its name. */
export class Unpublishable extends Error {
  override name = 'Unpublishable'
}

/** Where the data of a resource is. Throws {@link Unpublishable} if it is not in one file of the package. */
export function locate(folder: string, resource: DescriptorObject): Source['at'] {
  if (resource.data !== undefined) return { text: inlineText(resource.data) }
  if (Array.isArray(resource.path))
    throw new Unpublishable('it consists of several files, which is not supported')
  const path = findText(resource, 'path')
  if (path === undefined) throw new Unpublishable('it has neither a "path" nor "data"')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) throw new Unpublishable(`it is outside the package, at ${path}`)
  if (/^[/\\~]/.test(path) || path.split(/[/\\]/).includes('..'))
    throw new Unpublishable(`its path ${path} leads outside the package`)
  // vega-datasets has its files in data/, but its paths do not say so.
  const file = [join(folder, path), join(folder, 'data', path)].find((candidate) => existsSync(candidate))
  if (file === undefined) throw new Unpublishable(`its file ${path} is missing`)
  if (!statSync(file).isFile()) throw new Unpublishable(`its path ${path} is not a file`)
  if (!realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`))
    throw new Unpublishable(`its path ${path} leads outside the package through a symbolic link`)
  return { file }
}

function inlineText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}
