import { unpadded } from '../../../lib/site/view/text.ts'
import type { Test } from '../core/view.ts'
import type { App } from './app.ts'

const LONG_ENOUGH = 60_000

/** Offers a file for download. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH)
}

const TITLE_LENGTH = 50
const PART_LENGTH = 30
const MOST_PARTS = 4

/**
 * The name of a file with the records of the view: the title of the dataset, the filters and the number of records, as in
 * `kiosks_north_755.csv`. Without filters, it is the title.
 */
export function fileName({ words, view, count }: App, extension: string): string {
  const title = document.querySelector('h1')?.textContent ?? ''
  const parts = view.filters.map(({ test }) => partOf(test, slug(words.empty, PART_LENGTH))).filter(Boolean)
  const shown = [...parts.slice(0, MOST_PARTS), ...(parts.length > 0 && count !== undefined ? [count] : [])]
  return `${[slug(title.toLowerCase(), TITLE_LENGTH) || 'records', ...shown].join('_')}.${extension}`
}

function partOf(test: Test, empty: string): string {
  if (test.is === 'text') return slug(test.text, PART_LENGTH)
  if (test.is === 'range') return `${slug(test.from ?? '', PART_LENGTH)}..${slug(test.to ?? '', PART_LENGTH)}`
  if (test.is === 'box') return `${test.west}+${test.south}`
  const values = test.values.map((text) => (text === null ? empty : slug(text, PART_LENGTH)))
  return `${test.not ? '≠' : ''}${clipped(values.filter(Boolean).join('+'), PART_LENGTH)}`
}

// Keeps letters and digits of any script, and replaces everything else by dashes: every system accepts such a name, and shells need no quotes.
function slug(text: string, limit: number): string {
  const dashed = unpadded(text)
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?!\.\d)[^\p{L}\p{M}\p{N}]+/gu, '-')
  return clipped(dashed.replace(/^-|-$/g, ''), limit)
}

function clipped(text: string, limit: number): string {
  return [...text].slice(0, limit).join('').replace(/-$/, '')
}
