import { writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Folders whose files of tests run in one process each: they load much the same, and what one starts, it ends. None of them
 * has a hook outside of a suite, which would be one of all files, but what clears up at the end.
 */
export const TOGETHER = ['crawl', 'hostile', 'origin', 'reading', 'snapshot'] as const

/**
 * What is run, each in a process of its own: one file made in `folder` for all that run together, first, since they take longest
 * and one core would end with them alone, and the other files of tests as they are.
 */
export function planProcesses(files: readonly string[], tests: string, folder: string): string[] {
  const groups = Map.groupBy(files, (file) =>
    TOGETHER.find((name) => relative(tests, file).startsWith(name + sep)),
  )
  const together = TOGETHER.flatMap((name) => {
    const members = groups.get(name) ?? []
    if (members.length < 2) return members
    const all = join(folder, `${name}.mjs`)
    writeFileSync(all, members.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}\n`).join(''))
    return [all]
  })
  return [...together, ...(groups.get(undefined) ?? [])]
}
