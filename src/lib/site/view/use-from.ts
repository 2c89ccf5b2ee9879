import { fileOf, hrefOf, type Resource } from '../../interface/index.ts'
import type { Reading } from '../../reading/index.ts'
import type { Mirror } from '../mirror.ts'
import { isHeld } from './state.ts'
import type { words } from './words.ts'

/** How a resource is used from one tool: the code before and after its one address. */
export interface Use {
  readonly tool: keyof typeof words.useFrom.tools
  readonly before: string
  readonly after: string
}

/** Examples of use of one resource. */
export interface UseFrom {
  /** The portable address of the json below the root, fit for a text of any shell or language. */
  readonly address: string
  /** What stands before it, where the mirror was told its own address; else a script puts it there. */
  readonly site: string
  readonly uses: readonly Use[]
}

/** Examples of use of a resource's json, which `reading` is of where it could be read; undefined where there is no json. */
export function useFromOf(
  mirror: Mirror,
  resource: Resource,
  reading: Reading | undefined,
): UseFrom | undefined {
  const { json } = mirror.recordsOf(resource)
  if (!isHeld(json)) return undefined
  const address = quotable(`${hrefOf(resource)}${fileOf({ resource, format: 'json' }).split('/').at(-1)}`)
  return {
    address,
    site: mirror.site === undefined ? '' : quotable(mirror.site),
    uses: [
      { tool: 'curl', before: 'curl --fail --location --output data.json "', after: '"' },
      pythonOf(reading?.format === 'json' ? reading : undefined),
      { tool: 'r', before: 'data <- jsonlite::fromJSON("', after: '")\nstr(data, max.level = 2)' },
      {
        tool: 'javascript',
        before: 'const answer = await fetch("',
        after:
          '")\nif (!answer.ok) throw new Error("answered " + answer.status)\nconst data = await answer.json()',
      },
      { tool: 'duckdb', before: "FROM read_json('", after: "') LIMIT 10;" },
    ],
  }
}

// Only records are a table: pandas is for them. It is told to leave texts that look like numbers or dates as they are.
function pythonOf(reading: Reading | undefined): Use {
  const members = reading?.shape === 'objects' ? findMembers(reading.path) : undefined
  if (members?.length === 0)
    return {
      tool: 'pandas',
      before: 'import pandas as pd\n\ndata = pd.read_json("',
      after: '", dtype=False, convert_dates=False)\nprint(data.head())',
    }
  const opened = 'with urllib.request.urlopen("'
  if (members === undefined)
    return {
      tool: 'python',
      before: `import json\nimport urllib.request\n\n${opened}`,
      after: '") as answer:\n    data = json.load(answer)',
    }
  const records = `json.load(answer)${members.map((name) => `["${name}"]`).join('')}`
  return {
    tool: 'pandas',
    before: `import json\nimport urllib.request\n\nimport pandas as pd\n\n${opened}`,
    after: `") as answer:\n    data = pd.json_normalize(${records})\nprint(data.head())`,
  }
}

// The members that lead to the records, `result.items[]`; undefined for a path that code could not be sure of.
function findMembers(path: string): string[] | undefined {
  const members = path.replace(/\[\]$/, '').split('.')
  if (path === '' || path === '[]') return []
  return members.every((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) ? members : undefined
}

// encodeURIComponent leaves these as they are, and they end or begin something in one language or another.
function quotable(address: string): string {
  return address.replace(/[!'()*$`"]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
