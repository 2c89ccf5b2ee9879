import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Every document, relative to the root. */
export const DOCUMENTS = [...globSync('*.md', { cwd: ROOT }), ...globSync('docs/**/*.md', { cwd: ROOT })]
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

export function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8')
}

export function isThere(path: string): boolean {
  return existsSync(`${ROOT}${path}`)
}

/** The rows of the one table under a heading, each by the names of its columns. Throws when there is no such table. */
export function tableUnder(markdown: string, heading: string): Record<string, string>[] {
  const section = sectionUnder(markdown, heading)
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  const [head, rule, ...rows] = lines.map((line) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  if (head === undefined || rule === undefined || rows.length === 0)
    throw new Error(`There is no table under "${heading}".`)
  return rows.map((cells) => {
    if (cells.length !== head.length)
      throw new Error(`"${cells.join(' | ')}" has not the columns ${head.join(', ')}.`)
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']))
  })
}

/** The text between a heading and the next one. Throws if the heading is not there exactly once. */
export function sectionUnder(markdown: string, heading: string): string {
  const lines = markdown.split('\n')
  const found = lines.filter((line) => line === heading).length
  if (found !== 1) throw new Error(`Expected the heading "${heading}" once, saw it ${found} times.`)
  const rest = lines.slice(lines.indexOf(heading) + 1)
  let isFenced = false
  const end = rest.findIndex((line) => {
    if (line.startsWith('```')) isFenced = !isFenced
    return !isFenced && /^#{1,6} /.test(line)
  })
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}

/** The blocks of code under a heading, fenced or indented by four, in order. */
export function blocksUnder(markdown: string, heading: string): string[] {
  const section = sectionUnder(markdown, heading)
  const found = section.matchAll(/^```\w*\n([\s\S]*?)^```$|(?:^ {4,}.*\n?(?:\n(?= {4}))*)+/gm)
  return [...found].map(([block, fenced]) => (fenced ?? block.replace(/^ {1,4}/gm, '')).trimEnd())
}

/** The texts between backticks. */
export function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** A cell that is one text between backticks, without them. Throws when it is not. */
export function codeOf(cell: string | undefined): string {
  const match = /^`([^`]+)`$/.exec(cell ?? '')
  if (match?.[1] === undefined) throw new Error(`Expected one text between backticks, saw ${cell}.`)
  return match[1]
}

/** The anchors of a document's headings, as on the pages that show it. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.+)$/gm)
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
