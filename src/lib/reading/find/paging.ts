import { namedChildren, type SkeletonNode } from '../survey/skeleton.ts'
import type { Beside } from './beside.ts'

const COUNT =
  /^(total|count|num(ber)?_?found|total_?(count|results|records|items|rows|elements|hits)|record_?count|records_?total|(number|num)_?(of)?_?(records|results|items))$/i
const NEXT =
  /^(next(_?(page|link|url|href|cursor|offset|token))?(_?(url|link|token))?|has_?(more|next)(_?page)?)$/i
const PAGES = /^(pages|total_?pages|page_?count|last_?page)$/i
const EMPTY = /^(null|false|none|0|)$/i

/** Whether a name says that its number counts records. */
export function isCountName(name: string): boolean {
  return COUNT.test(lastPart(name))
}

/** Why a list of `count` records may be one page of several, by what stands beside it; undefined when nothing says so. */
export function findPaging(beside: readonly Beside[], count: number): string | undefined {
  const next = beside.find(({ name, value }) => isNext(name) && !EMPTY.test(value.trim()))
  if (next) return `${next.name} is ${JSON.stringify(shorten(next.value))}`
  const total = beside.find(({ name, value }) => isCountName(name) && Number(value) > count)
  if (total) return `${total.name} is ${total.value}, the document lists ${count}`
  const pages = beside.find(({ name, value }) => PAGES.test(lastPart(name)) && Number(value) > 1)
  if (pages) return `${pages.name} is ${pages.value}`
  return findFullPage(beside, count)
}

/** What says that a document has a next page by a link: `<link rel="next">` beside the records (RFC 8288). `nodes` lead to one record. */
export function findNextLink(nodes: readonly SkeletonNode[]): string | undefined {
  const beside = nodes.slice(0, -1).flatMap(namedChildren)
  const link = beside.find(
    (node) => !nodes.includes(node) && node.children.get('@rel')?.values.includes('next'),
  )
  return link && `there is a ${link.step} with rel="next"`
}

function findFullPage(beside: readonly Beside[], count: number): string | undefined {
  const limit = beside.find(({ name }) => /^(limit|per_?page|page_?size)$/i.test(lastPart(name)))
  const offset = beside.find(({ name }) => /^(offset|start|skip|page|from)$/i.test(lastPart(name)))
  if (!limit || !offset || count === 0 || Number(limit.value) !== count) return undefined
  const total = beside.find(({ name }) => isCountName(name))
  if (total && Number(total.value) <= count) return undefined
  return `${limit.name} is ${limit.value}, as many as the document lists`
}

function isNext(name: string): boolean {
  return NEXT.test(lastPart(name)) || /(^|\.)next\.href$/i.test(name)
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
