import { hash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the program. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The files that a built site depends on: code, templates, the files of `public`, and the versions of the packages. */
const SOURCES = ['src/**/*.*', 'public/**/*', 'scripts/job/*', 'package.json', 'package-lock.json']

/**
 * A checksum of the program: programs with the same checksum make the same site from the same snapshot. It includes the version of Node.js, which
 * sorts and formats texts, numbers and times.
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
 * A text that differs if the files of the program or its packages have changed, without reading them. Links, owners and permissions of the same
 * files may change (`cp -al`, `chown -R`, `chmod -R`).
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
