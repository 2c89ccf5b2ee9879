import { join } from 'node:path'
import { MOST_SMALL_JSON } from '../../reading/json/bounded.ts'
import {
  type Changes,
  compareGenerationIds,
  differencesFilesOf,
  isAbsent,
  isGenerationId,
  type Manifest,
  NotAFile,
  parseChecksums,
  readJsonFile,
  readManifest,
  readTextFile,
  STATES,
  type State,
  type Status,
  UnreadableFile,
  upgradeMachineFile,
  versionFilesOf,
} from '../../snapshot/index.ts'
import { PROOFS } from '../proof/sign-site.ts'

/** What a site states about itself. A statement that is missing or unreadable is left out and is a finding. */
export interface Statements {
  readonly sums?: ReadonlyMap<string, string>
  readonly manifest?: Manifest
  readonly status?: Status
  readonly findings: readonly VerifyFinding[]
  /** Why the first statement that this user or the disk cannot read is not read. */
  readonly fault?: UnreadableFile
}

/**
 * Files without a checksum: the list of checksums itself, the files that contain the time of the run, and those that certify these, which a
 * site may have.
 */
export const UNSUMMED: readonly string[] = ['SHA256SUMS', 'manifest.json', 'status.json', ...PROOFS]

export function readStatements(site: string): Statements {
  const findings: VerifyFinding[] = []
  let fault: UnreadableFile | undefined
  const read = <T>(path: string, load: (file: string) => T, summed = false): T | undefined => {
    try {
      return load(join(site, path))
    } catch (error) {
      if (error instanceof UnreadableFile) fault ??= error
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
  const sums = read('SHA256SUMS', (file) => parseChecksums(readTextFile(file)))
  const manifest = read('manifest.json', readManifest)
  const status = read('status.json', readStatus)
  read('changes.json', readChanges, true)
  return {
    ...(sums && { sums }),
    ...(manifest && { manifest }),
    ...(status && { status }),
    findings,
    ...(fault && { fault }),
  }
}

const TIMES = ['triedAt', 'goodUntil', 'answeredAt', 'crawledAt', 'completeAt', 'staleSince'] as const

function readStatus(file: string): Status {
  const status = upgradeMachineFile(readJsonFile(file, MOST_SMALL_JSON)) as Status | null
  if (status?.status !== 2)
    throw new Error(
      `It is not a status of this program (expected "status": 2, saw ${JSON.stringify(status?.status)}).`,
    )
  for (const time of TIMES) {
    const isOptional = time !== 'triedAt' && time !== 'goodUntil'
    if (!(isOptional && status[time] === undefined) && Number.isNaN(Date.parse(`${status[time]}`)))
      throw new Error(`Its ${time} is not a valid time.`)
  }
  return status
}

function readChanges(file: string): void {
  const changes = readJsonFile(file) as Partial<Changes> | null
  if (changes?.changes !== 1 || !Array.isArray(changes.runs))
    throw new Error(
      `It is not a list of changes of this program (expected "changes": 1, saw ${JSON.stringify(changes?.changes)}).`,
    )
}

/** The contradictions between the statements of a site. */
export function findContradictions({
  sums,
  manifest,
  status,
}: Omit<Statements, 'findings' | 'fault'>): VerifyFinding[] {
  return [
    ...(sums && manifest ? ofRecords(manifest, sums) : []),
    ...(manifest && status ? ofStatus(manifest, status) : []),
  ]
}

function ofRecords(manifest: Manifest, sums: ReadonlyMap<string, string>): VerifyFinding[] {
  return [...manifest.records, ...differencesFilesOf(manifest), ...versionFilesOf(manifest)]
    .filter(({ path, sha256 }) => sha256 !== sums.get(path))
    .map(({ path, sha256 }) => ({
      kind: 'contradiction',
      path,
      message: `manifest.json has ${sha256 ?? 'no such file'}, SHA256SUMS has ${sums.get(path) ?? 'no such file'}.`,
    }))
}

/** The states of a copy that is current. Which of them it has depends on the run, not on the data. */
const CURRENT: readonly State[] = ['fetched', 'unchanged', 'unasked']

/**
 * Whether a status is that of an earlier run than the manifest. Where a run changed no data, a build replaces `manifest.json`, then
 * `status.json`, so an interruption between the two leaves the status of the run before. Generations decide the order, because the clock may
 * have been set back between the two runs.
 */
export function isOfEarlierRun({ generation }: Manifest, status: Status): boolean {
  const { generation: earlier = '' } = status
  return isGenerationId(earlier) && compareGenerationIds(earlier, generation) < 0
}

function ofStatus(manifest: Manifest, status: Status): VerifyFinding[] {
  const problems = (wanted: string) => manifest.problems.filter(({ severity }) => severity === wanted).length
  const isEarlier = isOfEarlierRun(manifest, status)
  const others = STATES.filter((state) => !isEarlier || !CURRENT.includes(state)).map((state) => [state])
  const groups: (readonly State[])[] = isEarlier ? [CURRENT, ...others] : others
  const count = (counts: Status['counts'], group: readonly State[]) =>
    counts && group.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const pairs: [what: string, status: unknown, manifest: unknown][] = [
    ...(isEarlier
      ? []
      : ([
          ['generation', status.generation, manifest.generation],
          ['crawledAt', status.crawledAt, manifest.completedAt],
        ] as [string, unknown, unknown][])),
    ['gaps', status.gaps, problems('gap')],
    ['warnings', status.warnings, problems('warning')],
    ...groups.map((group): [string, unknown, unknown] => [
      `counts.${group.join('+')}`,
      count(status.counts, group),
      count(manifest.counts, group),
    ]),
    ...(status.outcome === 'complete' || status.outcome === 'gaps'
      ? [['outcome', status.outcome, manifest.complete ? 'complete' : 'gaps'] as [string, unknown, unknown]]
      : []),
  ]
  return pairs
    .filter(([, stated, expected]) => stated !== expected)
    .map(([what, stated, expected]) => ({
      kind: 'contradiction',
      path: 'status.json',
      message: `It has ${what}: ${JSON.stringify(stated) ?? 'nothing'}, manifest.json has ${JSON.stringify(expected) ?? 'nothing'}.`,
    }))
}

/** The stable names of the findings; docs/commands.md describes each. */
export const FINDING_KINDS = [
  'missing',
  'unreadable',
  'altered',
  'unexpected',
  'dead link',
  'contradiction',
] as const

/** A difference between a published site and what it states about itself. */
export interface VerifyFinding {
  readonly kind: (typeof FINDING_KINDS)[number]
  readonly path: string
  readonly message: string
}

/** The stable names of the notes; docs/commands.md describes each. */
export const VERIFY_NOTE_CODES = ['outdated', 'future', 'earlier-status', 'unsigned'] as const

/** Something that a person should know, although no file is at fault. */
export interface VerifyNote {
  readonly code: (typeof VERIFY_NOTE_CODES)[number]
  readonly message: string
}

/** The result of verifying a site. */
export interface Verdict {
  readonly files: number
  readonly links: number
  readonly findings: readonly VerifyFinding[]
  readonly notes: readonly VerifyNote[]
}
