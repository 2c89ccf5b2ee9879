import { fileOf, quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import type { Fresh, Suspect } from './fresh.ts'
import { isEmptyList } from './is-empty.ts'
import { likeness } from './likeness.ts'

const COMPARED_BYTES = 64 * 1024

/**
 * Finds changed bodies that are, byte for byte, those of another dataset, held or fresh, while the two were not the same before: caches
 * and proxies mix answers up. Of two fresh ones that are the same, the one less like its own copy before is the suspect.
 */
export function findTwins(crawl: Crawl, fresh: readonly Fresh[]): Suspect[] {
  const { current } = crawl
  if (current === undefined) return []
  const owners = Map.groupBy(
    current.manifest.records.filter(({ code, sha256 }) => code !== undefined && sha256 !== undefined),
    ({ sha256, format }) => `${format} ${sha256}`,
  )
  const arrivals = Map.groupBy(fresh, ({ record }) => `${record.format} ${record.sha256}`)
  return fresh.flatMap((one) => {
    const { record, held, code } = one
    if (held?.sha256 === undefined) return []
    const key = `${record.format} ${record.sha256}`
    const owner = owners.get(key)?.find((other) => other.code !== code)
    const rival = arrivals
      .get(key)
      ?.find((other) => other.code !== code && other.held !== undefined && other.held.sha256 !== held.sha256)
    const other = owner?.code ?? (rival && isLessLike(crawl, one, rival) ? rival.code : undefined)
    if (other === undefined || isEmptyList(crawl.draft.source(record.path), record)) return []
    return [{ fresh: one, what: `with the data of ${quoteCode(other)}` }]
  })
}

function isLessLike(crawl: Crawl, one: Fresh, rival: Fresh): boolean {
  const now = headOf(crawl.draft.source(one.record.path))
  const before = ({ representation }: Fresh) =>
    headOf(crawl.current?.source(fileOf(representation)) ?? (() => []))
  return likeness(now, before(one)) < likeness(now, before(rival))
}

function headOf(source: () => Iterable<Uint8Array>): string {
  for (const chunk of source()) return Buffer.from(chunk).subarray(0, COMPARED_BYTES).toString('latin1')
  return ''
}
