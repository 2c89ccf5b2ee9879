import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDigest, parseManifest } from '../../snapshot/index.ts'
import { parseChecksums } from '../checksums.ts'
import { listFiles } from '../publish.ts'
import { findDeadLinks } from './links.ts'

/** Something in a published site that is not as the site says. */
export interface Finding {
  readonly kind: 'missing' | 'altered' | 'unexpected' | 'dead link' | 'contradiction'
  readonly path: string
  readonly message: string
}

export interface Verdict {
  readonly files: number
  readonly links: number
  readonly findings: readonly Finding[]
}

/** Files no checksum vouches for: the one that holds the checksums, and the one that holds the clock. */
const UNSUMMED = ['SHA256SUMS', 'manifest.json']

/** Holds a published site against its own `SHA256SUMS` and `manifest.json`, and follows every link of its pages. */
export function verifySite(site: string): Verdict {
  const absent = UNSUMMED.filter((name) => !existsSync(join(site, name)))
  if (absent.length > 0)
    return {
      files: 0,
      links: 0,
      findings: absent.map((path) => ({
        kind: 'missing',
        path,
        message: 'The file is not there; is this the folder of a mirror?',
      })),
    }
  const sums = parseChecksums(readFileSync(join(site, 'SHA256SUMS'), 'utf8'))
  const files = listFiles(site)
  const { links, dead } = findDeadLinks(site, files)
  return {
    files: files.length,
    links,
    findings: [
      ...findAltered(site, sums),
      ...findUnexpected(files, sums),
      ...findContradictions(site, sums),
      ...dead,
    ],
  }
}

function findAltered(site: string, sums: ReadonlyMap<string, string>): Finding[] {
  return [...sums].flatMap(([path, sha256]): Finding[] => {
    const found = findDigest(join(site, path))
    if (found === undefined)
      return [{ kind: 'missing', path, message: 'SHA256SUMS names it, but it is not there.' }]
    if (found.sha256 === sha256) return []
    return [{ kind: 'altered', path, message: `Its sha256 is ${found.sha256}, SHA256SUMS says ${sha256}.` }]
  })
}

function findUnexpected(files: readonly string[], sums: ReadonlyMap<string, string>): Finding[] {
  return files
    .filter((path) => !sums.has(path) && !UNSUMMED.includes(path))
    .map((path) => ({ kind: 'unexpected', path, message: 'SHA256SUMS does not name it.' }))
}

function findContradictions(site: string, sums: ReadonlyMap<string, string>): Finding[] {
  const { records } = parseManifest(readFileSync(join(site, 'manifest.json'), 'utf8'), 'manifest.json')
  return records
    .filter(({ path, sha256 }) => sha256 !== sums.get(path))
    .map(({ path, sha256 }) => ({
      kind: 'contradiction',
      path,
      message: `manifest.json says ${sha256 ?? 'there is no file'}, SHA256SUMS says ${sums.get(path) ?? 'there is no file'}.`,
    }))
}
