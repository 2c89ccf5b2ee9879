import { hrefOf, LIST_OPERATIONS, type ListOperation, listsOf, PREVIEW_NAME } from '../../interface/index.ts'
import type { MirrorSource, PageSource } from '../mirror.ts'
import { DEVELOPERS_PAGE } from './developers/paths.ts'
import { filesOf } from './files.ts'
import { addressBelowRoot, isResource, type Page, relativeFile, relativeLink } from './link.ts'
import type { Locale } from './locale.ts'
import { htmlText, oneLine } from './text.ts'
import { type TypedLink, typedLinksOf } from './typed-links.ts'
import { findWebAddress } from './value.ts'

/** The facts about a page that its frame needs. */
export interface PageFacts {
  readonly page: Page
  /** Its title, from the data or from the words; undefined for the home page. */
  readonly title?: string
  readonly description: string
  /** What it is about as JSON-LD. */
  readonly structuredData?: string | undefined
  /** What its own picture for previews of links shows; absent if it has none. */
  readonly picture?: string | undefined
  /** Its links for programs, beside those that every page has. */
  readonly typed?: readonly TypedLink[]
  /** The list it belongs to; absent for a list. */
  readonly section?: ListOperation
  /** The pages between home and this one, for a page of the catalogue. */
  readonly above?: readonly { readonly text: string; readonly page: Page }[]
  readonly prev?: Page
  readonly next?: Page
  /** Feeds of changes, by their path below the root. */
  readonly feeds?: readonly { readonly title: string; readonly path: string }[]
}

const TITLE_LIMIT = 70
const DESCRIPTION_LIMIT = 160
/** The lists that readers browse. */
export const CATALOGUE_LISTS: readonly ListOperation[] = ['list_datasets', 'list_categories', 'list_oivs']

/** The frame of a page: everything around its content. */
export type Chrome = ReturnType<typeof chromeOf>

export function chromeOf(source: PageSource, facts: PageFacts) {
  const { page, title, description, structuredData, picture, typed = [], prev, next, feeds = [] } = facts
  const siteTitle = htmlText(source.title)
  const { logo, stylesheet } = source.branding
  const links = linksOf(source)
  const origin = source.manifest.origin[0] ?? ''
  const href = findWebAddress(origin)
  return {
    title: title === undefined ? oneLine(siteTitle, TITLE_LIMIT) : windowTitle(title, siteTitle),
    /** The title without that of the site, for previews of links. */
    ownTitle: oneLine(title ?? siteTitle, TITLE_LIMIT),
    description: oneLine(description, DESCRIPTION_LIMIT),
    siteTitle,
    ...(logo !== undefined && { logo: relativeFile(page, logo) }),
    /** The address of a stylesheet beside that of all mirrors. */
    ...(stylesheet !== undefined && { stylesheet: relativeFile(page, stylesheet) }),
    /** In the foot of the page. */
    links,
    home: relativeLink(page, 'home'),
    nav: navOf(source, facts),
    /** From home to the page above this one; empty on the home page. */
    crumbs: crumbsOf(source, facts),
    ...(source.site !== undefined && {
      canonical: `${source.site}${addressBelowRoot(page)}`,
      /** A picture for previews of links, and what it shows. */
      image: {
        href: `${source.site}${picture === undefined ? '' : addressBelowRoot(page)}${PREVIEW_NAME}`,
        label: oneLine(picture ?? siteTitle, DESCRIPTION_LIMIT),
      },
    }),
    ...(structuredData !== undefined && { structuredData }),
    /** Links for programs. */
    typed: [...typedLinksOf(source, page), ...typed],
    alternates: alternatesOf(source, page),
    /** Feeds of changes. */
    feeds: feeds.map(({ title, path }) => ({
      title: oneLine(title, TITLE_LIMIT),
      href: relativeFile(page, path),
    })),
    ...(prev && { prev: relativeLink(page, prev) }),
    ...(next && { next: relativeLink(page, next) }),
    origin: { text: htmlText(hostAndPath(origin)), ...(href !== undefined && { href }) },
    about: relativeLink(page, 'about'),
    developers: {
      text: source.words.developers.title,
      href: relativeLink(page, DEVELOPERS_PAGE),
    },
    tool: htmlText(source.manifest.tool),
  }
}

// The contact may be any text; only an address is a link that readers can use.
function linksOf({ branding: { contact, links = [] }, words }: PageSource) {
  const named = links.map(({ text, href }) => footLink(htmlText(text), href))
  if (contact === undefined) return named
  const href = /^(?:https?|mailto):/i.test(contact) ? contact : `mailto:${contact}`
  return [footLink(words.footer.contact, href), ...named]
}

// A link in the foot of a page, with its address as printed.
function footLink(text: string, href: string) {
  const [mail = ''] = href.replace(/^mailto:/i, '').split('?')
  return { text, href, printed: /^mailto:/i.test(href) ? mail : href }
}

/** An address without its scheme and trailing slash, for display: `data.example.org/portal`. */
export function hostAndPath(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** What a mirror is, in a sentence. */
export function catalogueLead({ manifest, words }: Pick<MirrorSource, 'manifest' | 'words'>): string {
  const { homePage } = words
  return htmlText(
    manifest.sample ? homePage.sampleLead : homePage.lead(hostAndPath(manifest.origin[0] ?? '')),
  )
}

function windowTitle(title: string, siteTitle: string): string {
  const room = TITLE_LIMIT - 24
  return oneLine(`${oneLine(title, room)} · ${siteTitle}`, TITLE_LIMIT)
}

function navOf(source: PageSource, { page, section }: PageFacts) {
  const shown = new Set(listsShown(source))
  const here = isResource(page) ? page.operation : section
  const lists = CATALOGUE_LISTS.filter((operation) => shown.has(operation)).map((operation) => ({
    text: operation === 'list_datasets' ? source.words.datasetsShort : source.words.lists[operation],
    href: relativeLink(page, { operation }),
    current: here === operation,
  }))
  return [
    ...lists,
    // The list of available data is the answer of an operation, of interest to programs.
    {
      text: source.words.developersShort,
      href: relativeLink(page, DEVELOPERS_PAGE),
      current: page === DEVELOPERS_PAGE || here === 'list',
    },
    { text: source.words.aboutShort, href: relativeLink(page, 'about'), current: page === 'about' },
  ]
}

function crumbsOf(locale: Locale, { page, above = [] }: PageFacts) {
  if (page === 'home') return []
  return [{ text: locale.words.home, page: 'home' } as const, ...above].map(({ text, page: to }) => ({
    text,
    href: relativeLink(page, to),
  }))
}

function alternatesOf(source: PageSource, page: Page) {
  if (page === 'about') return [{ type: 'application/json', href: relativeFile(page, 'manifest.json') }]
  if (page !== 'home' && !isResource(page)) return []
  const resource = page === 'home' ? ({ operation: 'list_datasets' } as const) : page
  const folder = page === 'home' ? hrefOf(resource) : ''
  return filesOf(source, source.recordsOf(resource), '').map(({ format, href }) => ({
    type: `application/${format}`,
    href: folder + href,
  }))
}

/**
 * The lists that have a page: those that the origin has according to the config, and always the list of datasets, where this mirror shows
 * all of them.
 */
export function listsShown({ manifest }: Pick<PageSource, 'manifest'>): ListOperation[] {
  const there = new Set(listsOf(manifest.lists))
  return LIST_OPERATIONS.filter((operation) => operation === 'list_datasets' || there.has(operation))
}
