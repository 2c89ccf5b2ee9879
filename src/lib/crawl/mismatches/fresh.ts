import { type DatasetCode, datasetResource, fileOf, type Representation } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { isMadeFromOther } from '../record-miss.ts'

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
      const representation = { resource: datasetResource(code), format }
      const record = run.records.get(fileOf(representation))
      const stored = current?.find(fileOf(representation))
      return record === undefined || record.sha256 === stored?.sha256
        ? []
        : [{ code, representation, record, stored }]
    }),
  )
}

/** The stored copy if it came from the origin, undefined if it was derived. */
export function ownCopyOf(stored: ManifestRecord | undefined): ManifestRecord | undefined {
  return stored?.sha256 === undefined || isMadeFromOther(stored) ? undefined : stored
}
