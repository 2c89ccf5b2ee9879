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
  const fresh: Fresh[] = []
  for (const code of codes) {
    const resource = datasetResource(code)
    for (const format of options.formats) {
      const path = fileOf({ resource, format })
      const [record, stored] = [run.records.get(path), current?.find(path)]
      if (record !== undefined && record.sha256 !== stored?.sha256)
        fresh.push({ code, representation: { resource, format }, record, stored })
    }
  }
  return fresh
}

/** Whether a copy was derived from an html page. */
export function isFromPage(record: ManifestRecord | undefined): boolean {
  return record?.sha256 !== undefined && record.derivedFrom === 'html'
}

/** The stored copy if it came from the origin or from its page, undefined if it was derived from the other format. */
export function copyOf(stored: ManifestRecord | undefined): ManifestRecord | undefined {
  return isFromPage(stored) ? stored : ownCopyOf(stored)
}

/** The stored copy if it came from the origin, undefined if it was derived. */
export function ownCopyOf(stored: ManifestRecord | undefined): ManifestRecord | undefined {
  return stored?.sha256 === undefined || isMadeFromOther(stored) ? undefined : stored
}
