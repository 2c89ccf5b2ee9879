import type { SearchDataset } from '../../lib/site/search/head.ts'
import type { SearchQuery } from '../../lib/site/search/query.ts'
import { type FoundInRecords, recordWordsTyped } from '../../lib/site/search/values/find-words.ts'
import { element } from '../element.ts'
import { fillCount } from '../words.ts'
import { DOTTED, FOREIGN, type Making, pageAddress } from './item.ts'
import type { Searchable } from './load.ts'
import { moreButton, REST_AFTER } from './view.ts'

/** How many datasets are shown at once, how many words of each, and how many datasets whose words are not all in the index. */
const AT_ONCE = 20
const MOST_WORDS = 5
const MOST_CUT = 8

type Rendering = Pick<Making, 'words' | 'root'>

/** Opens the part of the page with the results in records; undefined on pages that do not have it. */
export function openRecords(place: HTMLElement, rendering: Rendering) {
  const section = place.querySelector<HTMLElement>('[data-records]')
  const also = place.querySelector<HTMLElement>('[data-also]')
  if (section === null || also === null) return undefined
  const { words } = rendering
  const [list, more, cut] = ['ol', '.more', '[data-cut]'].map((name) => section.querySelector(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const heading = section.querySelector('h2') as HTMLElement
  let turn = 0
  const clear = (sentence = '') => {
    section.hidden = true
    also.textContent = sentence
    list.replaceChildren()
    more.replaceChildren()
  }
  const show = async ({ hits, unsearched, itemsAt }: Found, isCurrent: () => boolean) => {
    const first = await itemsAt(0)
    if (!isCurrent()) return
    clear()
    section.hidden = hits.length === 0 && unsearched === undefined
    heading.textContent = fillCount(words.inRecords, hits.length)
    list.append(...first)
    cut.replaceChildren(...(unsearched ?? []))
    if (hits.length === 0) return
    also.append(element('a', { href: `#${section.id}` }, heading.textContent))
    if (hits.length > AT_ONCE)
      more.append(moreButton(list, { count: hits.length, atOnce: AT_ONCE, more: words.more, itemsAt }))
  }
  return {
    /** Searches the records after a pause in which no other search follows, and shows the results. Resolves to whether anything was found. */
    async search(searchable: Searchable, query: SearchQuery): Promise<boolean> {
      turn += 1
      const mine = turn
      const isCurrent = () => mine === turn
      const isQuery = recordWordsTyped(query.q).length > 0
      if (isQuery) await new Promise((resolve) => setTimeout(resolve, REST_AFTER))
      else clear()
      if (!isQuery || !isCurrent()) return false
      try {
        const found = await find(searchable, query, rendering)
        if (found && isCurrent()) await show(found, isCurrent)
        else if (isCurrent()) clear()
        return found !== undefined && found.hits.length > 0
      } catch {
        if (isCurrent()) clear(words.recordsFailed)
        return false
      }
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>

/** Searches the records of the datasets that pass the filters; undefined if the index has no words of records. */
async function find({ records, narrow, datasetsAt }: Searchable, query: SearchQuery, rendering: Rendering) {
  const search = await records()
  if (search === undefined) return undefined
  const found = await search.find(query.q)
  const left = new Set(
    narrow(
      Uint32Array.from(found, ({ document }) => document),
      query,
    ).documents,
  )
  const hits = found.filter(({ document }) => left.has(document))
  const cut = narrow(search.cut, query).documents
  const named = await datasetsAt([...cut.subarray(0, MOST_CUT)])
  return {
    hits,
    /** The note about datasets whose words are not all in the index; undefined if there are none. */
    unsearched: cut.length === 0 ? undefined : cutNote(named, cut.length, query, rendering),
    /** The next items of the list. */
    async itemsAt(from: number) {
      const shown = hits.slice(from, from + AT_ONCE)
      const datasets = await datasetsAt(shown.map(({ document }) => document))
      return shown.map((hit, at) => itemOf(datasets[at] as SearchDataset, hit, rendering))
    },
  }
}

/** The words of a dataset, each a link to the records that have it. */
function itemOf(
  { code, title }: SearchDataset,
  { words: found }: FoundInRecords,
  rendering: Rendering,
): HTMLElement {
  const { words } = rendering
  const addressOf = (sought: string) => `${pageAddress(code, rendering)}#find=${encodeURIComponent(sought)}`
  const counted = found.flatMap((forms) =>
    forms
      .slice(0, MOST_WORDS)
      .map(({ text, count }) =>
        element(
          'span',
          {},
          element('a', { ...FOREIGN, href: addressOf(`"${text}"`) }, text),
          ` ${fillCount(words.records, count)}`,
        ),
      ),
  )
  const left = found.reduce((sum, { length }) => sum + Math.max(0, length - MOST_WORDS), 0)
  const all = found.map((forms) => sharedStart(forms.map(({ text }) => text))).join(' ')
  return element(
    'li',
    {},
    element('h3', {}, element('a', { ...FOREIGN, href: pageAddress(code, rendering) }, title)),
    element(
      'p',
      { className: 'where' },
      found.length > 1 && element('span', {}, element('a', { href: addressOf(all) }, words.together)),
      ...counted,
      left > 0 && element('span', {}, fillCount(words.moreWords, left)),
    ),
  )
}

/** The letters with which all of these words begin. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = first.length
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}

function cutNote(
  named: readonly SearchDataset[],
  count: number,
  { q }: SearchQuery,
  rendering: Rendering,
): (string | Node)[] {
  const links = named.map(({ code, title }) => {
    const href = `${pageAddress(code, rendering)}#find=${encodeURIComponent(q)}`
    return element('a', { ...FOREIGN, href }, title)
  })
  const more = count > named.length ? [element('span', {}, '…')] : []
  return [fillCount(rendering.words.recordsCut, count), element('span', DOTTED, ...links, ...more)]
}
