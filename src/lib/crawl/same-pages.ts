import { hash } from 'node:crypto'
import { quoteCode } from '../interface/index.ts'
import { type ManifestRecord, type Problem, someOf, warning } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { isFromPage } from './mismatches/fresh.ts'
import { isEmptyList } from './mismatches/relation.ts'
import type { Survey } from './survey.ts'

/** So many datasets do not have the same page by chance. */
const LEAST_ALIKE = 3
/** A menu or a message in place of data is short. */
const LONGEST = 64 * 1024

/**
 * Warnings that datasets were derived from pages that are the same apart from their codes and titles: a menu or a message may be in place of
 * all data. Where there are copies of them, what replaces these is doubted; a first run has nothing to compare pages with but each other.
 */
export function findSamePages(
  crawl: Crawl,
  { newTitles = [] }: Pick<Survey, 'newTitles'>,
  records: Iterable<ManifestRecord>,
): Problem[] {
  const pages = new Map<string, ManifestRecord>()
  for (const record of records)
    if (record.code !== undefined && isFromPage(record) && (record.bytes ?? 0) <= LONGEST)
      if (record.format === 'json' || !pages.has(record.code)) pages.set(record.code, record)
  if (pages.size < LEAST_ALIKE) return []
  const titles = new Map(newTitles.map(({ code, title }) => [code as string, title]))
  if ([...pages.keys()].some((code) => !titles.has(code)))
    for (const { code, title } of crawl.surveyCurrent()?.catalogue.datasets ?? [])
      if (!titles.has(code)) titles.set(code, title)
  const groups = Map.groupBy(pages.entries(), ([code, record]) =>
    digestWithout(crawl, record, [titles.get(code) ?? '', code]),
  )
  return [...groups].flatMap(([digest, group]) =>
    digest === undefined || group.length < LEAST_ALIKE ? [] : [describe(group.map(([code]) => code))],
  )
}

// Undefined if there is nothing in it: several datasets may be empty.
function digestWithout(
  { draft }: Crawl,
  record: ManifestRecord,
  texts: readonly string[],
): string | undefined {
  const bytes = Buffer.concat([...draft.source(record.path)()])
  if (isEmptyList(() => [bytes], record)) return undefined
  const body = bytes.toString()
  // As they are written in json; in xml such a title is left as it is.
  const bare = texts
    .map((text) => JSON.stringify(text).slice(1, -1))
    .reduce((rest, text) => (text === '' ? rest : rest.replaceAll(text, '')), body)
  return `${record.format} ${hash('sha256', bare)}`
}

function describe(codes: readonly string[]): Problem {
  const message = `${codes.length} of them were derived from pages of html that are the same apart from codes and titles: ${someOf(codes.map(quoteCode), LEAST_ALIKE)}. What is published of these may be a menu or a message in place of data. Look at their pages at the origin.`
  return warning('same-page', 'datasets', message, { datasets: codes.length, dataset: codes[0] ?? '' })
}
