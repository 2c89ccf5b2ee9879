import { ITEM, TEXT } from '../events.ts'
import { countOf, isScalarNode, namedChildren, type SkeletonNode, sampleOf } from '../survey.ts'

/** A plain value outside of the records. */
export interface Beside {
  readonly name: string
  readonly value: string
}

const MAX_BESIDE = 100

/**
 * The plain values outside of the records: in every wrapper on the path to them, and in objects and elements that occur once there. A name
 * is the path from its wrapper: `meta.total`. `nodes` lead from the document to one record, beside which are the `columns` of a table by columns.
 */
export function findBeside(nodes: readonly SkeletonNode[], columns: readonly SkeletonNode[] = []): Beside[] {
  const found: Beside[] = []
  for (const wrapper of nodes.slice(0, -1))
    if (!isManyfold(wrapper)) collect(wrapper, '', new Set([...nodes, ...columns]), found)
  return found.slice(0, MAX_BESIDE)
}

function isManyfold(node: SkeletonNode): boolean {
  return node.objects + node.elements > 1
}

function collect(
  node: SkeletonNode,
  prefix: string,
  except: ReadonlySet<SkeletonNode>,
  found: Beside[],
): void {
  for (const child of namedChildren(node)) {
    if (except.has(child) || child.step === ITEM || found.length >= MAX_BESIDE) continue
    const label = child.step.replace(/^@/, '')
    const name = prefix === '' ? label : child.step === TEXT ? prefix : `${prefix}.${label}`
    const value = countOf(child) === 1 && isScalarNode(child) ? sampleOf(child) : undefined
    if (value?.trim()) found.push({ name, value })
    else if (child.objects + child.elements === 1) collect(child, name, except, found)
  }
}

// Names are compared in lower case, with underscores between words and without namespace prefix: `hydra:totalItems` is `total_items`.
const RECORDS = '(results?|records?|items?|rows?|elements?|hits|entries|features|objects|matches)'
const COUNT = new RegExp(
  `^(total|count|found|matched|(count|number|num|nb)_?(total|found|matched)|total_?(count|${RECORDS}|number|num|matched|size)|${RECORDS}_?(count|total|found|matched)|` +
    `(number|num|nb)_?(of)?_?${RECORDS}(_(matched|found|total))?|result_set_size|найдено|всего(_(записей|строк|элементов|объектов))?|(количество|кол_во|число)_(записей|строк|элементов|объектов))$`,
)
const NEXT =
  /^(next(_?(page|link|url|uri|href|cursor|offset|token|start|records?|position|marker|key))*|(has|is)_?(more|next)(_?(page|pages|results|records|items))?|more_?(results|records|items|pages|available|data(_available)?)|(exceeded|exceeds)_?transfer_?limit|limit_?exceeded|(is_?|was_?)?truncated|(resumption|skip)_?token|continu(e|ation)(_?(token|cursor|key))?|incomplete_results|partial_results|cursor|scroll_?id|следующая(_страница)?|ещ[её]|есть_ещ[её])$/
/** A member that states how many records are left. If it does not name records, it may be what is left of a quota. */
const LEFT = new RegExp(
  `^((remaining|left)_${RECORDS}|${RECORDS}_(remaining|left)|осталось_(записей|строк|элементов|объектов))$`,
)
/** A member that states whether there are more, if it is true. */
const MORE = /^(more|(is_)?(partial|incomplete)|limit_reached)$/
/** A member that states whether this is the last page. */
const LAST = /^((is_)?last(_page)?|end_of_(records|results|list))$/
const PAGES =
  /^(pages|(total|num|nb|number_of)_?pages|pages?_?(count|total)|last_?page|страниц|(всего|количество|число)_страниц)$/
