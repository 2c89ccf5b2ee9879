import * as v from 'valibot'
import { parseBaseAddress } from '../interface/index.ts'

/** Names in version 1 of the manifest and the status, with the names since version 2. */
const STATES: Readonly<Record<string, string>> = { kept: 'stale', quarantined: 'missing' }

type Fields = Record<string, unknown>

/**
 * The json value of a manifest or a status, in version 2. Version 1 is converted: the states `kept` and `quarantined` to `stale` and
 * `missing`, `hole` to `gap`; so is the sentence that early versions wrote as the evidence of the codes. Validates nothing else.
 */
export function upgradeMachineFile(value: unknown): unknown {
  if (!isObject(value)) return value
  if (value.manifest === 1) return upgradeEvidence(upgradeManifest(value))
  if (value.manifest === 2) return upgradeEvidence(value)
  return value.status === 1 && typeof value.triedAt === 'string' ? upgradeStatus(value) : value
}

/** A manifest of a version that this program does not know yet: a newer program wrote it. */
export class LaterManifest extends Error {
  override name = 'LaterManifest'
}

/** Throws {@link LaterManifest} if a json value is a manifest of a later version than this program reads. */
export function checkNotLater(value: unknown): void {
  if (!isObject(value) || typeof value.manifest !== 'number' || value.manifest <= 2) return
  throw new LaterManifest(
    `It was written by a newer version of the program ("manifest": ${value.manifest}; this version reads up to 2). Upgrade the program.`,
  )
}

/** Converts a record to version 2 of the manifest. */
export function upgradeRecord<T>(record: T): T {
  if (!isObject(record) || typeof record.state !== 'string') return record
  const state = STATES[record.state]
  return state === undefined ? record : { ...record, state }
}

function upgradeManifest({ counts, problems, records, ...rest }: Fields): Fields {
  return {
    ...rest,
    manifest: 2,
    counts: upgradeCounts(counts),
    problems: Array.isArray(problems) ? problems.map(upgradeProblem) : problems,
    records: Array.isArray(records) ? records.map(upgradeRecord) : records,
  }
}

// The sentence about a configured field is known, because it decides whether the field is found again.
function upgradeEvidence(manifest: Fields): Fields {
  const { codes } = manifest
  if (!isObject(codes) || typeof codes.evidence !== 'string') return manifest
  const text = codes.evidence
  const isConfigured = text === 'the config names the field'
  const evidence = isConfigured ? { code: 'config' } : { code: 'sentence', facts: { text } }
  return { ...manifest, codes: { ...codes, evidence } }
}

function upgradeStatus({ counts, holes, outcome, ...rest }: Fields): Fields {
  return {
    ...rest,
    status: 2,
    outcome: outcome === 'holes' ? 'gaps' : outcome,
    ...(counts !== undefined && { counts: upgradeCounts(counts) }),
    gaps: holes,
  }
}

function upgradeProblem(problem: unknown): unknown {
  return isObject(problem) && problem.severity === 'hole' ? { ...problem, severity: 'gap' } : problem
}

function upgradeCounts(counts: unknown): unknown {
  if (!isObject(counts)) return counts
  return Object.fromEntries(Object.entries(counts).map(([state, count]) => [STATES[state] ?? state, count]))
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** In hex. */
export const sha256Field = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** ISO 8601 in UTC. */
export const timeField = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'expected a time'),
  v.metadata({ format: 'date-time' }),
)
/** How far clocks may differ, in ms. */
const DAY = 24 * 3_600_000

/** Whether a time is later than clocks that differ can explain. The clock that stated it, or that of this machine, was wrong. */
export function isInFuture(time: string, now: Date): boolean {
  return Date.parse(time) > now.getTime() + DAY
}

/** Shown as a link, so only http and https. */
export const addressField = v.pipe(v.string(), v.regex(/^https?:\/\//))
export const baseField = v.pipe(v.string(), v.check(isBase, 'expected a base address'))
/** The values in a message, so it can be worded in any language: `status` 404, `to` an address. */
export const factsField = v.record(v.string(), v.union([v.string(), v.number()]))

function isBase(text: string): boolean {
  try {
    return parseBaseAddress(text) === text
  } catch {
    return false
  }
}
