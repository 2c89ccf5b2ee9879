import * as v from 'valibot'
import { DATA_FORMATS, differencesPathOf, parseDatasetCode } from '../interface/index.ts'
import { isBrokenJson, parseJson } from '../reading/json/bounded.ts'
import { type Accepted, countField, described, sha256Field, textsField, timeField } from './fields.ts'
import { checkedSource, type Generation } from './generation.ts'
import type { Manifest } from './manifest.ts'
import type { FileRecord } from './record.ts'

/** Maximum number of changes in the file of a dataset. */
const MOST_CHANGES = 20

const keysField = v.array(textsField)

const counts = v.object({
  before: described('How many there were.', countField),
  after: described('How many there are.', countField),
  added: v.exactOptional(described('Absent if the copies are too large to be compared.', countField)),
  removed: v.exactOptional(described('As `added`.', countField)),
  changed: v.exactOptional(described('Only with a key.', countField)),
  reordered: v.exactOptional(described('The records that stayed are in another order.', v.literal(true))),
})

const changedRecord = v.object({
  key: described('Its key.', textsField),
  cells: described(
    'Its cells that changed.',
    v.array(
      v.object({
        column: described('The column.', v.string()),
        before: described('The earlier value; null if there was none.', v.nullable(v.string())),
        after: described('The value now; null if there is none.', v.nullable(v.string())),
      }),
    ),
  ),
})

/** What a run changed in a dataset: see DocumentDifference for the fields after `to`. */
const difference = v.object({
  generation: described('The generation that the run published.', v.string()),
  at: described('When its crawl ended.', timeField),
  format: described('The format that was compared.', v.picklist(DATA_FORMATS)),
  from: described('The sha256 of the copy before.', sha256Field),
  to: described('The sha256 of the copy after.', sha256Field),
  alsoFrom: v.exactOptional(
    described('The sha256 of the copy before of the other format, if that changed too.', sha256Field),
  ),
  kind: described(
    '`clerical`: the same records, written or sorted in another way, or with other volatile values; `schema`: columns were added or removed; `substantive`: anything else.',
    v.picklist(['clerical', 'schema', 'substantive']),
  ),
  records: v.exactOptional(described('The number of records.', counts)),
  key: v.exactOptional(described('The columns by which records were matched.', textsField)),
  columns: v.exactOptional(
    described(
      'Columns of one copy only.',
      v.object({
        added: described('Of the copy after.', textsField),
        removed: described('Of the copy before.', textsField),
      }),
    ),
  ),
  changed: v.exactOptional(
    described(
      'Columns that changed, the most first.',
      v.array(
        v.object({
          column: described('The column.', v.string()),
          records: described('In how many records it changed.', countField),
        }),
      ),
    ),
  ),
  volatile: v.exactOptional(
    described('Columns that change with every export. They are left out of everything else.', textsField),
  ),
  outside: v.exactOptional(
    described('Something outside of the records changed, other than times and totals.', v.literal(true)),
  ),
  values: v.exactOptional(
    described(
      'Columns with few different values, of which some are new or no longer occur.',
      v.array(
        v.object({
          column: described('The column.', v.string()),
          added: described('New values.', textsField),
          removed: described('Values that no longer occur.', textsField),
        }),
      ),
    ),
  ),
  examples: v.exactOptional(
    described(
      'The first records of each kind.',
      v.object({
        added: described('The keys of added records.', keysField),
        removed: described('The keys of removed records.', keysField),
        changed: described('Changed records.', v.array(changedRecord)),
      }),
    ),
  ),
})

/** What the last runs changed in one dataset: `api/v1/get_dataset/<code>/changes.json`. */
export const differencesSchema = v.object({
  differences: described('The version of this layout.', v.literal(1)),
  changes: described(
    'The latest first, at most twenty.',
    v.pipe(v.array(difference), v.maxLength(MOST_CHANGES)),
  ),
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

/** What earlier runs changed in a dataset, the latest first; nothing if its file was not written by this program. Throws DamagedSnapshot. */
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
