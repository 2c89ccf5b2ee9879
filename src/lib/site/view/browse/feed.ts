import { createHash } from 'node:crypto'
import { type DatasetCode, datasetResource, hrefOf } from '../../../interface/index.ts'
import { xmlAttribute } from '../../../reading/index.ts'
import { lastChangeOf } from '../changes.ts'
import { hostAndPath } from '../chrome.ts'
import { summarizeDifference } from '../differences.ts'
import { addressBelowRoot, type Page, relativeFile, relativeLink } from '../link.ts'
import type { Mirror } from '../mirror.ts'
import type { DatasetSummary } from '../summary.ts'
import { htmlText, oneLine, titleOf } from '../text.ts'
import { findWebAddress } from '../value.ts'
import type { FacetValue } from './facet.ts'

const MOST_ENTRIES = 50
const TITLE_LIMIT = 200
/** The namespace of addresses (RFC 9562, 6.6). */
const ADDRESSES = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** The path below the root of the feed of a category or publisher; for any other value, that of the whole mirror. */
export function feedPath(value: FacetValue | undefined): string {
  return value?.key === undefined ? 'feed.xml' : `${addressBelowRoot(pageOfValue(value))}feed.xml`
}

/** The categories and publishers that have feeds. */
export function feedValues(mirror: Mirror): FacetValue[] {
  const { category, oiv } = mirror.facets
  return [...category, ...oiv].filter(({ key }) => key !== undefined)
}

/**
 * The feed of a category or publisher, or of the whole mirror: the datasets whose bytes changed most recently. It contains no other times. Its texts are not escaped.
 */
export function feedOf(mirror: Mirror, value?: FacetValue) {
  const origin = mirror.manifest.origin[0] ?? ''
  const uri = findWebAddress(origin)
  const page: Page = value ? pageOfValue(value) : 'home'
  const path = feedPath(value)
  const changed = (value?.members ?? mirror.summaries.byTitle)
    .filter(({ changedHere }) => changedHere !== undefined)
    .toSorted((a, b) =>
      (a.changedHere ?? '') < (b.changedHere ?? '') ? 1 : a.changedHere === b.changedHere ? 0 : -1,
    )
    .slice(0, MOST_ENTRIES)
  return {
    id: urnOf(`${origin}#${path}`),
    title: value ? `${oneLine(value.text, TITLE_LIMIT)} · ${htmlText(mirror.title)}` : htmlText(mirror.title),
    updated: changed[0]?.changedHere ?? lastChangeOf(mirror) ?? '1970-01-01T00:00:00Z',
    /** Its own address; absent if the site has none. */
    ...(mirror.site !== undefined && { self: mirror.site + path }),
    /** The page it belongs to. */
    page: linkFrom(mirror, page, page),
    author: { name: hostAndPath(origin), ...(uri !== undefined && { uri }) },
    generator: mirror.manifest.tool,
    language: mirror.words.language,
    entries: changed.map((summary) => entryOf(mirror, summary, page)),
  }
}

/** One change of one dataset. */
function entryOf(mirror: Mirror, summary: DatasetSummary, from: Page) {
  const { code, title, changedHere = '', files, categories, badge, extent } = summary
  const resource = datasetResource(code)
  const address = hrefOf(resource)
  const { byKey } = mirror.groups.categories
  const file = (path: string) => (mirror.site === undefined ? relativeFile(from, path) : mirror.site + path)
  return {
    // Each change is an entry of its own, so feed readers show it as new.
    id: urnOf(`${mirror.manifest.origin[0] ?? ''}${address}#${changedHere}`),
    title: oneLine(title, TITLE_LIMIT),
    updated: changedHere,
    page: linkFrom(mirror, from, resource),
    files: files.map(({ format }) => ({
      type: `application/${format}`,
      href: file(`${address}index.${format}`),
    })),
    /** By key. */
    categories: categories.flatMap((key) => {
      const group = byKey.get(key)
      return group ? { key, title: titleOf(group.entry) } : []
    }),
    summary: [badge?.text, differenceOf(mirror, code), extent]
      .filter((part) => part !== undefined)
      .join(' · '),
  }
}

// What changed when the present bytes came; undefined if that was not compared.
function differenceOf(mirror: Mirror, code: DatasetCode): string | undefined {
  const [latest] = mirror.differencesOf(code)
  if (latest === undefined) return undefined
  const record = mirror.recordsOf(datasetResource(code))[latest.format]
  return record?.sha256 === latest.to ? summarizeDifference(mirror, latest) : undefined
}

// Absolute if the site has an address; otherwise relative to the folder of the feed, which is that of its page.
function linkFrom(mirror: Mirror, from: Page, to: Page): string {
  return mirror.site === undefined ? relativeLink(from, to) : mirror.site + addressBelowRoot(to)
}

function pageOfValue({ facet, slot }: FacetValue): Page {
  return { browse: `${facet}/${slot}` }
}

/** A UUID of version 5, so the same name always has the same identifier. */
function urnOf(name: string): string {
  const bytes = createHash('sha1').update(ADDRESSES).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return `urn:uuid:${parts.join('-')}`
}

/** Renders a feed as Atom (RFC 4287). Characters that XML does not allow are shown as on pages. */
export function renderFeed(feed: ReturnType<typeof feedOf>): string {
  const { author } = feed
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlSafe(feed.language)}">`,
    element('id', feed.id),
    element('title', feed.title),
    element('updated', feed.updated),
    ...(feed.self === undefined ? [] : [link('self', feed.self, 'application/atom+xml')]),
    link('alternate', feed.page, 'text/html'),
    '<author>',
    element('name', author.name),
    ...(author.uri === undefined ? [] : [element('uri', author.uri)]),
    '</author>',
    element('generator', feed.generator),
    ...feed.entries.flatMap(renderEntry),
    '</feed>',
    '',
  ].join('\n')
}

function renderEntry({ id, title, updated, page, files, categories, summary }: ReturnType<typeof entryOf>) {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', updated),
    link('alternate', page, 'text/html'),
    ...files.map(({ type, href }) => link('alternate', href, type)),
    ...categories.map(({ key, title }) => `<category term="${xmlSafe(key)}" label="${xmlSafe(title)}"/>`),
    element('summary', summary),
    '</entry>',
  ]
}

function element(name: string, text: string): string {
  return `<${name}>${xmlSafe(text)}</${name}>`
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${xmlSafe(href)}"/>`
}

function xmlSafe(text: string): string {
  return xmlAttribute(htmlText(text))
}
