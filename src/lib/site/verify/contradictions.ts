import { type Manifest, STATES, type Status } from '../../snapshot/index.ts'
import type { VerifyFinding } from './finding.ts'
import type { Statements } from './statements.ts'

/** Where the statements of a site do not agree with each other. */
export function findContradictions({
  sums,
  manifest,
  status,
}: Omit<Statements, 'findings'>): VerifyFinding[] {
  return [
    ...(sums && manifest ? ofRecords(manifest, sums) : []),
    ...(manifest && status ? ofStatus(manifest, status) : []),
  ]
}

function ofRecords({ records }: Manifest, sums: ReadonlyMap<string, string>): VerifyFinding[] {
  return records
    .filter(({ path, sha256 }) => sha256 !== sums.get(path))
    .map(({ path, sha256 }) => ({
      kind: 'contradiction',
      path,
      message: `manifest.json has ${sha256 ?? 'no such file'}, SHA256SUMS has ${sums.get(path) ?? 'no such file'}.`,
    }))
}

function ofStatus(manifest: Manifest, status: Status): VerifyFinding[] {
  const problems = (wanted: string) => manifest.problems.filter(({ severity }) => severity === wanted).length
  const pairs: [what: string, status: unknown, manifest: unknown][] = [
    ['generation', status.generation, manifest.generation],
    ['crawledAt', status.crawledAt, manifest.completedAt],
    ['gaps', status.gaps, problems('gap')],
    ['warnings', status.warnings, problems('warning')],
    ...STATES.map((state): [string, unknown, unknown] => [
      `counts.${state}`,
      status.counts?.[state],
      manifest.counts[state],
    ]),
    ...(status.outcome === 'complete' || status.outcome === 'gaps'
      ? [['outcome', status.outcome, manifest.complete ? 'complete' : 'gaps'] as [string, unknown, unknown]]
      : []),
  ]
  return pairs
    .filter(([, said, held]) => said !== held)
    .map(([what, said, held]) => ({
      kind: 'contradiction',
      path: 'status.json',
      message: `It has ${what}: ${JSON.stringify(said) ?? 'nothing'}, manifest.json has ${JSON.stringify(held) ?? 'nothing'}.`,
    }))
}
