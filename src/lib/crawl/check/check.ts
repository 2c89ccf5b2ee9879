import { type BaseAddress, parseDatasetCode } from '../../interface/index.ts'
import { type Against, compareAgainst } from './against.ts'
import { askAll } from './ask-all.ts'
import { type Asker, type AskerOptions, openAsker } from './asker.ts'
import type { CheckEvent } from './check-event.ts'
import { chooseResources } from './choose.ts'
import { findBase } from './find-base.ts'
import { planQuestions } from './plan.ts'
import { findGeneration, type ReadSite, readSite } from './read-site.ts'
import { type HostKind, type Settled, settle } from './settle.ts'
import type { SiteRules } from './site.ts'
import { openTally } from './tally.ts'

export interface CheckOptions extends AskerOptions {
  readonly rules: SiteRules
  /** How many datasets to ask about; all by default. */
  readonly sample?: number | undefined
  /** What the sample is drawn by; by default the generation of the site. */
  readonly seed?: string | undefined
  /** Whether what the host cannot do is broken too. */
  readonly strict: boolean
  /** The origin to compare with. */
  readonly against?: BaseAddress | undefined
  readonly now: () => Date
}

export interface CheckReport {
  /** The address the site is at. */
  readonly site: string
  readonly generation?: string
  readonly host: HostKind
  readonly datasets: number
  readonly of: number
  readonly seed: string
  readonly requests: number
  readonly bytes: number
  readonly promises: readonly Settled[]
  readonly against?: Against
  /** What is worth knowing, in sentences. */
  readonly notes: readonly string[]
}

/** Asks a published mirror for what it promises. Throws {@link SiteUnreachable} when it gives no answer. */
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
    const again = 'The mirror was replaced while it was checked, so it was checked again.'
    const { report, compare } = replaced ? await once() : first
    const against = await compare()
    return { ...report, ...(against && { against }), notes: [...moved, ...(replaced ? [again] : [])] }
  } finally {
    await asker.close()
  }
}

interface Checked {
  readonly report: Omit<CheckReport, 'notes' | 'against'>
  /** The generation that status.json told of in the beginning. */
  readonly generation: string | undefined
  /** Holds what was asked about against the origin, where one was named. */
  readonly compare: () => Promise<Against | undefined>
}

async function checkOnce(
  options: CheckOptions,
  asker: Asker,
  on: (event: CheckEvent) => void,
): Promise<Checked> {
  const { base, rules, now, sample, strict, against } = options
  const tally = openTally()
  const read = await readSite(asker, base, rules, now())
  for (const found of read.found) tally.note(found, 0)
  const { site, manifest } = read
  const seed = options.seed ?? manifest?.generation ?? ''
  const choice = chooseResources(codesOf(read), { sample, seed })
  if (site) {
    const plan = () => planQuestions(site, choice, `no-such-dataset-${manifest?.generation.toLowerCase()}`)
    await askAll(asker, tally, plan, options.connections, on)
  }
  return {
    report: {
      site: base,
      ...(manifest && { generation: manifest.generation }),
      ...settle(tally, strict),
      datasets: choice.datasets,
      of: choice.of,
      seed,
      requests: asker.requests,
      bytes: asker.bytes,
    },
    generation: read.status?.generation,
    compare: async () =>
      against && site && compareAgainst({ ...options, base: against }, site, choice.resources, on),
  }
}

function codesOf({ site }: ReadSite) {
  const codes = [...(site?.records.values() ?? [])].flatMap(({ code }) => code ?? [])
  return [...new Set(codes)].map(parseDatasetCode)
}
