import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseChecksums } from './checksums.ts'

/** What a published site says of its files: sha256 by path; nothing when there is none, or it cannot be read. */
export function findPublished(site: string): Map<string, string> {
  try {
    return parseChecksums(readFileSync(join(site, 'SHA256SUMS'), 'utf8'))
  } catch {
    return new Map()
  }
}

/** Why a folder must not be replaced by a site, or undefined when it may: only our own sites and empty folders are. */
export function findForeignContent(out: string): string | undefined {
  if (!existsSync(out)) return undefined
  if (!statSync(out).isDirectory()) return `${out} is a file. Name a folder with --out.`
  const names = readdirSync(out)
  if (names.length === 0 || (names.includes('manifest.json') && names.includes('SHA256SUMS')))
    return undefined
  return `${out} holds files that this program did not write (${names.slice(0, 3).join(', ')}). Name another folder with --out, or empty it.`
}

/** Puts a finished site in the place of the published one. A reader sees the one or the other, but for the instant between two renames. */
export function swapSite(built: string, out: string, old: string): void {
  if (existsSync(out)) renameSync(out, old)
  renameSync(built, out)
}
