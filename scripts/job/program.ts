import { hash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the program. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The files that a built site depends on: code, templates, the files of `public`, and the versions of the packages. */
const SOURCES = ['src/**/*.*', 'public/**/*', 'scripts/job/*', 'package.json', 'package-lock.json']

/**
 * A checksum of the program: two programs with the same one make the same site of the same snapshot. The version of Node.js is part of
 * it, since Node.js sorts and formats texts, numbers and times.
 */
export function identifyProgram(node = process.version): string {
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return hash(
    'sha256',
    [node, ...files.map((file) => `${hash('sha256', readFileSync(file))} ${file.slice(ROOT.length)}`)].join(
      '\n',
    ),
  )
}

/** The folder itself, which an upgrade may replace by another one of the same name. */
const FOLDER = identifyFolder()

/**
 * Whether the folder of the program, or a file of it or of its packages, was changed or replaced after `time`, in ms since 1970: by an
 * upgrade, for example. A copy may keep the old time of its content, but not the time at which it was put there (`ctime`).
 */
export function isChangedSince(time: number): boolean {
  if (identifyFolder() !== FOLDER) return true
  return globSync([...SOURCES, 'scripts/**/*', 'node_modules', 'node_modules/.package-lock.json'], {
    cwd: ROOT,
  }).some((file) => {
    const stats = statSync(join(ROOT, file), { throwIfNoEntry: false })
    return stats !== undefined && Math.max(stats.mtimeMs, stats.ctimeMs) > time
  })
}

function identifyFolder(): string {
  const stats = statSync(ROOT, { throwIfNoEntry: false })
  return `${stats?.dev}-${stats?.ino}`
}

const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Name and version of this program, as in manifests and the User-Agent header. */
export const TOOL = `${name}/${version}`

/** The value of the User-Agent header (RFC 9110, 10.1.5). */
export function userAgent(contact: string | undefined): string {
  return contact === undefined ? TOOL : `${TOOL} (+${contact})`
}
