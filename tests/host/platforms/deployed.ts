import { cpSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Target } from '../../../src/lib/site/host/types.ts'
import type { Answer } from '../cases/case.ts'
import { copyOf } from '../site.ts'

/** A copy of a site in `folder`/dist with what the target needs, and `deploy/` beside it. Gives the folder of the copy. */
export function deployed(site: string, folder: string, target: Target, base = '/'): string {
  const copy = copyOf(site, folder)
  for (const { where, path, content } of target.render({ folder: copy, base })) {
    const file = join(where === 'site' ? copy : join(folder, 'deploy', target.name), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return copy
}

/**
 * As {@link deployed}, for a host that knows one folder: under a base the site lies in it at that path, and the files for the
 * host beside it, as its docs say. Gives the folder that is uploaded, and that of the site in it.
 */
export function deployedUnder(
  site: string,
  folder: string,
  target: Target,
  base: string,
): { root: string; site: string } {
  const copy = deployed(site, folder, target, base)
  if (base === '/') return { root: copy, site: copy }
  const root = join(folder, 'upload')
  cpSync(join(folder, 'deploy', target.name), root, { recursive: true })
  cpSync(join(copy, '404.html'), join(root, '404.html'))
  renameSync(copy, join(root, base.slice(1, -1)))
  return { root, site: join(root, base) }
}

/** The bytes of a file of a site by its real name; undefined when there is none. */
export function findFile(site: string, path: string): Buffer | undefined {
  const file = join(site, path)
  try {
    return statSync(file).isFile() ? readFileSync(file) : undefined
  } catch {
    return undefined
  }
}

/** An answer of an imitation. Header names are in lower case, as in what `node:http` reads. */
export function answerOf(status: number, headers: Record<string, string>, body?: Buffer): Answer {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { status, headers: Object.fromEntries(lower), body: body ?? Buffer.alloc(0) }
}

/** The names of a percent-encoded path, or undefined. A name a host cannot have is not there. */
export function decodePath(path: string): string | undefined {
  try {
    const names = path.split('/').map(decodeURIComponent)
    return names.every((name) => !/[/\0]|^\.\.?$/.test(name)) ? names.join('/') : undefined
  } catch {
    return undefined
  }
}

/** Cases about what no imitation can show: how the host's own servers send a file once they know which. */
export const OWN_SERVERS =
  /^(?:answers (?:304|416|HEAD)|has an ETag|takes If-None-Match|sends the (?:bytes a range|whole|same bytes)|lets a program read a column)/
