import { decodeHTMLStrict } from 'entities'
import { reflow, showCode, visible } from './text.ts'

// Titles and descriptions of the entries of a list, as text for people. The list itself, in the table of its fields and in its files, has
// the original text.

/** The title of an entry, or its key where the title is blank. */
export function titleOf({ title, key }: { readonly title: string; readonly key: string }): string {
  const text = decodeEntities(title).trim()
  return text === '' ? keyTextOf(key) : visible(text)
}

/** A key that is shown in place of a title, because no entry has one. */
export function keyTextOf(key: string): string {
  return showCode(decodeEntities(key))
}

/** The description of an entry; undefined if it has none. */
export function descriptionOf({ description = '' }: { readonly description?: string }): string | undefined {
  const text = decodeEntities(description)
  return text.trim() === '' ? undefined : reflow(text)
}

// Editors of html put these between words, which would make one long word of them.
const GLUE = /&(?:nbsp|#160|#xa0);/gi

/**
 * Decodes HTML character references, such as `&quot;` and `&#171;`, which some origins leave in values that are not HTML. Only references
 * with a semicolon, and only once, so `R&D` and `&amp;lt;` do not become something else.
 */
function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text.replace(GLUE, ' ')) : text
}
