import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findDigest } from '../../snapshot/index.ts'
import type { Verdict, VerifyFinding, VerifyNote } from './finding.ts'
import { findDeadLinks } from './links.ts'
import {
  findContradictions,
  isOfEarlierRun,
  readStatements,
  type Statements,
  UNSUMMED,
} from './statements.ts'

/**
 * Compares a published site with its own `SHA256SUMS`, `manifest.json` and `status.json`, and follows every link of its pages. Everything
 * that is wrong with the site is a finding, never an error.
 */
export function verifySite(site: string, now = new Date()): Verdict {
  const statements = readStatements(site)
  if (statements.sums === undefined && statements.manifest === undefined)
    return { files: 0, links: 0, findings: statements.findings, notes: [] }
  const walked = walk(site)
  const { files, odd, closed } = walked
  const unseen = [...(statements.sums?.keys() ?? [])].filter((path) =>
    closed.some((folder) => path.startsWith(folder)),
  )
  const { links, dead } = findDeadLinks(site, [...files, ...unseen])
  return {
    files: files.length,
    links,
    findings: [
      ...statements.findings,
      ...odd,
      ...(statements.sums
        ? [...findAltered(site, walked, statements.sums), ...findUnexpected(files, statements.sums)]
        : []),
      ...findContradictions(statements),
      ...dead,
    ],
    notes: notesOf(statements, now),
  }
}

function notesOf({ manifest, status }: Statements, now: Date): VerifyNote[] {
  if (status === undefined) return []
  const notes: VerifyNote[] = []
  if (now.getTime() > Date.parse(status.goodUntil))
    notes.push({
      code: 'outdated',
      message: `status.json was good until ${status.goodUntil}: no run has reached the origin since ${status.answeredAt ?? status.triedAt}, so the mirror may be outdated.`,
    })
  if (manifest !== undefined && isOfEarlierRun(manifest, status))
    notes.push({
      code: 'earlier-status',
      message: `status.json is that of an earlier run (${status.generation}) than manifest.json (${manifest.generation}): a build or an upload was interrupted between the two. Build, or upload the site again.`,
    })
  return notes
}

interface Walked {
  readonly files: string[]
  readonly odd: VerifyFinding[]
  /** Folders that cannot be read, with a slash at the end. */
  readonly closed: string[]
}

// Lists the files of a site, and everything that is neither a file nor a folder: a link may lead outside it, and a pipe never ends.
function walk(site: string): Walked {
  const walked: Walked = { files: [], odd: [], closed: [] }
  const look = (folder: string) => {
    for (const entry of entriesOf(site, folder, walked)) {
      const path = `${folder}${entry.name}`
      if (entry.isDirectory()) look(`${path}/`)
      else if (entry.isFile()) walked.files.push(path)
      else
        walked.odd.push({
          kind: 'unexpected',
          path,
          message: 'It is a link or a device, not a regular file.',
        })
    }
  }
  look('')
  walked.files.sort()
  return walked
}

function entriesOf(site: string, folder: string, { odd, closed }: Walked): Dirent[] {
  try {
    return readdirSync(join(site, folder), { withFileTypes: true })
  } catch (error) {
    closed.push(folder)
    odd.push({ kind: 'unreadable', path: folder, message: (error as Error).message })
    return []
  }
}

function findAltered(
  site: string,
  { files, closed }: Walked,
  sums: ReadonlyMap<string, string>,
): VerifyFinding[] {
  const there = new Set(files)
  return [...sums].flatMap(([path, sha256]): VerifyFinding[] => {
    if (closed.some((folder) => path.startsWith(folder))) return []
    const missing: VerifyFinding = {
      kind: 'missing',
      path,
      message: 'SHA256SUMS lists it, but it is missing.',
    }
    if (!there.has(path)) return [missing]
    try {
      const found = findDigest(join(site, path))
      if (found === undefined) return [missing]
      if (found.sha256 === sha256) return []
      return [
        { kind: 'altered', path, message: `Its sha256 is ${found.sha256}, SHA256SUMS lists ${sha256}.` },
      ]
    } catch (error) {
      return [{ kind: 'unreadable', path, message: (error as Error).message }]
    }
  })
}

function findUnexpected(files: readonly string[], sums: ReadonlyMap<string, string>): VerifyFinding[] {
  return files
    .filter((path) => !sums.has(path) && !UNSUMMED.includes(path))
    .map((path) => ({ kind: 'unexpected', path, message: 'SHA256SUMS does not list it.' }))
}
