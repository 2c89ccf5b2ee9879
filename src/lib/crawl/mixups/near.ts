import { quoteCode } from '../../interface/index.ts'
import type { Generation, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { outlineOf, textOf } from '../doubts/outline.ts'
import type { Fresh, Suspect } from './fresh.ts'
import { haveDiffered } from './relation.ts'

/** Copies of about the same size that a body is compared with. */
const MOST_COMPARED = 20
/** Sizes that differ by less are about the same. */
const STEP = Math.log(1.1)

/** A fresh body that has the fields and words of `text`, of which most are none of the copy that it would replace. */
export interface News {
  readonly fresh: Fresh
  readonly text: string
}

/**
 * Finds bodies that are another dataset's but for times, numbers and ids: they came to have exactly the fields and words of the copy that is
 * held of it. As with equal bytes, data may move on from one dataset to another that is not `stuck`, and come back to where it was.
 */
export function findNear(crawl: Crawl, news: readonly News[], stuck: ReadonlySet<Fresh>): Suspect[] {
  const { current, run } = crawl
  if (current === undefined || news.length === 0) return []
  const held = current.manifest.records.filter(
    ({ path, code, sha256 }) =>
      code !== undefined && sha256 && (run.records.has(path) || run.misses.has(path)),
  )
  const bySize = Map.groupBy(held, (record) => sizeOf(record, 0))
  const texts = new Map<string, string | undefined>()
  const textHeld = (record: ManifestRecord) => {
    if (!texts.has(record.path)) {
      const outline = outlineOf(record, current.source)
      texts.set(record.path, outline && textOf(outline))
    }
    return texts.get(record.path)
  }
  const owners = new Map<Fresh, ManifestRecord>()
  for (const { fresh, text } of news) {
    if (isBack(current, fresh, text)) continue
    const alike = [-1, 0, 1].flatMap((step) => bySize.get(sizeOf(fresh.record, step)) ?? [])
    const others = alike.filter(({ code }) => code !== fresh.code).slice(0, MOST_COMPARED)
    const owner = others.find(
      (other) => textHeld(other) === text && haveDiffered(crawl, fresh, other.code ?? ''),
    )
    if (owner) owners.set(fresh, owner)
  }
  // Another time or number in what came for the owner is no move.
  const byPath = new Map(news.map(({ fresh }) => [fresh.record.path, fresh]))
  for (let count = -1; count !== owners.size; ) {
    count = owners.size
    for (const [fresh, { path }] of owners) {
      const moved = byPath.get(path)
      if (moved !== undefined && !owners.has(moved) && !stuck.has(moved)) owners.delete(fresh)
    }
  }
  return [...owners].map(([fresh, { code = '' }]) => ({
    fresh,
    what: `with the fields and words of ${quoteCode(code)}`,
    whose: quoteCode(code),
  }))
}

// Like a copy of its own that something doubtful replaced.
function isBack({ source }: Generation, { held, record }: Fresh, text: string): boolean {
  return (held?.former ?? []).some((former) => {
    const outline = outlineOf({ ...former, format: record.format }, source)
    return outline !== undefined && textOf(outline) === text
  })
}

function sizeOf({ format, bytes = 0 }: ManifestRecord, step: number): string {
  return `${format} ${Math.round(Math.log(bytes + 1) / STEP) + step}`
}
