import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { findDigest } from '../../snapshot/index.ts'
import { findContradictions } from './contradictions.ts'
import type { Finding, Verdict } from './finding.ts'
import { findDeadLinks } from './links.ts'
import { readStatements, type Statements, UNSUMMED } from './statements.ts'

/**
 * Holds a published site against its own `SHA256SUMS`, `manifest.json` and `status.json`, and follows every link of its pages.
 * Whatever is wrong with the site is a finding; nothing in it makes this throw.
 */
export function verifySite(site: string, now = new Date()): Verdict {
  const statements = readStatements(site)
  if (statements.sums === undefined && statements.manifest === undefined)
    return { files: 0, links: 0, findings: statements.findings, notes: [] }
  const { files, odd } = walk(site)
  const { links, dead } = findDeadLinks(site, files)
  return {
    files: files.length,
    links,
    findings: [
      ...statements.findings,
      ...odd,
      ...(statements.sums
        ? [...findAltered(site, files, statements.sums), ...findUnexpected(files, statements.sums)]
        : []),
      ...findContradictions(statements),
      ...dead,
    ],
    notes: notesOf(statements, now),
  }
}

function notesOf({ status }: Statements, now: Date): string[] {
  if (status === undefined || now.getTime() <= Date.parse(status.goodUntil)) return []
  return [
    `status.json was good until ${status.goodUntil}: no run has reached the origin since ${status.answeredAt ?? status.triedAt}, so the mirror may be out of date.`,
  ]
}

// The files of a site, and what is neither a file nor a folder: a link may lead anywhere, and a pipe never ends.
function walk(site: string): { files: string[]; odd: Finding[] } {
  const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  )
  const pathOf = (entry: (typeof entries)[number]) =>
    relative(site, join(entry.parentPath, entry.name)).split(sep).join('/')
  return {
    files: entries
      .filter((entry) => entry.isFile())
      .map(pathOf)
      .sort(),
    odd: entries
      .filter((entry) => !entry.isFile())
      .map((entry) => ({
        kind: 'unexpected',
        path: pathOf(entry),
        message: 'It is a link or a device, not a file.',
      })),
  }
}

function findAltered(site: string, files: readonly string[], sums: ReadonlyMap<string, string>): Finding[] {
  const there = new Set(files)
  return [...sums].flatMap(([path, sha256]): Finding[] => {
    const missing: Finding = { kind: 'missing', path, message: 'SHA256SUMS names it, but it is not there.' }
    if (!there.has(path)) return [missing]
    try {
      const found = findDigest(join(site, path))
      if (found === undefined) return [missing]
      if (found.sha256 === sha256) return []
      return [{ kind: 'altered', path, message: `Its sha256 is ${found.sha256}, SHA256SUMS says ${sha256}.` }]
    } catch (error) {
      return [{ kind: 'unreadable', path, message: (error as Error).message }]
    }
  })
}

function findUnexpected(files: readonly string[], sums: ReadonlyMap<string, string>): Finding[] {
  return files
    .filter((path) => !sums.has(path) && !UNSUMMED.includes(path))
    .map((path) => ({ kind: 'unexpected', path, message: 'SHA256SUMS does not name it.' }))
}
