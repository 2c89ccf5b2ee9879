import { parseDatasetCode } from '../interface/index.ts'
import { type Against, compareAgainst } from './against.ts'
import {
  type CheckClient,
  type CheckEvent,
  type CheckOptions,
  isRefused,
  openCheckClient,
} from './check-client.ts'
import { chooseResources, planResources, planSite } from './plan.ts'
import type { Question } from './question.ts'
import { findBase, findGeneration, type ReadSite, readSite } from './read-site.ts'
import { type CheckedPromise, type HostKind, judgeChecks, openReport, type ReportBuilder } from './report.ts'
import { isForRules, openOverlook, type PreparedHost } from './site.ts'

/** The stable name of each note of a check; docs/commands.md gives the meaning of each. */
export const CHECK_NOTE_CODES = [
  'moved',
  'replaced',
  'rules-not-in-effect',
  'documented-difference',
  'repeated-requests',
  'paused',
] as const

/** Something worth knowing about a check that is not the outcome of a requirement. */
interface CheckNote {
  readonly code: (typeof CHECK_NOTE_CODES)[number]
  readonly message: string
}

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
  readonly notes: readonly CheckNote[]
}

/** Checks a published mirror over HTTP. Throws {@link SiteUnreachable} if it does not answer. */
export async function checkMirror(
  options: CheckOptions,
  on: (event: CheckEvent) => void,
): Promise<CheckReport> {
  const base = await findBase(options)
  const client = openCheckClient({ ...options, base })
  const moved = { code: 'moved', message: `${options.base} redirects to ${base}.` } as const
  const once = () => checkOnce({ ...options, base }, client, on)
  try {
    let checked = await once()
    let passes = 1
    let isReplaced = await wasReplaced(client, checked)
    for (; isReplaced && passes < MOST_PASSES; passes++) {
      checked = await once()
      isReplaced = await wasReplaced(client, checked)
    }
    const { report, notes: found, compare } = checked
    const against = await compare()
    const notes = [
      ...(base === options.base ? [] : [moved]),
      ...describePasses(passes, isReplaced),
      ...found,
      ...describeRepeats(client),
    ]
    return { ...report, ...(against && { against }), notes }
  } finally {
    await client.close()
  }
}

/** How often a mirror is checked that is replaced during each check. */
const MOST_PASSES = 4

async function wasReplaced(
  client: CheckClient,
  { generation }: Awaited<ReturnType<typeof checkOnce>>,
): Promise<boolean> {
  if (generation === undefined || client.pauses.isTooLong) return false
  const after = await findGeneration(client)
  return after !== undefined && after !== generation
}

function describePasses(passes: number, isReplaced: boolean): CheckNote[] {
  if (passes === 1 && !isReplaced) return []
  const message = isReplaced
    ? `The mirror was replaced during each of ${passes} checks, so this report may mix several generations. Check again while nothing is published.`
    : 'The mirror was replaced during the check, so it was checked again.'
  return [{ code: 'replaced', message }]
}

function describeLost(hosts: readonly PreparedHost[]): CheckNote {
  const titles = hosts.map(({ title }) => title).join(' or ')
  const message = `The site was prepared for ${titles}, but ?type= selects no data here: the rules are not in effect, or a cache in front of the host ignores queries.`
  return { code: 'rules-not-in-effect', message }
}

function describeRepeats({ repeats, pauses }: CheckClient): CheckNote[] {
  const total = [...repeats.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...repeats].map(([reason, count]) => `${count} ${reason}`).join(', ')
  const repeated = `Repeated requests: ${total} (${reasons}).`
  const seconds = (pauses.length / 1000).toFixed(1)
  const rest = pauses.isTooLong ? ' The rest was not requested.' : ''
  const paused = `The host limits requests: the check paused for ${seconds} s.${rest}`
  return [
    ...(total > 0 ? [{ code: 'repeated-requests', message: repeated } as const] : []),
    ...(pauses.length > 0 ? [{ code: 'paused', message: paused } as const] : []),
  ]
}

