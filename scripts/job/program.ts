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

/**
 * Tells one state of the folder of the program, its files and its packages from another one, without reading them. Other links, owners and
 * permissions of the same files (`cp -al`, `chown -R`, `chmod -R`) are no other state.
 */
export function programState(): string {
  const files = globSync([...SOURCES, 'scripts/**/*', 'node_modules', 'node_modules/.package-lock.json'], {
    cwd: ROOT,
  }).sort()
  return ['.', ...files]
    .map((file) => {
      const stats = statSync(join(ROOT, file), { throwIfNoEntry: false })
      // The state and the site may be written into the folder itself.
      const content = file === '.' ? '' : `${stats?.size} ${stats?.mtimeMs}`
      return `${file} ${stats?.dev} ${stats?.ino} ${content}`
    })
    .join('\n')
}

const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Name and version of this program, as in manifests and the User-Agent header. */
export const TOOL = `${name}/${version}`

/** The value of the User-Agent header (RFC 9110, 10.1.5). */
export function userAgent(contact: string | undefined): string {
  return contact === undefined ? TOOL : `${TOOL} (+${contact})`
}
