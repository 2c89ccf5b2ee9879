import { type Events, ITEM } from '../events.ts'
import { Names } from '../records/names.ts'
import type { HtmlRow } from './list.ts'
import { HtmlRecords } from './records.ts'
import type { HtmlFinding, HtmlPlan } from './survey.ts'

interface Open {
  readonly name: string
  readonly rows: number
  readonly records: HtmlRecords
  seen: number
}

/**
 * Emits the other lists of a page as one object: each list is an array of records named `table <n>` or `list <n>`, numbered over the page
 * including the chosen one, and followed by the caption: `table 2: Prices`. The caption of the chosen one comes first, as `caption`. A list that is interrupted by another one continues under a further name. Takes every row of the page; call
 * `end` after the last one.
 */
export class HtmlRest {
  readonly #to: Events
  readonly #plans = new Map<number, HtmlPlan & { readonly number: number }>()
  readonly #begun = new Map<number, Open>()
  readonly #names = new Names()
  readonly #isEmpty: boolean
  #current: number | undefined

  constructor({ chosen, others }: HtmlFinding, to: Events) {
    this.#to = to
    const all = [chosen, ...others].sort((a, b) => a.index - b.index)
    for (const [at, plan] of all.entries())
      if (plan !== chosen) this.#plans.set(plan.index, { ...plan, number: at + 1 })
    this.#isEmpty = others.length === 0
    if (this.#isEmpty) return
    to.open(ITEM, 'object')
    if (chosen.caption) to.scalar('caption', chosen.caption)
  }

  visit(row: HtmlRow): void {
    const list = this.#begun.get(row.list) ?? this.#begin(row.list)
    if (!list) return
    if (this.#current !== row.list) {
      this.#leave()
      this.#current = row.list
      this.#to.open(this.#names.take(list.name), 'array')
    }
    list.records.visit(row)
    if (++list.seen === list.rows) {
      list.records.end()
      this.#begun.delete(row.list)
      this.#plans.delete(row.list)
    }
  }

  end(): void {
    this.#leave()
    if (!this.#isEmpty) this.#to.close()
  }

  #begin(index: number): Open | undefined {
    const plan = this.#plans.get(index)
    if (!plan) return undefined
    const title = plan.caption ? `: ${plan.caption}` : ''
    const name = `${plan.kind === 'table' ? 'table' : 'list'} ${plan.number}${title}`
    const records = new HtmlRecords(plan, (record) => {
      this.#to.open(ITEM, 'object')
      for (const [column, value] of record) this.#to.scalar(column, value as string)
      this.#to.close()
      return true
    })
    const begun = { name, rows: plan.rows, records, seen: 0 }
    this.#begun.set(index, begun)
    return begun
  }

  #leave(): void {
    if (this.#current !== undefined) this.#to.close()
    this.#current = undefined
  }
}
