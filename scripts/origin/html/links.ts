import {
  DATASET_OPERATION,
  hrefOf,
  LIST_OPERATIONS,
  parseDatasetCode,
} from '../../../src/lib/interface/index.ts'
import type { HtmlStyle, Place } from '../shapes/types.ts'
import { escapeAttribute } from '../text/escape.ts'
import type { HtmlWords } from './words.ts'

/** The address of a dataset's page, as an attribute value on a list page. */
export function datasetLink(code: string, { links }: HtmlStyle, place: Place): string {
  const href = hrefOf({ operation: DATASET_OPERATION, code: parseDatasetCode(code) })
  return escapeAttribute(links === 'absolute' ? `${place.base}${href}` : `../../../${href}`)
}

/** Links to the home page and the four lists; `up` is the relative path to the base: `../../../`. */
export function navigation(words: HtmlWords, up: string): string {
  const lists = LIST_OPERATIONS.map(
    (operation) => `<a href="${up}${hrefOf({ operation })}">${words.operations[operation]}</a>`,
  )
  return `<nav>${[`<a href="${up || './'}">${words.home}</a>`, ...lists].join(' · ')}</nav>`
}

/** The links to the same resource in other formats. */
export function formatLinks(words: HtmlWords, formats: readonly string[]): string {
  const links = formats.map((format) => `<a href="?type=${format}">${format}</a>`)
  return `<p>${words.alsoAs} ${links.join(', ')}</p>`
}
