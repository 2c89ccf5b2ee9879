import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionUnder } from '../../docs/support/markdown.ts'
import { ROOT } from '../../support/mirror.ts'

/** The code blocks under a heading of a document in `docs/deploy`, in order, each as a script. */
export function recipesIn(document: string, heading: string): string[] {
  const section = sectionUnder(readFileSync(join(ROOT, 'docs/deploy', document), 'utf8'), heading)
  return section
    .split(/\n(?! {4}|\n)/)
    .map((part) => part.match(/^ {4}.*$/gm)?.map((line) => line.slice(4)) ?? [])
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
}
