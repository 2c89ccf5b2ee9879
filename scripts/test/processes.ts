import { writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** How many processes share the files of a folder, where one would take much longer than all others. */
const SHARED_BY: Readonly<Record<string, number>> = { e2e: 4 }

/**
 * What is run, each in a process of its own: files made in `folder`, each of which runs some files of one folder of tests one
 * after the other, each as a suite. `tests` is where the files lie, in the order in which they are named.
 */
export function planProcesses(files: readonly string[], tests: string, folder: string): string[] {
  const folders = Map.groupBy(files, (file) => relative(tests, file).split(sep)[0] as string)
  return [...folders].flatMap(([name, members]) =>
    deal(members, SHARED_BY[name] ?? 1).map((share, index) => {
      const all = join(folder, `${name}-${index + 1}.mjs`)
      writeFileSync(all, suitesOf(share, tests))
      return all
    }),
  )
}

function deal<T>(all: readonly T[], hands: number): readonly (readonly T[])[] {
  const shares = Array.from({ length: hands }, (_, hand) => all.filter((_, at) => at % hands === hand))
  return shares.filter(({ length }) => length > 0)
}

// A file is required, not imported: it is then read while its suite is described, whose hooks its own become.
function suitesOf(files: readonly string[], tests: string): string {
  return `import { createRequire } from 'node:module'
import { describe } from 'node:test'
const require = createRequire(import.meta.url)
for (const [name, file] of ${JSON.stringify(files.map((file) => [relative(tests, file), file]))})
  describe(name, () => void require(file))
`
}
