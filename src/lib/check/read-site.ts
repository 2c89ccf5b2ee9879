import * as v from 'valibot'
import type { BaseAddress } from '../interface/index.ts'
import {
  allowancesOf,
  findContradictions,
  findTarget,
  HOSTS_FILE,
  headersOf,
  parseChecksums,
  parseHostsRecord,
} from '../site/index.ts'
import {
  type Changes,
  changesSchema,
  findManifestProblem,
  type Manifest,
  parseMachineFile,
  planRestore,
  type Status,
  statusSchema,
} from '../snapshot/index.ts'
import { type CheckAnswer, describeAnswer, type Given } from './answer.ts'
import { type Asker, SiteUnreachable } from './asker.ts'
import { judgeHeaders } from './judge-headers.ts'
import type { PreparedHost } from './prepared.ts'
import { type CheckVerdict, fail, type LocatedVerdict, pass, type Question } from './question.ts'
import { type CheckedSite, targetOf } from './site.ts'

/** Bytes a statement may have: what one string holds, nearly. */
const MOST = 500_000_000

export interface ReadSite {
  /** The verdicts on the statements. */
  readonly found: readonly LocatedVerdict[]
  /** Undefined when they do not tell what the site holds. */
  readonly site?: CheckedSite
  readonly manifest?: Manifest
  readonly status?: Status
}

/** Reads what a site says of itself. Throws {@link SiteUnreachable} when there is no answer to judge. */
export async function readSite(asker: Asker, base: BaseAddress, { now, maxAge }: Clock): Promise<ReadSite> {
  const found: LocatedVerdict[] = []
  async function read<T>(path: string, parse: (text: string) => T): Promise<T | undefined> {
    const answer = await asker.ask(askText(path))
    const { value, verdict } = readAnswer(answer, parse)
    const headers = verdict.outcome === 'pass' ? judgeHeaders(answer as Given, path, headersOf(path)) : []
    found.push(...[verdict, ...headers].map((one) => ({ ...one, address: answer.address })))
    return value
  }
  const manifest = await read('manifest.json', parseManifest)
  const sums = await read('SHA256SUMS', parseChecksums)
  const status = await read('status.json', parseStatus)
  for (const alive of status ? judgeAlive(status, now, maxAge) : [])
    found.push({ ...alive, address: `${base}status.json` })
  if (manifest === undefined || sums === undefined) return { found }
  const { records, leftOut } = planRestore(manifest, false)
  const say = (path: string, saw: string) =>
    found.push({ ...fail('statements', saw, 'statements that agree'), address: base + targetOf(path) })
  for (const { subject, message } of leftOut) say('manifest.json', `${subject}: ${message}`)
  const statements = { sums, manifest: { ...manifest, records }, ...(status && { status }) }
  for (const { path, message } of findContradictions(statements)) say(path, message)
  const byPath = new Map(records.map((record) => [record.path, record]))
  const hosts = sums.has(HOSTS_FILE) ? await read(HOSTS_FILE, parseHosts) : undefined
  const changes = sums.has('changes.json') ? await read('changes.json', parseChanges) : undefined
  const site = { base, sums, records: byPath, hosts: hosts ?? [], ...(changes && { changes }) }
  return { found, site, manifest, ...(status && { status }) }
}

/** What the age of a mirror is judged by. */
export interface Clock {
  readonly now: Date
  /** ms since the origin last answered, at most. */
  readonly maxAge?: number | undefined
}

/** The question for a statement, its text kept. */
export function askText(path: string): Question {
  return { target: path, most: MOST, keep: MOST, judge: () => [] }
}

/** The generation a site says it is of; undefined when it does not say. */
export async function findGeneration(asker: Asker): Promise<string | undefined> {
  const answer = await asker.ask(askText('status.json'))
  return readAnswer(answer, parseStatus).value?.generation
}

function readAnswer<T>(
  answer: CheckAnswer,
  parse: (text: string) => T,
): { value?: T; verdict: CheckVerdict } {
  const expected = '200 with what a mirror says of itself'
  if (answer.kind === 'failed') throw new SiteUnreachable(`${answer.address} ${answer.message}.`)
  const { status, problem } = answer
  if (status >= 500 || status === 429 || status === 401 || status === 403)
    throw new SiteUnreachable(
      `${answer.address} answered ${status}: a mirror that is there can be read by anybody.`,
    )
  if (status !== 200 || problem !== undefined)
    return { verdict: fail('statements', describeAnswer(answer), expected) }
  try {
    return { value: parse(answer.head.toString()), verdict: pass('statements') }
  } catch (error) {
    return { verdict: fail('statements', (error as Error).message, expected) }
  }
}

function parseManifest(text: string): Manifest {
  const manifest = parseMachineFile(text)
  const problem = findManifestProblem(manifest)
  if (problem !== undefined) throw new Error(`It is not a manifest of this program (${problem}).`)
  return manifest as Manifest
}

function parseStatus(text: string): Status {
  const status = parseMachineFile(text)
  if (!v.is(statusSchema, status)) throw new Error('It is not a status of this program.')
  return status as Status
}

function parseHosts(text: string): PreparedHost[] {
  const record = parseHostsRecord(text)
  if (record === undefined) throw new Error('It is not a record of hosts of this program.')
  return record.targets.flatMap((name) => {
    const target = findTarget(name)
    if (target === undefined) return []
    return [{ name, title: target.title, routes: target.query === 'host', allowances: allowancesOf(name) }]
  })
}

function parseChanges(text: string): Changes {
  const changes = JSON.parse(text)
  if (!v.is(changesSchema, changes)) throw new Error('They are not changes of this program.')
  return changes
}

function judgeAlive(status: Status, now: Date, maxAge: number | undefined): CheckVerdict[] {
  const { goodUntil, triedAt } = status
  const good =
    now.getTime() <= Date.parse(goodUntil)
      ? pass('alive')
      : fail('alive', `good until ${goodUntil}, the last run was ${triedAt}`, 'a time that is to come')
  if (maxAge === undefined) return [good]
  const answeredAt = lastAnswer(status)
  const oldest = new Date(now.getTime() - maxAge)
  const young = answeredAt !== undefined && Date.parse(answeredAt) >= oldest.getTime()
  const saw =
    answeredAt === undefined ? 'the origin never answered' : `the origin last answered ${answeredAt}`
  return [good, young ? pass('alive') : fail('alive', saw, `not before ${oldest.toISOString()} (--max-age)`)]
}

// Of a status that was written before there was that field, the crawl of what is published is the last known answer.
function lastAnswer({ answeredAt, crawledAt }: Status): string | undefined {
  return answeredAt ?? crawledAt
}
