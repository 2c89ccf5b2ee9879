import { writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Folders whose files of tests run in one process each: they load much the same, and what one starts, it ends. None of them
 * has a hook outside of a suite, which would be one of all files.
 */
const TOGETHER = ['crawl', 'hostile', 'origin', 'reading', 'snapshot'] as const

/** What is run, each in a process of its own: files of tests as they are, or one made in `folder` for all that run together. */
export function planProcesses(files: readonly string[], tests: string, folder: string): string[] {
  const groups = Map.groupBy(files, (file) =>
    TOGETHER.find((name) => relative(tests, file).startsWith(name + sep)),
  )
  return [...groups].flatMap(([name, members]) => {
    if (name === undefined || members.length === 1) return members
    const all = join(folder, `${name}.mjs`)
    writeFileSync(all, members.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}\n`).join(''))
    return [all]
  })
}
