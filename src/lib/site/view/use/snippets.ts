import { duckName, findAsText, type Known, pythonText, rText } from './as-text.ts'
import type { Use } from './use-from.ts'

/** Brings the very bytes. */
export function curlOf(address: string, format: 'json' | 'xml'): Use {
  return {
    tool: 'curl',
    address,
    before: `curl --fail --location --output data.${format} "`,
    after: '"',
  }
}

/** Reads the json as it is built: in JavaScript, and everywhere where there is no table to read. */
export function documentUses(address: string | undefined, hasTable: boolean): Use[] {
  if (address === undefined) return []
  const javascript: Use = {
    tool: 'javascript',
    address,
    before: 'const answer = await fetch("',
    after:
      '")\nif (!answer.ok) throw new Error("answered " + answer.status)\nconst data = await answer.json()',
  }
  if (hasTable) return [javascript]
  return [
    {
      tool: 'python',
      address,
      before: 'import json\nimport urllib.request\n\nwith urllib.request.urlopen("',
      after: '") as answer:\n    data = json.load(answer)',
    },
    { tool: 'r', address, before: 'data <- jsonlite::fromJSON("', after: '")\nstr(data, max.level = 2)' },
    javascript,
    { tool: 'duckdb', address, before: "FROM read_json('", after: "') LIMIT 10;" },
  ]
}

/**
 * Reads the csv. Each is told to take nothing but nothing for a missing value, so that the text `NA` stays one, and to leave columns
 * of codes as text, so that leading zeros stay.
 */
export function tableUses(address: string, known: Known): Use[] {
  const python = findAsText(known, pythonText)
  const r = findAsText(known, rText)
  const duck = findAsText(known, duckName)
  return [
    {
      tool: 'pandas',
      address,
      before: 'import pandas as pd\n\ndata = pd.read_csv(\n    "',
      after: `",\n    keep_default_na=False,\n    na_values=[""],\n${
        python === 'all'
          ? '    dtype=str,\n'
          : python.length > 0
            ? `    dtype={${python.map((name) => `${name}: str`).join(', ')}},\n`
            : ''
      })\nprint(data.head())`,
    },
    {
      tool: 'r',
      address,
      before: 'data <- read.csv(\n  "',
      after: `",\n  fileEncoding = "UTF-8-BOM", check.names = FALSE, na.strings = ""${
        r === 'all'
          ? ',\n  colClasses = "character"'
          : r.length > 0
            ? `,\n  colClasses = c(${r.map((name) => `${name} = "character"`).join(', ')})`
            : ''
      }\n)\nstr(data)`,
    },
    {
      tool: 'duckdb',
      address,
      before: "FROM read_csv('",
      after: `',\n  delim = ',', quote = '"', escape = '"', header = true${
        duck === 'all'
          ? ',\n  all_varchar = true'
          : duck.length > 0
            ? `,\n  types = {${duck.map((name) => `${name}: 'VARCHAR'`).join(', ')}}`
            : ''
      }\n) LIMIT 10;`,
    },
  ]
}
