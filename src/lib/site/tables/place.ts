import { join } from 'node:path'
import { csvPathOf, DATASET_OPERATION, datasetResource, parseDatasetCode } from '../../interface/index.ts'
import {
  carryFile,
  documentSource,
  type Generation,
  type ManifestRecord,
  openFileSinks,
} from '../../snapshot/index.ts'
import { findShown } from '../mirror.ts'
import type { NotRead } from '../not-read.ts'
import { isAsStated } from '../published.ts'
import { openTableCache } from './table-cache.ts'
import { writeTable } from './write.ts'

/** Where tables are written. */
interface TablePlacing {
  /** The folder of the site, with its data. */
  readonly site: string
  readonly published: string
  /** The checksums of the published site, by path. */
  readonly before: ReadonlyMap<string, string>
  /** A folder for files that are being written. */
  readonly incoming: string
  /** The cache of what is derived, see {@link openDerived}. */
  readonly derived: string
}

/** The tables made of the documents that pages show. */
export interface Tables {
  /** The sha256 of the tables, by path. */
  readonly digests: ReadonlyMap<string, string>
  readonly notRead: NotRead
}

/**
 * Writes the table of every resource whose page shows a document that has one, with the time of that document. A table that is already
 * published with the same bytes is shared with the published site.
 */
export function placeTables(
  { manifest }: Generation,
  { site, published, before, incoming, derived }: TablePlacing,
): Tables {
  const cache = openTableCache(derived)
  const openSink = openFileSinks(incoming)
  const digests = new Map<string, string>()
  const notRead = new Map<string, string>()
  for (const record of shownRecords(manifest.records)) {
    const path = csvPathOf(resourceOf(record))
    const time = new Date(record.changedAt ?? 0)
    const known = cache.find(record)
    if (known === null) continue
    if (typeof known === 'object') {
      notRead.set(record.path, known.unread)
      continue
    }
    if (known !== undefined && before.get(path) === known && isAsStated(join(published, path), known, time)) {
      carryFile(join(published, path), join(site, path))
      digests.set(path, known)
      continue
    }
    const sink = openSink(join(site, path))
    try {
      const written = writeTable(documentSource(join(site, record.path)), record, () => sink)
      const table = written === true ? sink.digest().sha256 : written || null
      cache.add(record, table)
      if (table === null) continue
      if (typeof table === 'object') {
        notRead.set(record.path, table.unread)
        continue
      }
      sink.keep(time)
      digests.set(path, table)
    } finally {
      sink.drop()
    }
  }
  cache.save()
  return { digests, notRead }
}

/** The record of each resource from which its page is made. */
function shownRecords(records: readonly ManifestRecord[]): ManifestRecord[] {
  const resources = Map.groupBy(records, ({ operation, code }) => `${operation}/${code ?? ''}`)
  return [...resources.values()].flatMap(
    (all) => findShown(Object.fromEntries(all.map((record) => [record.format, record]))) ?? [],
  )
}

function resourceOf({ operation, code }: ManifestRecord) {
  return operation === DATASET_OPERATION ? datasetResource(parseDatasetCode(code ?? '')) : { operation }
}
