import { xmlAttribute } from '../../../reading/index.ts'
import { visible } from '../text.ts'
import type { Feed, FeedEntry } from './feed.ts'

/** Renders a feed as Atom (RFC 4287). What XML cannot hold is shown as the pages show it. */
export function renderFeed(feed: Feed): string {
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

function renderEntry({ id, title, updated, page, files, categories, summary }: FeedEntry): string[] {
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
  return xmlAttribute(visible(text))
}
