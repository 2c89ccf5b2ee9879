import * as v from 'valibot'
import { attempt } from '../interface/attempt.ts'
import { type Accepted, described } from '../interface/field.ts'
import { DATA_FORMATS, differencesPathOf, parseDatasetCode } from '../interface/index.ts'
import { documentDifference } from '../reading/difference/schema.ts'
import { isBrokenJson, parseJson } from '../reading/json/bounded.ts'
import { checkedSource, type Generation } from './generation.ts'
import { sha256Field, timeField } from './machine-file.ts'
import type { Manifest } from './manifest.ts'
import type { FileRecord } from './record.ts'

/** Maximum number of changes in the file of a dataset. */
const MOST_CHANGES = 20

/** What a run changed in a dataset. */
const difference = v.object({
  generation: described('The generation that the run published.', v.string()),
  at: described('When its crawl ended.', timeField),
  format: described('The format that was compared.', v.picklist(DATA_FORMATS)),
  from: described('The sha256 of the copy before.', sha256Field),
  to: described('The sha256 of the copy after.', sha256Field),
  alsoFrom: v.exactOptional(
    described('The sha256 of the copy before of the other format, if that changed too.', sha256Field),
  ),
  ...documentDifference.entries,
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
type Differences = Accepted<typeof differencesSchema>

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
  const found = attempt(undefined, isBrokenJson, () => parseJson(bytes))
  return v.is(differencesSchema, found) ? (found as Differences).changes : []
}
