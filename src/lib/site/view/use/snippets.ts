import type { Words } from '../words/type.ts'

/** How a resource is used from one tool: the code before and after an address. */
export interface Use {
  readonly tool: keyof Words['useFrom']['tools']
  /** The portable address of a file below the root, safe inside a string of any shell or language. */
  readonly address: string
  readonly before: string
  readonly after: string
}

/** DuckDB's default limit for one json value. */
const DUCK_OBJECT_BYTES = 16 * 1024 * 1024

/** The json of a resource. */
export interface JsonFile {
  readonly address: string
  readonly bytes: number
}

/** Downloads the file unchanged. */
export function curlOf(address: string, format: 'json' | 'xml'): Use {
  return {
    tool: 'curl',
    address,
    before: `curl --fail --location --output data.${format} "`,
    after: '"',
  }
}

/** Reads the json as it is. Numbers known to be `large` stay exact, which `answer.json()` does not guarantee. */
export function javascriptOf({ address }: JsonFile, large: boolean): Use {
  const read = large
    ? `// Whole numbers beyond 2^53 become BigInt.
const data = JSON.parse(await answer.text(), (name, value, text) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\\d+$/.test(text.source) ? BigInt(text.source) : value)`
    : 'const data = await answer.json()'
  return {
    tool: 'javascript',
    address,
    before: 'const answer = await fetch("',
    after: `")\nif (!answer.ok) throw new Error("answered " + answer.status)\n${read}`,
  }
}

/** Reads the json as it is, if there is no table. */
export function documentUses(file: JsonFile): Use[] {
  const { address } = file
  return [
    {
      tool: 'python',
      address,
      before: 'import json\nimport urllib.request\n\nwith urllib.request.urlopen("',
      after: '") as answer:\n    data = json.load(answer)',
    },
    {
      tool: 'r',
      address,
      before: '# install.packages("jsonlite")\ndata <- jsonlite::fromJSON("',
      after: '", bigint_as_char = TRUE)\nstr(data, max.level = 2)',
    },
    duckDocumentOf(file),
  ]
}

/** Reads the json in DuckDB, which makes a table of whatever looks like one. */
export function duckDocumentOf({ address, bytes }: JsonFile): Use {
  const size = bytes > DUCK_OBJECT_BYTES ? `, maximum_object_size = ${bytes}` : ''
  return { tool: 'duckdb', address, before: "FROM read_json('", after: `'${size}) LIMIT 10;` }
}
