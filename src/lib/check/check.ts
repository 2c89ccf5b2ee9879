import { parseDatasetCode } from '../interface/index.ts'
import { type Against, compareAgainst } from './against.ts'
import { askAll } from './ask-all.ts'
import { type Asker, openAsker } from './asker.ts'
import type { CheckEvent } from './check-event.ts'
import type { CheckOptions } from './check-options.ts'
import { chooseResources } from './choose.ts'
import { findBase } from './find-base.ts'
import { type CheckedPromise, type HostKind, judgeChecks } from './judge-checks.ts'
import { planResources, planSite } from './plan.ts'
import { isForRules, openOverlook, type PreparedHost } from './prepared.ts'
import { findGeneration, type ReadSite, readSite } from './read-site.ts'
import { openReport } from './report.ts'

export interface CheckReport {
  /** The address of the site. */
  readonly site: string
  readonly generation?: string
  readonly host: HostKind
  /** Names of the hosts that the site was prepared for. */
  readonly hosts: readonly string[]
  readonly datasets: number
  readonly of: number
  readonly seed: string
  readonly requests: number
  readonly bytes: number
  readonly promises: readonly CheckedPromise[]
  readonly against?: Against
  /** Remarks for people, in sentences. */
  readonly notes: readonly string[]
}

/** Checks a published mirror over HTTP. Throws {@link SiteUnreachable} if it does not answer. */
export async function checkMirror(
  options: CheckOptions,
  on: (event: CheckEvent) => void,
): Promise<CheckReport> {
  const base = await findBase(options)
  const asker = openAsker({ ...options, base })
  const moved = base === options.base ? [] : [`${options.base} redirects to ${base}.`]
  const once = () => checkOnce({ ...options, base }, asker, on)
  try {
    const first = await once()
    const after = await findGeneration(asker)
    const replaced = first.generation !== undefined && after !== undefined && first.generation !== after
    const again = 'The mirror was replaced during the check, so it was checked again.'
    const { report, notes: found, compare } = replaced ? await once() : first
    const against = await compare()
    const notes = [...moved, ...(replaced ? [again] : []), ...found, ...describeRepeats(asker.repeats)]
    return { ...report, ...(against && { against }), notes }
  } finally {
    await asker.close()
  }
}

function describeLost(hosts: readonly PreparedHost[]): string {
  const titles = hosts.map(({ title }) => title).join(' or ')
  return `The site was prepared for ${titles}, but ?type= selects no data here: the rules are not in effect, or a cache in front of the host ignores queries.`
}

function describeRepeats(repeats: Asker['repeats']): string[] {
  const total = [...repeats.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return []
  const reasons = [...repeats].map(([reason, count]) => `${count} ${reason}`).join(', ')
  return [`Repeated requests: ${total} (${reasons}).`]
}

interface Checked {
  readonly report: Omit<CheckReport, 'notes' | 'against'>
  readonly notes: readonly string[]
  /** The generation in status.json at the beginning. */
  readonly generation: string | undefined
  /** Compares what was checked with the origin, if one was named. */
  readonly compare: () => Promise<Against | undefined>
}

async function checkOnce(
  options: CheckOptions,
  asker: Asker,
  on: (event: CheckEvent) => void,
): Promise<Checked> {
  const { base, now, maxAge, sample, strict, against } = options
  const read = await readSite(asker, base, { now: now(), maxAge })
  const { site, manifest } = read
  const hosts = site?.hosts ?? []
  const overlook = openOverlook(base, hosts)
  const tally = openReport(overlook.overlooks)
  for (const found of read.found) tally.note(found, 0)
  const seed = options.seed ?? manifest?.generation ?? ''
  const choice = chooseResources(codesOf(read), { sample, seed, declared: manifest?.lists })
  if (site) {
    const absent = `no-such-dataset-${manifest?.generation.toLowerCase()}`
    // The first plan finds out which codings the host uses.
    const plans = [() => planSite(site, absent), () => planResources(site, choice, asker.codings)]
    await askAll(asker, tally, plans, options.connections, on)
  }
  const settled = judgeChecks(tally, { strict, rules: isForRules(hosts) })
  return {
    report: {
      site: base,
      ...(manifest && { generation: manifest.generation }),
      ...settled,
      hosts: hosts.map(({ name }) => name),
      datasets: choice.datasets,
      of: choice.of,
      seed,
      requests: asker.requests,
      bytes: asker.bytes,
    },
    notes: [
      ...(settled.host === 'plain' && isForRules(hosts) ? [describeLost(hosts)] : []),
      ...overlook
        .list()
        .map(
          ({ host, deviation, promise, count }) =>
            `${host}, as documented (${promise}, ${count} answers): ${deviation}`,
        ),
    ],
    generation: read.status?.generation,
    compare: async () =>
      against && site && compareAgainst({ ...options, base: against }, site, choice.resources, on),
  }
}

function codesOf({ site }: ReadSite) {
  const codes = [...(site?.records.values() ?? [])].flatMap(({ code }) => code ?? [])
  return [...new Set(codes)].map(parseDatasetCode)
}
