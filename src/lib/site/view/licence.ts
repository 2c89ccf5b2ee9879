import type { Reading, Value } from '../../reading/index.ts'
import type { Locale } from './locale.ts'
import { htmlText, oneLine } from './text.ts'
import { findWebAddress } from './value.ts'

/** A licence that the data states, with the name of its field. */
export interface Licence {
  readonly name: string
  readonly text: string
  readonly href?: string
}

/** A licence, with the word of the page for it. Without one, the field has another name. */
export interface LabelledLicence extends Licence {
  readonly label?: string
}

const NAME =
  /(?:^|[^\p{L}])(?:(?:licen[cs]e?s?|лицензи\p{L}*)(?:[ _.-]?(?:id|name|title|url|uri|link))?|rights|terms[ _]of[ _]use|условия использования)$/iu
const CALLED = /licen[cs]e?s?|лицензи/i
const TEXTS = ['title', 'name', 'label', 'id']
const LINKS = ['url', 'path', 'uri', 'href', 'link']
const LIMIT = 200
const MOST_NESTED = 4

/** The licences named in the list or in the document. A name and an address make one link. */
export function licencesOf(
  fields: Iterable<readonly [string, Value]>,
  beside: Reading['beside'] = [],
): readonly Licence[] {
  return joinLicences(fields, licencesBeside(beside))
}

/** The licences named in the document, beside its records. */
export function licencesBeside(beside: Reading['beside']): readonly Licence[] {
  return outermost(beside).flatMap(licencesIn)
}

/** The licences named in the list, and those of the document. */
export function joinLicences(
  fields: Iterable<readonly [string, Value]>,
  ofDocument: readonly Licence[],
): readonly Licence[] {
  const listed = [...fields].filter(([name]) => NAME.test(name))
  const licences = [...listed.flatMap(licencesIn), ...ofDocument]
  const [first, second] = licences
  if (
    licences.length !== 2 ||
    !first ||
    !second ||
    (first.href === undefined) === (second.href === undefined)
  )
    return licences
  const [words, link] = first.href === undefined ? [first, second] : [second, first]
  return [{ ...words, ...(link.href !== undefined && { href: link.href }) }]
}

/** A licence with the word of the page, if its field is called so and not by the rights or the terms of use. */
export function labelled({ words }: Locale, licence: Licence): LabelledLicence {
  return { ...licence, ...(CALLED.test(licence.name) && { label: words.datasetPage.licence }) }
}

function licencesIn([name, value]: readonly [string, Value]): Licence[] {
  return textsOf(value).map((text) => licenceOf(name, text))
}

// A licence at a deeper level applies to a part only, such as one package in a list.
function outermost(beside: Reading['beside']): (readonly [string, Value])[] {
  const named = beside.filter(({ name }) => NAME.test(name))
  const depthOf = (name: string) => name.split('.').length
  const least = Math.min(...named.map(({ name }) => depthOf(name)))
  const outer = named.filter(({ name }) => depthOf(name) === least)
  const places = new Set(outer.map(({ name }) => name.slice(0, Math.max(0, name.lastIndexOf('.')))))
  return places.size === 1 ? outer.map(({ name, value }) => [name, value]) : []
}

interface LicenceText {
  readonly text: string
  readonly href?: string | undefined
}

function textsOf(value: Value, depth = MOST_NESTED): LicenceText[] {
  if (typeof value === 'string')
    return value.trim() === '' ? [] : [{ text: value, href: findWebAddress(value) }]
  if (Array.isArray(value)) return depth === 0 ? [] : value.flatMap((item) => textsOf(item, depth - 1))
  if (value === null || typeof value !== 'object' || !('members' in value)) return []
  const find = (names: readonly string[]) =>
    names
      .map((name) => value.members.find(([member]) => member === name)?.[1])
      .find((member) => typeof member === 'string' && member.trim() !== '') as string | undefined
  const link = find(LINKS)
  const href = link === undefined ? undefined : findWebAddress(link)
  const text = find(TEXTS) ?? link
  return text === undefined ? [] : [{ text, href: href ?? findWebAddress(text) }]
}

function licenceOf(name: string, { text, href }: LicenceText): Licence {
  return { name: htmlText(name), text: oneLine(text, LIMIT), ...(href !== undefined && { href }) }
}
