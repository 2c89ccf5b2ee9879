import { type DatasetCode, fileOf, ofDataset, type Representation } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'

/** A representation of a dataset with new bytes in this run, and its previous record. */
export interface Fresh {
  readonly code: DatasetCode
  readonly representation: Representation
  readonly record: ManifestRecord
  readonly stored: ManifestRecord | undefined
}

/** A fresh body that may be another dataset's. `what` is a clause: `with the data of "roads"`. */
export interface Suspect {
  readonly fresh: Fresh
  readonly what: string
  /** The supposed owner: a quoted dataset code, an operation, or {@link NO_OWNER}. */
  readonly whose: string
}

/** The owner of the answer for a dataset that does not exist. No operation has this name, and codes are quoted. */
export const NO_OWNER = 'none'

/** The bodies of these codes that differ from the stored copies. */
export function findFresh({ options, run, current }: Crawl, codes: readonly DatasetCode[]): Fresh[] {
  return codes.flatMap((code) =>
    options.formats.flatMap((format) => {
      const representation = ofDataset(code, format)
      const path = fileOf(representation)
      const [record, stored] = [run.records.get(path), current?.find(path)]
      return record === undefined || record.sha256 === stored?.sha256
        ? []
        : [{ code, representation, record, stored }]
    }),
  )
}
