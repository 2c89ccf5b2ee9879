import { type DatasetCode, datasetResource, fileOf, type Representation } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'

/** A representation of a dataset whose bytes this run brought anew, and what was held of it before. */
export interface Fresh {
  readonly code: DatasetCode
  readonly representation: Representation
  readonly record: ManifestRecord
  readonly held: ManifestRecord | undefined
}

/** A fresh body that is not believed, with what it is, as a clause: `with the data of "roads"`. */
export interface Suspect {
  readonly fresh: Fresh
  readonly what: string
}

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
