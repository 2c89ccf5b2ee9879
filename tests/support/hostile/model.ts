import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ManifestRecord } from '../../../src/lib/snapshot/index.ts'
import type { Crawled } from '../crawling.ts'
import { fillOrigin, listCodes } from './estate.ts'
import type { HostileOrigin } from './origin.ts'
import { type Change, misbehaviour, type Trouble } from './schedule.ts'

const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets']
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** An origin that changes, and records every body it ever had, by path. */
export class Model {
  readonly origin: HostileOrigin
  readonly listed: string[] = []
  readonly #gone: string[] = []
  readonly #truths = new Map<string, Set<string>>()
  #versions = 0

  constructor(origin: HostileOrigin, datasets: number) {
    this.origin = origin
    fillOrigin(origin, [])
    for (let at = 0; at < datasets; at++) this.#add(`d${at}`)
    this.#relist()
  }

  apply({ kind, at }: Change): void {
    const code = this.listed[at % this.listed.length] as string
    if (kind === 'change') this.#write(code)
    else if (kind === 'add') this.#add(`new${this.#versions}`)
    else if (kind === 'return') this.#add(this.#gone.pop() ?? `new${this.#versions}`)
    else if (this.listed.length > 3) {
      this.listed.splice(this.listed.indexOf(code), 1)
      this.#gone.push(code)
      this.origin.resources.delete(`get_dataset/${code}`)
    }
    this.#relist()
  }

  trouble({ at, format, name, isList }: Trouble): void {
    const resource = isList
      ? (LISTS[at % LISTS.length] as string)
      : `get_dataset/${this.listed[at % this.listed.length]}`
    const other = this.listed[(at + 1) % this.listed.length] as string
    // A list that is answered with a dataset is tested elsewhere.
    this.origin.misbehave(
      resource,
      misbehaviour(isList && name === 'mismatch' ? 'status 500' : name, other),
      { format },
    )
  }

  /** Asserts that the bytes of a record are a body that the origin had for this address. */
  assertTrue({ path, sha256: stored, state, derivedFrom }: ManifestRecord, bytes: () => Uint8Array): void {
    if (stored === undefined) return
    const actual = bytes()
    assert.equal(sha256(actual), stored, `${path} is not what its record says`)
    if (derivedFrom === undefined)
      assert.ok(
        this.#truths.get(path)?.has(stored),
        `${path} (${state}) was never so: ${Buffer.from(actual).toString()}`,
      )
  }

  /** Asserts that a run has exactly the current bodies of the origin. */
  assertConverged(run: Crawled): void {
    assert.deepEqual(
      run.problems.filter((problem) => problem.startsWith('gap')),
      [],
    )
    assert.equal(run.manifest.complete, true)
    for (const resource of [...LISTS, ...this.listed.map((code) => `get_dataset/${code}`)])
      for (const format of ['json', 'xml'] as const) {
        const path = `${resource}/index.${format}`
        assert.equal(run.text(path), this.origin.bytes(resource, format).toString(), path)
        assert.match(run.states[path] ?? '', /^(fetched|unchanged)$/)
      }
  }

  #add(code: string): void {
    if (!this.listed.includes(code)) this.listed.push(code)
    this.#write(code)
  }

  #write(code: string): void {
    const version = `version ${this.#versions++}`
    this.origin.resources.set(`get_dataset/${code}`, [
      { code, row: `first of ${code}, ${version}` },
      { code, row: `second of ${code}` },
    ])
    this.#remember(`get_dataset/${code}`)
  }

  #relist(): void {
    listCodes(this.origin, this.listed)
    for (const list of LISTS) this.#remember(list)
  }

  #remember(resource: string): void {
    for (const format of ['json', 'xml'] as const) {
      const path = `api/v1/${resource}/index.${format}`
      const truths = this.#truths.get(path) ?? new Set()
      this.#truths.set(path, truths.add(sha256(this.origin.bytes(resource, format))))
    }
  }
}
