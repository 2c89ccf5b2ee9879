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
