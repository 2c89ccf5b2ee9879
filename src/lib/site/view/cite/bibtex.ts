import { type Citation, type Cited, lineOf } from './citation.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

/**
 * An entry for BibTeX and biblatex: `@misc`, because BibTeX knows no datasets. Titles and names stand in braces of their own, so that
 * their capitals stay and the `and` in a name joins no two.
 */
export function bibtexOf(citation: Citation): Cited {
  const { code, title, publishers, date, version, address, via, licences } = citation
  const fields: (readonly [name: string, value: string])[] = [
    ['title', `{${escapeBibtex(title)}}`],
    ...(publishers.length > 0
      ? [['publisher', publishers.map((name) => `{${escapeBibtex(name)}}`).join(' and ')] as const]
      : []),
    ...(date === undefined ? [] : [['year', date.slice(0, 4)] as const, ['date', date] as const]),
    ...(version === undefined ? [] : [['version', version] as const]),
    ['howpublished', `Data set, via ${escapeBibtex(via)}`],
    ['url', urlOf(address)],
    ...(licences.length > 0 ? [['note', escapeBibtex(licences.join('; '))] as const] : []),
  ]
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},\n`)
  return {
    before: `@misc{${keyOf(code, version)},\n${lines.join('')}`,
    accessed: '  urldate = {{day}},\n',
    after: '}',
  }
}

/** A text inside braces of BibTeX. Braces are spelled by name: BibTeX counts them, escaped or not. */
export function escapeBibtex(text: string): string {
  return lineOf(text).replace(/[\\{}~^&%$#_]/g, (char) => ESCAPES[char] ?? char)
}

// Taken as it is, so that nothing in it may end the field.
function urlOf(address: string): string {
  return address.replace(/[\\{}\s]/g, (char) => encodeURIComponent(char))
}

// Keys are ascii without what BibTeX reads; the version keeps two of them apart.
function keyOf(code: string, version = ''): string {
  const name = code
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return [name === '' ? 'dataset' : name, version.slice(0, 8)].filter((part) => part !== '').join('-')
}
