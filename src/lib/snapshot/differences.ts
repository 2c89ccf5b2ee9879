import * as v from 'valibot'
import { DATA_FORMATS, differencesPathOf, parseDatasetCode } from '../interface/index.ts'
import { isBrokenJson, parseJson } from '../reading/json/bounded.ts'
import { type Accepted, countField, sha256Field, textsField, timeField } from './fields.ts'
import { checkedSource, type Generation } from './generation.ts'
import type { Manifest } from './manifest.ts'
import type { FileRecord } from './record.ts'

/** Maximum number of changes in the file of a dataset. */
const MOST_CHANGES = 20

const keysField = v.array(textsField)

/** What a run changed in a dataset: see DocumentDifference for the fields after `to`. */
const difference = v.object({
  /** The generation that the run published, and when its crawl ended (ISO 8601, UTC). */
  generation: v.string(),
  at: timeField,
  /** The format that was compared, and the sha256 of its two versions. */
  format: v.picklist(DATA_FORMATS),
  from: sha256Field,
  to: sha256Field,
  kind: v.picklist(['clerical', 'schema', 'substantive']),
  records: v.exactOptional(
    v.object({
      before: countField,
      after: countField,
      added: v.exactOptional(countField),
      removed: v.exactOptional(countField),
      changed: v.exactOptional(countField),
      reordered: v.exactOptional(v.literal(true)),
    }),
  ),
  key: v.exactOptional(textsField),
  columns: v.exactOptional(v.object({ added: textsField, removed: textsField })),
  changed: v.exactOptional(v.array(v.object({ column: v.string(), records: countField }))),
  volatile: v.exactOptional(textsField),
  outside: v.exactOptional(v.literal(true)),
  values: v.exactOptional(v.array(v.object({ column: v.string(), added: textsField, removed: textsField }))),
  examples: v.exactOptional(
    v.object({
      added: keysField,
      removed: keysField,
      changed: v.array(
        v.object({
          key: textsField,
          cells: v.array(
            v.object({ column: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) }),
          ),
        }),
      ),
    }),
  ),
})

/** What the last runs changed in one dataset: `api/v1/get_dataset/<code>/changes.json`. */
export const differencesSchema = v.object({
  /** The version of this format. */
  differences: v.literal(1),
  /** The latest first, at most twenty. */
  changes: v.pipe(v.array(difference), v.maxLength(MOST_CHANGES)),
})

export type Difference = Accepted<typeof difference>
export type Differences = Accepted<typeof differencesSchema>

/** The file of what changed in a dataset. */
export interface DifferencesFile extends Required<FileRecord> {
  readonly code: string
}

/** The files of what changed in the datasets of a generation or a site. */
export function differencesFilesOf({ differences = [] }: Pick<Manifest, 'differences'>): DifferencesFile[] {
  return differences.map((one) => ({ ...one, path: differencesPathOf(parseDatasetCode(one.code)) }))
}

/** The text of the file of a dataset, with one more change. */
export function renderDifferences(latest: Difference, earlier: readonly Difference[]): string {
  const all: Differences = { differences: 1, changes: [latest, ...earlier].slice(0, MOST_CHANGES) }
  return `${JSON.stringify(all, null, 2)}\n`
}

/** What earlier runs changed in a dataset, the latest first; nothing if its file is none of this program. Throws DamagedSnapshot. */
export function readDifferences(
  generation: Pick<Generation, 'folder'>,
  file: DifferencesFile,
): readonly Difference[] {
  const bytes = Buffer.concat([...checkedSource(generation, file)()].map((chunk) => Buffer.from(chunk)))
  try {
    const found = parseJson(bytes)
    return v.is(differencesSchema, found) ? (found as Differences).changes : []
  } catch (error) {
    if (isBrokenJson(error)) return []
    throw error
  }
}
