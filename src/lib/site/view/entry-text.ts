import { decodeHTMLStrict } from 'entities'
import { reflow, showCode, visible } from './text.ts'

// What an entry of a list is called and what it says of itself, as text for people. The list itself, in the table of its fields and in
// its files, keeps what is written.

/** The title of an entry, or its key where the title is blank. */
export function titleOf({ title, key }: { readonly title: string; readonly key: string }): string {
  const text = decodeEntities(title).trim()
  return text === '' ? keyTextOf(key) : visible(text)
}

/** A key in the place of a title, where no entry has one. */
export function keyTextOf(key: string): string {
  return showCode(decodeEntities(key))
}

/** The paragraphs an entry says of itself; undefined where it says nothing. */
export function descriptionOf({ description = '' }: { readonly description?: string }): string | undefined {
  const text = decodeEntities(description)
  return text.trim() === '' ? undefined : reflow(text)
}

// As editors of html leave them between any two words, they would make one word of many.
const GLUE = /&(?:nbsp|#160|#xa0);/gi

/**
 * Text in the place of the character references of HTML in it, such as `&quot;` and `&#171;`, that some origins leave in values that are
 * no HTML. Only those with their semicolon, and once, so that `R&D` and `&amp;lt;` do not become something else.
 */
function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text.replace(GLUE, ' ')) : text
}