async function checkOnce(options: CheckOptions, client: CheckClient, on: (event: CheckEvent) => void) {
  const { base, now, maxAge, since, sample, strict, against } = options
  const read = await readSite(client, base, { now: now(), maxAge, since })
  const { site, manifest } = read
  const hosts = site?.hosts ?? []
  const overlook = openOverlook(base, hosts)
  const builder = openReport(overlook.overlooks)
  for (const found of read.found) builder.note(found, 0)
  const seed = options.seed ?? manifest?.generation ?? ''
  const choice = chooseResources(codesOf(read), {
    sample,
    seed,
    declared: manifest?.lists,
    history: manifest?.history,
  })
  if (site) {
    const absent = `no-such-dataset-${manifest?.generation.toLowerCase()}`
    // The first plan finds out which codings the host uses.
    const plans = [() => planSite(site, choice, absent), () => planResources(site, choice, client.codings)]
    await askAll(client, builder, plans, options.connections, on)
  }
  const judged = judgeChecks(builder, { strict, rules: isForRules(hosts) })
  return {
    report: {
      site: base,
      ...(manifest && { generation: manifest.generation }),
      ...judged,
      hosts: hosts.map(({ name }) => name),
      datasets: choice.datasets,
      of: choice.of,
      seed,
      requests: client.requests,
      bytes: client.bytes,
    },
    notes: [
      ...(judged.host === 'plain' && isForRules(hosts) ? [describeLost(hosts)] : []),
      ...overlook.list().map(
        ({ host, deviation, promise, count }): CheckNote => ({
          code: 'documented-difference',
          message: `${host}, as documented (${promise}, ${count} answers): ${deviation}`,
        }),
      ),
    ],
    /** The generation in status.json at the beginning. */
    generation: read.status?.generation,
    /** Compares what was checked with the origin, if one was named. */
    compare: async () =>
      against && site && compareAgainst({ ...options, base: against }, site, choice.resources, on),
  }
}

function codesOf({ site }: ReadSite) {
  const codes = [...(site?.records.values() ?? [])].flatMap(({ code }) => code ?? [])
  return [...new Set(codes)].map(parseDatasetCode)
}

/** Maximum number of questions that follow from one. */
const FOLLOWING = 1000

/**
 * Asks all questions of the plans, one plan after the other, with the questions that follow from the answers, and notes the verdicts. Each
 * worker takes the next question after it has finished one and all that follow from it.
 */
async function askAll(
  client: CheckClient,
  builder: ReportBuilder,
  plans: readonly (() => Generator<Question>)[],
  workers: number,
  on: (event: CheckEvent) => void,
): Promise<void> {
  let total = 0
  for (const plan of plans) for (const _ of plan()) total++
  let [begun, done, stopped] = [0, 0, false]
  async function put(question: Question, at: number): Promise<string> {
    const answer = await client.ask(question)
    const refused = isRefused(answer) && ({ outcome: 'refused' } as const)
    for (const verdict of question.judge(answer))
      builder.note({ ...verdict, ...refused, address: answer.address }, at)
    for (const [index, next] of (question.next?.(answer) ?? []).entries()) await put(next, at + index + 1)
    return answer.address
  }
  async function work(questions: Generator<Question>): Promise<void> {
    for (const question of { [Symbol.iterator]: () => ({ next: () => questions.next() }) }) {
      if (stopped) return
      const address = await put(question, ++begun * FOLLOWING)
      on({ phase: 'mirror', done: ++done, total, bytes: client.bytes, address })
    }
  }
  on({ phase: 'mirror', done, total, bytes: client.bytes })
  try {
    for (const plan of plans) {
      const questions = plan()
      await Promise.all(Array.from({ length: workers }, () => work(questions)))
    }
  } finally {
    stopped = true
  }
}
