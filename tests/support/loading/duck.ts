import type { Cell, Loaded, Loader } from './loaded.ts'

/** The folder of `@duckdb/node-api`, which `.ci/run` installs: a lock file would have to list its binaries for all platforms. */
const FOLDER = process.env.MIRROR_TESTS_DUCKDB

/** Why tests with DuckDB are skipped; false if they are not. */
export const NO_DUCK = FOLDER === undefined ? 'MIRROR_TESTS_DUCKDB names no @duckdb/node-api' : false

/** A new database of DuckDB in this process. */
export async function openDuck(): Promise<Connection> {
  const { DuckDBInstance }: Duck = await import(`${FOLDER}/lib/index.js`)
  return (await DuckDBInstance.create(':memory:')).connect()
}

/** DuckDB in this process. It has no network here, so addresses in the code are replaced by files. */
export async function findDuck(fileOf: (address: string) => string): Promise<Loader> {
  if (NO_DUCK !== false) return { missing: NO_DUCK, package: '@duckdb/node-api' }
  return async (codes) => {
    const connection = await openDuck()
    const loaded: Loaded[] = []
    for (const code of codes) {
      const local = code.replace(
        /'(https?:[^']*)'/,
        (_, address) => `'${fileOf(address).replaceAll("'", "''")}'`,
      )
      loaded.push(
        await connection.runAndReadAll(local).then(loadedOf, (error: Error) => ({ error: error.message })),
      )
    }
    return loaded
  }
}

/** The parts of the package that are used. */
interface Duck {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
}

interface Connection {
  runAndReadAll(sql: string): Promise<Answer>
}

interface Answer {
  columnNames(): string[]
  columnTypes(): readonly unknown[]
  getColumns(): readonly (readonly unknown[])[]
  getRows(): readonly (readonly unknown[])[]
}

const KINDS: Readonly<Record<string, 'number' | 'boolean'>> = {
  BIGINT: 'number',
  DOUBLE: 'number',
  BOOLEAN: 'boolean',
}

function loadedOf(answer: Answer): Loaded {
  const kinds = answer.columnTypes().map((type) => KINDS[String(type)] ?? 'text')
  const cellOf = (value: unknown, at: number): Cell =>
    value === null ? null : [kinds[at] ?? 'text', String(value)]
  return {
    names: answer.columnNames(),
    columns: answer.getColumns().map((column, at) => column.map((value) => cellOf(value, at))),
  }
}
