import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A regular file of a site; undefined for anything else of that name, and if its path leads through a symbolic link, which may lead out of
 * the site.
 */
export function findOwnStats(site: string, path: string): Stats | undefined {
  if (isThroughLink(site, path)) return undefined
  try {
    const stats = lstatSync(join(site, path))
    return stats.isFile() ? stats : undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) return undefined
    throw error
  }
}

/** Whether the folder of a file is reached by a symbolic link below the site. */
export function isThroughLink(site: string, path: string): boolean {
  const folder = dirname(join(site, path))
  return existsSync(folder) && realpathSync(folder) !== join(realpathSync(site), dirname(path))
}
