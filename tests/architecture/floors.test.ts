import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

describe('floors', () => {
  const ROOT = fileURLToPath(new URL('../../', import.meta.url))

  /** A folder, or several that are one room, and the floor it is on. */
  interface Room {
    readonly floor: number
    readonly folders: readonly string[]
  }

  const ROOMS: readonly Room[] = [
    { floor: 0, folders: ['src/lib/interface'] },
    { floor: 0, folders: ['src/lib/reading'] },
    { floor: 1, folders: ['src/lib/config'] },
    { floor: 1, folders: ['src/lib/catalogue'] },
    { floor: 1, folders: ['src/lib/snapshot'] },
    { floor: 2, folders: ['src/lib/http'] },
    { floor: 2, folders: ['src/lib/site'] },
    { floor: 3, folders: ['src/lib/crawl'] },
    { floor: 3, folders: ['src/pages', 'src/components', 'src/layouts', 'src/styles'] },
    { floor: 3, folders: ['src/client'] },
    { floor: 4, folders: ['src/lib/check'] },
    { floor: 5, folders: ['scripts'] },
  ]

  /** Folders that see a folder of their own floor, with the reason. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'src/lib/reading → src/lib/interface': 'reading sits on the contract: it has to know the formats',
  }

  /** Files that belong to no room: types of the modules the build provides. */
  const DECLARATIONS = new Set(['src/env.d.ts'])

  const PURE = ['src/lib/interface/', 'src/lib/reading/', 'src/lib/catalogue/', 'src/lib/site/view/']
  const EFFECTS =
    /^(?:node:)?(?:fs|http|https|http2|net|tls|dgram|dns|child_process|cluster|worker_threads)(?:\/.*)?$|^undici$/

  interface Import {
    readonly file: string
    /** A path below the root for a file of ours, else the name of the module. */
    readonly target: string
  }

  /** Every import of a source: static, for types only, dynamic, for effect, and re-exports. */
  function findImports(file: string, source: string): Import[] {
    const specifiers = source.matchAll(
      /(?:^|[\s;}*])(?:from|import)\s*(?:\(\s*)?(['"])([^'"\n]+)\1|@import\s+(?:url\()?(['"])([^'"\n]+)\3/g,
    )
    return [...specifiers].map(([, , module, , style]) => {
      const name = module ?? style ?? ''
      return { file, target: name.startsWith('.') ? posix.join(posix.dirname(file), name) : name }
    })
  }

  /** Why an import is not allowed by the floors; undefined when it is. */
  function findViolation({ file, target }: Import): string | undefined {
    const from = roomOf(file)
    const to = roomOf(target)
    if (from === undefined || to === undefined || from === to) return undefined
    if (to.floor < from.floor) return undefined
    if (`${from.folders[0]} → ${to.folders[0]}` in EXCEPTIONS) return undefined
    return to.floor > from.floor
      ? `${file} on floor ${from.floor} imports ${target} on floor ${to.floor}`
      : `${file} imports ${target}, which is beside it on floor ${from.floor}`
  }

  function roomOf(path: string): Room | undefined {
    return ROOMS.find(({ folders }) => folders.some((folder) => path.startsWith(`${folder}/`)))
  }

  /** The first circle that is met on the way from these names to all they lead to. */
  function findCircle(
    targetsOf: (name: string) => readonly string[],
    names: readonly string[],
  ): string[] | undefined {
    const done = new Set<string>()
    const way: string[] = []
    const walk = (name: string): string[] | undefined => {
      if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
      if (done.has(name)) return undefined
      way.push(name)
      for (const target of targetsOf(name)) {
        const circle = walk(target)
        if (circle) return circle
      }
      way.pop()
      done.add(name)
      return undefined
    }
    for (const name of names) {
      const circle = walk(name)
      if (circle) return circle
    }
    return undefined
  }

  const FILES = globSync('{src,scripts}/**/*.{ts,mjs,js,astro,css}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  const sourceOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
  const IMPORTS = FILES.flatMap((file) => findImports(file, sourceOf(file)))

  test('json that others may have written is parsed as a whole by one function, within its limits', () => {
    const parsing = FILES.filter(
      (file) =>
        file.startsWith('src/lib/') &&
        /\bJSON\.parse\(/.test(sourceOf(file).replace(/^ *(?:\/\/|\*).*$/gm, '')),
    )
    assert.deepEqual(parsing, [
      // A header, which HTTP limits.
      'src/lib/crawl/partial.ts',
      'src/lib/reading/json/bounded.ts',
      // One string.
      'src/lib/reading/json/number.ts',
      // A file of a package of ours, and code that is shown.
      'src/lib/site/outlines.ts',
      'src/lib/site/view/use-from.ts',
    ])
  })

  test('every source file lives on a floor, and every floor has files', () => {
    assert.deepEqual(
      FILES.filter((file) => roomOf(file) === undefined && !DECLARATIONS.has(file)),
      [],
    )
    for (const { folders } of ROOMS)
      for (const folder of folders)
        assert.ok(
          FILES.some((file) => file.startsWith(`${folder}/`)),
          `${folder} has no files`,
        )
  })

  test('a file imports from its own folder or a lower floor', () => {
    assert.ok(IMPORTS.length > 300, `only ${IMPORTS.length} imports were found`)
    assert.deepEqual(
      IMPORTS.flatMap((found) => findViolation(found) ?? []),
      [],
    )
  })

  test('no files import each other in a circle, including types', () => {
    const targets = Map.groupBy(
      IMPORTS.filter(({ target }) => FILES.includes(target)),
      ({ file }) => file,
    )
    assert.ok(targets.size > 300, `only ${targets.size} files import another`)
    assert.equal(
      findCircle((file) => targets.get(file)?.map(({ target }) => target) ?? [], FILES)?.join(' → '),
      undefined,
    )
  })

  test('a circle of any length is found', () => {
    const links: Record<string, string[]> = { a: ['b', 'c'], b: ['c'], c: ['d'], d: ['b'], e: ['e'] }
    const targetsOf = (name: string) => links[name] ?? []
    assert.deepEqual(findCircle(targetsOf, ['a']), ['b', 'c', 'd', 'b'])
    assert.deepEqual(findCircle(targetsOf, ['e']), ['e', 'e'])
    assert.equal(
      findCircle((name) => (name === 'a' ? ['b', 'c'] : []), ['a', 'b', 'c']),
      undefined,
    )
  })

  test('every exception to the floors is still needed', () => {
    const used = new Set(
      IMPORTS.map(({ file, target }) => `${roomOf(file)?.folders[0]} → ${roomOf(target)?.folders[0]}`),
    )
    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter((exception) => !used.has(exception)),
      [],
    )
  })

  test('imports from a higher floor, or from a sibling, are found in every notation', () => {
    const seen = (file: string, source: string) =>
      findImports(file, source).flatMap((found) => findViolation(found) ?? [])
    const ways = [
      "import { crawl } from '../crawl/index.ts'",
      "import type { CrawlResult } from '../crawl/index.ts'",
      "import {\n  crawl,\n} from '../crawl/index.ts'",
      "import '../crawl/index.ts'",
      "export * from '../crawl/index.ts'",
      "const { crawl } = await import('../crawl/index.ts')",
      "let crawl: import('../crawl/index.ts').CrawlResult",
    ]
    for (const way of ways) {
      assert.match(seen('src/lib/snapshot/draft.ts', way).join(), /on floor 1 imports .* on floor 3/, way)
      assert.match(seen('src/lib/site/publish.ts', way).join(), /on floor 2 imports .* on floor 3/, way)
      assert.match(
        seen('src/lib/site/publish.ts', way.replace('/crawl/', '/http/')).join(),
        /which is beside it on floor 2/,
        way,
      )
      assert.deepEqual(seen('src/lib/crawl/run.ts', way), [], way)
    }
    assert.match(
      seen('src/lib/config/index.ts', "import '../snapshot/index.ts'").join(),
      /beside it on floor 1/,
    )
    assert.match(
      seen('src/lib/interface/path.ts', "import '../reading/index.ts'").join(),
      /beside it on floor 0/,
    )
    assert.match(seen('src/styles/site.css', "@import '../../scripts/a.css';").join(), /imports scripts/)
  })

  test('the floors in docs/architecture.md are the floors of this test', () => {
    const rows = sourceOf('docs/architecture.md').matchAll(/^\| (\d) \| ((?:`[^`]+`(?:, )?)+) \|/gm)
    const told = [...rows].map(([, floor, folders = '']) => ({
      floor: Number(floor),
      folders: folders.split(', ').map((folder) => folder.slice(1, -1)),
    }))
    assert.deepEqual(told, ROOMS)
  })

  test('reading, inference and description use neither disk nor network', () => {
    const impure = IMPORTS.filter(
      ({ file, target }) => PURE.some((folder) => file.startsWith(folder)) && EFFECTS.test(target),
    )
    assert.deepEqual(impure, [])
    for (const folder of PURE) assert.ok(FILES.some((file) => file.startsWith(folder)))
    for (const name of ['node:fs', 'fs', 'node:fs/promises', 'node:http', 'node:https', 'undici'])
      assert.match(name, EFFECTS)
    assert.ok(IMPORTS.some(({ target }) => EFFECTS.test(target)))
  })

  test('building and serving a site uses no network client', () => {
    const asking = IMPORTS.filter(
      // The benchmarks compare the crawl with the bare client.
      ({ file, target }) => target === 'undici' && !/^(?:src\/lib\/http|scripts\/bench)\//.test(file),
    )
    assert.deepEqual(asking, [])
  })

  test('only scripts, and the servers that are copied, exit the process', () => {
    // Signal 0 ends nothing: it asks whether there is such a process.
    const ending = FILES.filter((file) =>
      /\bprocess\s*\.\s*(?:(?:exit|abort|exitCode)\b|kill\((?!\w+, 0\)))/.test(sourceOf(file)),
    )
    assert.deepEqual(
      ending.filter((file) => !file.startsWith('scripts/')),
      // Programs that `host` copies, and nothing imports.
      ['src/lib/site/handler/deno.mjs', 'src/lib/site/handler/node.mjs'],
    )
    assert.ok(ending.length > 2)
  })

  test('nothing changes the working folder of the process', () => {
    assert.deepEqual(
      FILES.filter((file) => /\bchdir\b/.test(sourceOf(file))),
      [],
    )
  })

  test('the bundled origin shares only the interface with the mirror', () => {
    const shared = IMPORTS.filter(
      ({ file, target }) => file.startsWith('scripts/origin/') && target.startsWith('src/'),
    )
    assert.ok(shared.length > 0)
    assert.deepEqual(
      shared.filter(({ target }) => !target.startsWith('src/lib/interface/')),
      [],
    )
  })

  test('a mirror needs no development packages, so npm ci --omit=dev is enough', () => {
    const { dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
    const names = readdirSync(`${ROOT}node_modules`).flatMap((name) =>
      name.startsWith('@') ? readdirSync(`${ROOT}node_modules/${name}`).map((one) => `${name}/${one}`) : name,
    )
    const packageOf = (target: string) =>
      names.find((name) => target === name || target.startsWith(`${name}/`))
    const product = /^(?:src|scripts\/(?:cli|job|origin))\//
    const needed = IMPORTS.flatMap(({ file, target }) => (product.test(file) && packageOf(target)) || [])
    assert.ok(needed.length > 0)
    assert.deepEqual(
      needed.filter((name) => !Object.hasOwn(dependencies, name)),
      [],
    )
  })
})

describe('the lock file', () => {
  interface LockedPackage {
    readonly dependencies?: Readonly<Record<string, string>>
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }

  const lock = new URL('../../package-lock.json', import.meta.url)
  const packages: Readonly<Record<string, LockedPackage>> = JSON.parse(readFileSync(lock, 'utf8')).packages

  // npm leaves out packages that the current registry does not have, and `npm ci` then rejects the lock file everywhere.
  test('the lock file lists every package for every platform, so npm ci accepts it', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isLocked(path, name)),
    )
    assert.deepEqual(missing, [])
  })

  // A package is looked up next to its dependent, then in every parent folder, as Node.js does.
  function isLocked(from: string, name: string): boolean {
    const folders = from
      .split(/(?=\/node_modules\/)/)
      .map((_, index, parts) => parts.slice(0, index + 1).join(''))
    return (
      `node_modules/${name}` in packages ||
      folders.some((folder) => `${folder}/node_modules/${name}` in packages)
    )
  }
})

describe('exported names', () => {
  const ROOT = fileURLToPath(new URL('../../', import.meta.url))

  /** Names that Astro prescribes, and the entry of a program. */
  const PRESCRIBED = new Set(['getStaticPaths', 'GET', 'main'])

  const DECLARATION =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

  /** The names that a source declares and exports; re-exports belong to the other file. */
  function namesOf(source: string): string[] {
    return [...new Set([...source.matchAll(DECLARATION)].map(([, name = '']) => name))]
  }

  test('an exported name has one meaning in the whole code base', () => {
    const exported = globSync('{src,scripts}/**/*.{ts,mjs,js,astro}', { cwd: ROOT })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !file.endsWith('.d.ts') && !file.startsWith('src/lib/site/view/words/'))
      .sort()
      .flatMap((file) => namesOf(readFileSync(`${ROOT}${file}`, 'utf8')).map((name) => ({ file, name })))
    assert.ok(exported.length > 1000, `only ${exported.length} exported names were found`)
    const shared = [...Map.groupBy(exported, ({ name }) => name)]
      .filter(([name, all]) => all.length > 1 && !PRESCRIBED.has(name))
      .map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`)
    assert.deepEqual(shared, [])
  })

  test('an exported name is used by another file', () => {
    const files = globSync(['*.mjs', '{src,scripts,tests}/**/*.{ts,mjs,js,astro}'], {
      cwd: ROOT,
      exclude: ['tests/fixtures/**'],
    })
    const words = new Map(
      files.map((file) => [file, new Set(readFileSync(`${ROOT}${file}`, 'utf8').match(/\w+/g))]),
    )
    const unused = files
      .filter((file) => !file.startsWith('tests/') && /(?<!\.d)\.(?:ts|mjs|js)$/.test(file))
      .flatMap((file) =>
        namesOf(readFileSync(`${ROOT}${file}`, 'utf8'))
          .filter((name) => !PRESCRIBED.has(name))
          .filter((name) => ![...words].some(([other, used]) => other !== file && used.has(name)))
          .map((name) => `${file}: ${name}`),
      )
    assert.deepEqual(unused, [])
  })

  test('all kinds of exports are found', () => {
    const names = namesOf(
      [
        'export const a = 1',
        'export let b = 2',
        'export function c(): void {}',
        'export async function d() {}',
        'export function* e() {}',
        'export async function* f() {}',
        'export class G {}',
        'export abstract class H {}',
        'export interface I {}',
        'export type J = 1',
        "export { k } from './k.ts'",
        'const l = 1',
      ].join('\n'),
    )
    assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e', 'f', 'G', 'H', 'I', 'J'])
  })
})
