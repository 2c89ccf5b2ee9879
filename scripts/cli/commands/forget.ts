import { quoteCode } from '../../../src/lib/interface/index.ts'
import {
  checkStateFolder,
  findCurrent,
  forgetVersions,
  type Generation,
  NoSnapshot,
  removeForgotten,
  type Version,
  withState,
} from '../../../src/lib/snapshot/index.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { type Invocation, printResult, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { whenFree } from '../restore.ts'
import { escapeControls, renderPlural } from '../terminal.ts'

/** Removes former versions of a dataset from the snapshot, and prints which. Resolves to how it ended. */
export async function runForgetCommand(invocation: Invocation): Promise<CommandEnding> {
  const { operand: code, only, reason, config, overrides } = invocation
  if (code === undefined) throw new UsageError('forget: name a dataset by its code.')
  const { state } = await loadSettings(config, overrides)
  checkStateFolder(state)
  const versions = await whenFree(invocation, () =>
    withState(state, async () => {
      const generation = findCurrent(state)
      if (generation === undefined) throw new NoSnapshot(state)
      const chosen = chooseVersions(generation, code, only)
      if (chosen.length === 0) removeForgotten(state, generation, code)
      else forgetVersions(state, generation, { code, versions: chosen, reason, now: new Date() })
      return chosen
    }),
  )
  printResult(invocation, { code, forgotten: versions }, () =>
    escapeControls(renderForgotten(code, versions)),
  )
  return 'complete'
}

/**
 * The former versions of a dataset that are to be removed: all, or those that `only` names by sha256 or time. None if they were removed before.
 * Throws UsageError if there is no such version, or if it is the current one.
 */
function chooseVersions({ manifest }: Generation, code: string, only: string | undefined): Version[] {
  const current = manifest.records.filter((record) => record.code === code)
  const history = manifest.history?.find((one) => one.code === code)
  if (current.length === 0 && history === undefined)
    throw new UsageError(`forget: the mirror has no dataset ${quoteCode(code)}.`)
  const matches = matcherOf(only)
  const isCurrent = ({ format, sha256 }: Pick<Version, 'format' | 'sha256'>) =>
    current.some((record) => record.format === format && record.sha256 === sha256)
  const found = (history?.versions ?? []).filter(matches)
  const chosen = found.filter((version) => !isCurrent(version))
  if (chosen.length > 0) return chosen
  if (history?.forgotten?.some(matches)) return []
  const isOfCurrent = current.some(({ sha256, firstSeen, fetchedAt }) => {
    const lastSeen = fetchedAt ?? ''
    return (
      only !== undefined &&
      sha256 !== undefined &&
      matches({ sha256, firstSeen: firstSeen ?? lastSeen, lastSeen })
    )
  })
  if (found.length > 0 || isOfCurrent)
    throw new UsageError(
      `forget: that is the current version of ${quoteCode(code)}, which only a crawl replaces. When the origin has other data, or has removed the dataset from its lists, crawl, then run forget again.`,
    )
  throw new UsageError(
    only === undefined
      ? `forget: ${quoteCode(code)} has no former versions.`
      : `forget: ${quoteCode(code)} has no former version ${JSON.stringify(only)}. Its versions are in versions.json beside its data.`,
  )
}

type Seen = Pick<Version, 'sha256' | 'firstSeen' | 'lastSeen'>

/** A day, a time, or at least eight digits of a sha256. */
function matcherOf(only: string | undefined): (version: Seen) => boolean {
  if (only === undefined) return () => true
  if (/^[\da-f]{8,64}$/i.test(only) && !/^\d{8}$/.test(only))
    return ({ sha256 }) => sha256.startsWith(only.toLowerCase())
  const from = Date.parse(only)
  if (Number.isNaN(from))
    throw new UsageError(
      `--only: expected a sha256, at least its first 8 digits, or a time such as 2026-11-25 or 2026-11-25T06:00:00Z, saw "${only}".`,
    )
  const until = from + (/^\d{4}-\d\d-\d\d$/.test(only) ? 24 * 3_600_000 - 1 : 0)
  return ({ firstSeen, lastSeen }) => Date.parse(firstSeen) <= until && Date.parse(lastSeen) >= from
}

function renderForgotten(code: string, versions: readonly Version[]): string {
  if (versions.length === 0)
    return `There is nothing to remove: these versions of ${quoteCode(code)} were removed on request before.`
  return [
    `Removed ${renderPlural(versions.length, 'former version')} of ${quoteCode(code)} from the snapshot:`,
    ...versions.map(
      ({ format, sha256, firstSeen, lastSeen }) => `  ${format} of ${daysOf(firstSeen, lastSeen)}, ${sha256}`,
    ),
    'The published site still has them. To publish without them: npm run mirror -- build, then deploy.',
    'Packs, backups, caches and the git history of a site are not changed: see docs/versions.md.',
  ].join('\n')
}

function daysOf(firstSeen: string, lastSeen: string): string {
  const [first, last] = [firstSeen, lastSeen].map((time) => time.slice(0, 10))
  return first === last ? `${first}` : `${first} to ${last}`
}
