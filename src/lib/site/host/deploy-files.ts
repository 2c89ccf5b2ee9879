import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  findDigest,
  parseChecksums,
  readTextFile,
  renderChecksums,
  writeWhole,
} from '../../snapshot/index.ts'
import type { PreflightProblem } from './preflight.ts'
import { deployNameOf } from './targets/text.ts'
import type { SiteFacts, Target } from './types.ts'

/** The folder next to a site with the files that deploy it, as an absolute path. */
export function deployFolderOf({ folder }: Pick<SiteFacts, 'folder'>): string {
  return join(dirname(folder), deployNameOf(folder))
}

type DeployFile = ReturnType<typeof planDeploy>[number]

/**
 * Plans the files that these targets need for deploying. A file that was written by this program and not edited has its checksum in
 * `SHA256SUMS` of that folder, which lists the last version made for each path, even if it was written under another name. Writes nothing. Paths are
 * below that folder: `nginx/mirror.conf`.
 */
export function planDeploy(targets: readonly Target[], facts: SiteFacts) {
  const folder = deployFolderOf(facts)
  const sums = findSums(folder)
  return targets.flatMap((target) =>
    target
      .render(facts)
      .filter(({ where }) => where === 'deploy')
      .map(({ path: name, content }) => {
        const path = `${target.name}/${name}`
        const isFree = (at: string) => isOurs(folder, at, [sums.get(at), hash('sha256', content)])
        const isNew = sums.get(path) !== hash('sha256', content)
        // `write`: there is no file, or one that this program wrote · `keep`: the file was written or edited by hand, and nothing has changed
        // since · `beside`: the same, but there is a new version, which is written next to it.
        return { path, content, action: isFree(path) ? 'write' : isNew ? 'beside' : 'keep' } as const
      }),
  )
}

// Anything but a regular file is left alone.
function isOurs(folder: string, path: string, sums: readonly (string | undefined)[]): boolean {
  const file = join(folder, path)
  if (!existsSync(file)) return true
  const sha256 = findDigest(file)?.sha256
  return sha256 !== undefined && sums.includes(sha256)
}

/** The targets whose files are now other ones than those that were last written for them: what was deployed with these is outdated. */
export function findOutdated(targets: readonly Target[], facts: SiteFacts): Target[] {
  const sums = findSums(deployFolderOf(facts))
  return targets.filter(
    (target) =>
      [...sums.keys()].some((path) => path.startsWith(`${target.name}/`)) &&
      planDeploy([target], facts).some(
        ({ path, content, action }) => action === 'write' && sums.get(path) !== hash('sha256', content),
      ),
  )
}

/** Writes the planned files. Returns the absolute paths of those that were written. */
export function writeDeploy(plan: readonly DeployFile[], facts: SiteFacts): string[] {
  const folder = deployFolderOf(facts)
  const sums = findSums(folder)
  const written = plan.flatMap(({ path, content, action }) => {
    const sha256 = hash('sha256', content)
    const place = placeOf(folder, { path, action }, sums, sha256)
    sums.set(path, sha256)
    if (place === undefined) return []
    sums.set(place, sha256)
    writeWhole(join(folder, place), content)
    return [join(folder, place)]
  })
  // Written last: if a run is killed before, the next one recognizes its files, because it writes the same bytes.
  if (plan.length > 0) writeWhole(join(folder, SUMS), renderChecksums(sums))
  return written
}

function placeOf(
  folder: string,
  { path, action }: Pick<DeployFile, 'path' | 'action'>,
  sums: ReadonlyMap<string, string>,
  sha256: string,
): string | undefined {
  if (action !== 'beside') return action === 'write' ? path : undefined
  let place = `${path}.new`
  for (let n = 2; !isOurs(folder, place, [sums.get(place), sha256]); n++) place = `${path}.new-${n}`
  return place
}

/** Problems to report before writing: files that were edited by hand, which are left unchanged. */
export function findEdited(plan: readonly DeployFile[], facts: SiteFacts): PreflightProblem[] {
  return plan
    .filter(({ action }) => action !== 'write')
    .map(({ path, action }) => {
      const file = join(deployFolderOf(facts), path)
      const rest =
        action === 'keep'
          ? 'It is left unchanged.'
          : `It is left unchanged; the new version is written to ${file}.new. Compare both and delete the one you do not want.`
      return {
        severity: 'warns',
        code: 'edited-file',
        message: `${file} was written or edited by hand. ${rest}`,
      }
    })
}

const SUMS = 'SHA256SUMS'

// If the list cannot be read, no file counts as written by this program.
function findSums(folder: string): Map<string, string> {
  try {
    return parseChecksums(readTextFile(join(folder, SUMS)))
  } catch {
    return new Map()
  }
}