const LIMIT = /^(limit|per_?page|page_?size|items_?per_?page|max_?records|rows|take)$/
const OFFSET = /^(offset|start(_?index)?|skip|page(_?(number|index|no))?|from|current_?page)$/
/** A member that states which of all records are on this page: `1-3 of 20`. */
const RANGE = /^(range|showing|shown|display(ed|ing)|показан[оы])$/
const RANGE_VALUE = /^(\d{1,15}) ?[-–—] ?(\d{1,15}) ?(?:of|\/|из) ?(\d{1,15})$/i
/** A member that states which of all pages this one is: `1 of 5`. */
const PAGE = /^(page|current_page|pager|paging|pagination|страница|стр)$/
const PAGE_VALUE = /^(?:page|страница|стр\.)? ?\d{1,9} ?(?:of|\/|из) ?(\d{1,9})$/i
/** A link to the page before, which the first one does not have. */
const PREVIOUS = /^prev(ious)?(_?(page|link|url|uri|href))*$/
/** The number of a page, or of its first record, in its address. */
const PAGE_ADDRESS = /[?&](?:page|p|offset|start|skip)=(\d{1,15})(?:&|#|$)/i
/** The number of the first record of a page, in its address. */
const START_ADDRESS = /[?&](?:offset|start|skip)=(\d{1,15})(?:&|#|$)/i
/** A number of all records, not only of those on this page. */
const TOTAL = /total|всего/
/** Objects that lead to the next page, whatever their members are. */
const NEXT_OBJECT = /^(next(_?page)?|last_evaluated_key|continue|continuation)$/
/** Objects and lists about pages. */
const PAGER = /^(pages|pager|paging|pagination|page_?(list|links|urls)|страницы)$/
/** Names that indicate further pages without any other. */
const ALONE = [COUNT, NEXT, LEFT, MORE, LAST, PAGES, RANGE, PAGE, PREVIOUS, NEXT_OBJECT, PAGER]
const EMPTY = /^(null|none|nil|false|no|нет|0|-1|)$/i

/** Whether a name is that of a number of records. */
export function isCountName(name: string): boolean {
  return COUNT.test(wordsIn(name))
}

/** Whether members, elements or headers with these names may indicate further pages. */
export function mayHavePaging(names: Iterable<string>): boolean {
  let hasLimit = false
  let hasOffset = false
  for (const name of names) {
    const words = wordsIn(name)
    if (ALONE.some((pattern) => pattern.test(words))) return true
    hasLimit ||= LIMIT.test(words)
    hasOffset ||= OFFSET.test(words)
  }
  return hasLimit && hasOffset
}

/**
 * Why a list of this many records may be one page of several, according to the values next to it; undefined if nothing indicates it. Of a
 * list in groups, a total may count the groups or what is in them, so `counts` has both.
 */
export function findPaging(beside: readonly Beside[], counts: readonly number[]): string | undefined {
  const all = beside.map(({ name, value }) => ({ name, value, words: wordsIn(name) }))
  // A total of what succeeded and failed is none of records, such as that of the shards of Elasticsearch.
  const parentsOf = (outcome: RegExp) =>
    new Set(
      all
        .filter(({ words, value }) => outcome.test(words) && numberIn(value) >= 0)
        .map(({ name }) => parentOf(name)),
    )
  const attempts = parentsOf(SUCCESSES).intersection(parentsOf(FAILURES))
  const named = all.filter(({ name }) => !attempts.has(parentOf(name)))
  const find = (pattern: RegExp, fits: (value: string) => boolean) =>
    named.find(({ words, value }) => pattern.test(words) && fits(value))
  const total = named.find(
    ({ words, value }) => COUNT.test(words) && TOTAL.test(words) && numberIn(value) >= 0,
  )
  const end =
    total && counts.includes(numberIn(total.value)) ? numberIn(total.value) : Number.POSITIVE_INFINITY
  // Some services name a next page after the last one: it begins where there are no more records.
  const leadsOn = (value: string) =>
    !EMPTY.test(value.trim()) && Number(START_ADDRESS.exec(value)?.[1] ?? 0) <= end
  const next =
    find(NEXT, leadsOn) ??
    find(LEFT, (value) => numberIn(value) > 0) ??
    named.find(({ name, words, value }) => words === 'remaining' && isInPager(name) && numberIn(value) > 0) ??
    find(MORE, (value) => value.trim().toLowerCase() === 'true') ??
    find(LAST, (value) => value.trim().toLowerCase() === 'false' || pageIn(value) > 1) ??
    find(PREVIOUS, (value) => pageIn(value) >= 0) ??
    named.find(({ name, value }) => isInNext(name) && leadsOn(value))
  if (next) return `${shorten(next.name)} is ${JSON.stringify(shorten(next.value))}`
  const least = Math.min(...counts)
  const isMore = (number: number) => number > least && !counts.includes(number)
  const more =
    find(COUNT, (value) => isMore(numberIn(value))) ??
    find(RANGE, (value) => isMore(Number(RANGE_VALUE.exec(value.trim())?.[3] ?? 0)))
  if (more)
    return `${shorten(more.name)} is ${shorten(more.value)}, the document lists ${[...new Set(counts)].join(' or ')}`
  const pages =
    find(PAGES, (value) => Number(value) > 1) ??
    find(PAGE, (value) => Number(PAGE_VALUE.exec(value.trim())?.[1] ?? 1) > 1) ??
    named.find(({ name, words, value }) => words === 'last' && isInPager(name) && Number(value) > 1)
  if (pages) return `${shorten(pages.name)} is ${shorten(pages.value)}`
  return findFullPage(find, counts)
}

const SUCCESSES = /^(success(ful|es)?|succeeded)$/
const FAILURES = /^(failed|failures?)$/

function parentOf(name: string): string {
  return name.split('.').slice(0, -1).join('.')
}

function isInNext(name: string): boolean {
  return name
    .split('.')
    .slice(0, -1)
    .map(wordsOf)
    .some((part) => NEXT_OBJECT.test(part))
}

function isInPager(name: string): boolean {
  return name.split('.').slice(0, -1).some(isPagerName)
}

/** Whether a name is that of a list of pages, or of an object about them. */
export function isPagerName(name: string): boolean {
  return PAGER.test(wordsOf(name))
}

/** The number of a page, or of its first record, in an address; -1 if it has none. */
export function pageIn(address: string): number {
  return Number(PAGE_ADDRESS.exec(address)?.[1] ?? -1)
}

/** A number between groups of digits: a blank of any kind, a comma, a point or an apostrophe. */
const GROUPED = /^\d{1,3}(?:[\s,.'’]\d{3})+$/
const LONGEST_TOTAL = 60

/** The number in a stated total: `20`, `1,204`, `20 records`; NaN if it has none or several. */
function numberIn(value: string): number {
  const text = value.trim()
  if (text === '' || !Number.isNaN(Number(text))) return Number(text)
  if (GROUPED.test(text)) return Number(text.replace(/\D/g, ''))
  const numbers = text.length > LONGEST_TOTAL ? [] : text.split(/[^\d]+/).filter((part) => part !== '')
  return numbers.length === 1 && !/[-.,:/]\d|\d[-.,:/]/.test(text) ? Number(numbers[0]) : Number.NaN
}

function findFullPage(
  find: (pattern: RegExp, fits: (value: string) => boolean) => { name: string; value: string } | undefined,
  counts: readonly number[],
): string | undefined {
  const limit = find(LIMIT, (value) => Number(value) > 0 && counts.includes(Number(value)))
  const offset = find(OFFSET, () => true)
  if (!limit || !offset) return undefined
  const total = find(COUNT, () => true)
  if (total && Number(total.value) <= Math.max(...counts)) return undefined
  return `${shorten(limit.name)} is ${shorten(limit.value)}, as many as the document lists`
}

/** The significant part of a name: its last part, or the one before if the last is generic (`hits.total.value`, `next.href`). */
function wordsIn(name: string): string {
  // A name may be an address; the significant part follows the last `#` or `/`.
  const own = name.includes('://')
    ? name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('/')) + 1)
    : name
  const parts = own.split('.').map(wordsOf)
  return parts.findLast((part) => !/^(value|href|uri|url)$/.test(part)) ?? ''
}

const LONGEST_NAME = 100

/** A name that is in this notation already. */
const PLAIN = /^[a-wyz][a-z0-9_]{0,40}$/

// `@odata.nextLink`, `hydra:next` and `X-Total-Count` in one notation.
function wordsOf(name: string): string {
  if (PLAIN.test(name)) return name
  return name
    .slice(-LONGEST_NAME)
    .replace(/^.*[:@#]/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replace(/[-\s]/g, '_')
    .toLowerCase()
    .replace(/^_*([xi]_)?((wp|nav|paging|pagination)_)?/, '')
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
