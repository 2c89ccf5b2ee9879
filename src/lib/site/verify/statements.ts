import { join } from 'node:path'
import {
  isAbsent,
  type Manifest,
  NotAFile,
  parseMachineFile,
  parseManifest,
  readTextFile,
  type Status,
} from '../../snapshot/index.ts'
import { parseChecksums } from '../checksums.ts'
import type { VerifyFinding } from './finding.ts'

/** What a site says of itself; what it does not say, or not in words of ours, is left out and found. */
export interface Statements {
  readonly sums?: ReadonlyMap<string, string>
  readonly manifest?: Manifest
  readonly status?: Status
  readonly findings: readonly VerifyFinding[]
}

/** Files no checksum vouches for: the one that holds the checksums, and those that hold clocks. */
export const UNSUMMED: readonly string[] = ['SHA256SUMS', 'manifest.json', 'status.json']

/** Reads the statements of a site. */
export function readStatements(site: string): Statements {
  const findings: VerifyFinding[] = []
  const read = <T>(path: string, parse: (text: string) => T, summed = false): T | undefined => {
    try {
      return parse(readTextFile(join(site, path)))
    } catch (error) {
      if (!isAbsent(error) || error instanceof NotAFile)
        findings.push({ kind: 'unreadable', path, message: (error as Error).message })
      else if (!summed)
        findings.push({
          kind: 'missing',
          path,
          message: 'The file is missing. Is this the folder of a mirror?',
        })
      return undefined
    }
  }
  const sums = read('SHA256SUMS', parseChecksums)
  const manifest = read('manifest.json', parseManifest)
  const status = read('status.json', parseStatus)
  read('changes.json', parseChanges, true)
  return { ...(sums && { sums }), ...(manifest && { manifest }), ...(status && { status }), findings }
}

function parseStatus(text: string): Status {
  const status = parseMachineFile(text) as Status | null
  if (status?.status !== 2)
    throw new Error(
      `It is not a status of this program (expected "status": 2, saw ${JSON.stringify(status?.status)}).`,
    )
  for (const time of ['triedAt', 'goodUntil'] as const)
    if (Number.isNaN(Date.parse(status[time]))) throw new Error(`Its ${time} is not a valid time.`)
  return status
}

function parseChanges(text: string): void {
  const changes = JSON.parse(text)
  if (changes?.changes !== 1 || !Array.isArray(changes.runs))
    throw new Error(
      `It is not a list of changes of this program (expected "changes": 1, saw ${JSON.stringify(changes?.changes)}).`,
    )
}
