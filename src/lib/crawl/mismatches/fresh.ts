import { type DatasetCode, datasetResource, fileOf, type Representation } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { isMadeFromOther } from '../record-miss.ts'

/** A representation of a dataset whose bytes this run brought anew, and what was held of it before. */
export interface Fresh {
  readonly code: DatasetCode
  readonly representation: Representation
  readonly record: ManifestRecord
  readonly held: ManifestRecord | undefined
}

/** A fresh body that may be another one's, with what it is, as a clause: `with the data of "roads"`. */
export interface Suspect {
  readonly fresh: Fresh
  readonly what: string
  /** Whose it is: a quoted dataset code, an operation, or {@link NOBODY}. */
  readonly whose: string
}

/** Whose an answer is that the origin has for a dataset that does not exist. No operation has this name, and codes are quoted. */
export const NOBODY = 'none'

/** What came anew for these codes: what is the same as the copy that is held was judged when it came. */
export function findFresh({ options, run, current }: Crawl, codes: readonly DatasetCode[]): Fresh[] {
  return codes.flatMap((code) =>
    options.formats.flatMap((format) => {
      const representation = { resource: datasetResource(code), format }
      const record = run.records.get(fileOf(representation))
      const held = current?.find(fileOf(representation))
      return record === undefined || record.sha256 === held?.sha256
        ? []
        : [{ code, representation, record, held }]
    }),
  )
}

/** The copy that a record is of, as the origin gave it: what the mirror made from another format is none. */
export function ownCopyOf(held: ManifestRecord | undefined): ManifestRecord | undefined {
  return held?.sha256 === undefined || isMadeFromOther(held) ? undefined : held
}
