import type { Catalogue } from '../catalogue/index.ts'
import { datasetResource, listsOf, type Resource } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import {
  type Chain,
  type Changes,
  compareText,
  countStates,
  type DatasetVersions,
  extendChain,
  findChanges,
  freeGenerationId,
  type Listing,
  layout,
  type Manifest,
  type ManifestRecord,
  mendChanges,
  NO_CHANGES,
  openChain,
  type Problem,
  parseChain,
  planChanges,
  renderChanges,
  sumOfChanges,
  warning,
  writeWhole,
} from '../snapshot/index.ts'
import { describeMisses, findAbsentFormats, findImbalance } from './audit.ts'
import { compareCopies, findDifferencesFiles } from './compare-copies.ts'
import { compareFormats } from './compare-formats.ts'
import { RemovalRefused } from './consent.ts'
import { type Crawl, type CrawlOptions, openCrawl } from './context.ts'
import { fetchDatasets, hasEntry } from './datasets.ts'
import { findSamePages, guardFirst } from './doubts/first-bodies.ts'
import {
  dropDenied,
  dropDoubtedEarlier,
  dropNew,
  findDoubts,
  guardReplacement,
  rejectDoubts,
} from './doubts/guard.ts'
import { lowsOf } from './doubts/replacement.ts'
import { finalizeRecords, openCorrection, type Withdrawn, withdraw } from './finalize-records.ts'
import { keepReplaced, type Replacing } from './keep-replaced.ts'
import { findPartial, findSameCounts, markPaging } from './partial.ts'
import { takeGuardedSurvey } from './removal-guard.ts'
import { rereadLists } from './reread-lists.ts'
import type { Listener } from './run.ts'
import { storeSurvey } from './stored-survey.ts'
import { fetchLists, hasNewLists, type Survey } from './survey.ts'

export interface CrawlResult {
  readonly manifest: Manifest
  /** The folder of the published generation. */
  readonly folder: string
  readonly requests: number
  /** Bytes of bodies received, after decompression. */
  readonly received: number
}

/**
 * Mirrors the interface into a new generation and publishes it. Throws OriginUnreachable when no list can be fetched, RemovalRefused when
 * more would be removed or replaced than a run may do by itself, and the signal's reason when it is aborted. Then nothing is published, and
 * the next crawl resumes.
 */
export async function crawl(
  options: CrawlOptions,
  on: Listener = () => {},
  now = () => new Date(),
): Promise<CrawlResult> {
  const crawl = openCrawl(options, on, now)
  try {
    await fetchLists(crawl)
    const first = await takeGuardedSurvey(crawl)
    await fetchDatasets(crawl, first)
    return await finishCrawl(crawl, first)
  } catch (error) {
    if (error instanceof RemovalRefused) dropNew(crawl)
    throw error
  } finally {
    await crawl.close()
  }
}

/** Ends a crawl whose datasets were fetched for the codes of a survey: reads the lists again, checks what was fetched, and publishes it. Throws like {@link crawl}. */
export async function finishCrawl(crawl: Crawl, first: Survey): Promise<CrawlResult> {
  const survey = await rereadLists(crawl, first)
  dropDenied(crawl, survey.codes)
  const accepted = await guardFirst(crawl, survey)
  markPaging(crawl.run, crawl.draft.source, crawl.mayHavePaging)
  const { doubts, returned, moved } = await findDoubts(crawl, survey, accepted)
  const plan = guardReplacement(crawl, survey, dropDoubtedEarlier(crawl, doubts))
  rejectDoubts(crawl, plan)
  const replaced = new Set([...moved, ...plan.taken.map(({ fresh }) => fresh.record.path)])
  const lows = lowsOf(plan.taken)
  const earlier = findEarlierChanges(crawl)
  const chain = findEarlierChain(crawl)
  const stored = findDifferencesFiles(crawl)
  const correct = openCorrection(crawl)
  const { bare, history } = buildManifest(crawl, survey, { replaced, returned, lows, correct })
  const planned = planChanges(crawl.current?.manifest, bare, earlier)
  const changes = renderChanges(planned)
  const differences = await compareCopies(crawl, bare, planned, stored, correct)
  const manifest = {
    ...bare,
    changes: sumOfChanges(changes),
    ...(differences.length > 0 && { differences }),
    ...(history.length > 0 && { history }),
  }
  const { lasting, entries, refused = new Set() } = survey
  if (lasting !== undefined) storeSurvey(crawl, manifest.generation, { problems: lasting, entries, refused })
  return {
    manifest,
    folder: await publish(crawl, manifest, [
      [layout.changes, changes],
      [layout.chain, extendChain(chain, manifest)],
    ]),
    requests: crawl.client.requests + crawl.counted.requests,
    received: crawl.received(),
  }
}

function buildManifest(
  crawl: Crawl,
  survey: Survey,
  replacing: Replacing,
): { bare: Manifest; history: readonly DatasetVersions[] } {
  const { options, run, on, base } = crawl
  const lists = listsOf(options.lists).map((operation): Resource => ({ operation }))
  const resources = [...lists, ...survey.codes.map(datasetResource)]
  on({ type: 'phase', phase: 'derive', total: resources.length })
  const records = finalizeRecords(crawl, resources, replacing.replaced)
  const unequal = compareFormats(records, crawl.draft.source, crawl.current)
  const withdrawn = withdraw(crawl, survey.codes)
  // What is lost on disk is a remark.
  const kept = keepReplaced(crawl, [...records.values(), ...withdrawn.records], replacing)
  const byPath = new Map(kept.records.map((record) => [record.path, record]))
  const gaps = describeMisses(base, run.misses.values(), byPath)
  const problems = [
    ...survey.problems,
    ...crawl.remarks,
    ...findCrawlDelays(crawl),
    ...withdrawn.problems,
    ...unequal,
    ...gaps,
    ...findAbsentFormats(survey.codes, records, run.misses),
    ...findPartial(records.values(), (path) => run.misses.has(path), options.notPaged),
    ...findSameCounts(records.values(), options.notPaged),
    ...findSamePages(crawl, survey, records.values()),
    ...findImbalance(resources, options.formats, records),
  ]
  return { bare: describe(crawl, survey, withdrawn, problems, kept.records), history: kept.history }
}

/** The rules of robots.txt that slowed the run, except those already among the remarks. */
export function findCrawlDelays({ client, remarks }: Crawl): Problem[] {
  return client.notices
    .filter((message) => !remarks.some((remark) => remark.message === message))
    .map((message) => warning('crawl-delay', 'robots.txt', message))
}

function describe(
  crawl: Crawl,
  { discovery: { field, evidence }, codes, titles, entries }: Survey,
  withdrawn: Withdrawn,
  problems: readonly Problem[],
  records: readonly ManifestRecord[],
): Manifest {
  const { options, startedAt, now } = crawl
  const unlisted = codes.filter((code) => !hasEntry(entries, code))
  const listings = keepListings(crawl, withdrawn.codes, unlisted)
  return {
    manifest: 2,
    tool: options.tool,
    generation: freeGenerationId(options.state, startedAt, crawl.current?.manifest.generation),
    origin: options.bases,
    ...(options.sample && { sample: true }),
    startedAt: startedAt.toISOString(),
    completedAt: now().toISOString(),
    complete: problems.every(({ severity }) => severity !== 'gap'),
    counts: countStates(records),
    problems: [...problems].sort((a, b) => compareText(a.subject, b.subject)),
    codes: {
      ...(field && { field: { operation: field.operation, name: field.name } }),
      evidence,
      order: [...codes, ...withdrawn.codes],
    },
    ...(listings.length > 0 && { listings }),
    ...(titles.length > 0 && { titles }),
    ...(options.lists && Object.keys(options.lists).length > 0 && { lists: options.lists }),
    records: [...records].sort((a, b) => compareText(a.path, b.path)),
  }
}

// The changes and the chain are stored in the new generation, so they cannot disagree with it.
function publish(
  { options, draft, on }: Crawl,
  manifest: Manifest,
  files: readonly (readonly [place: (folder: string) => string, text: string])[],
): Promise<string> {
  on({ type: 'phase', phase: 'publish', total: manifest.records.length })
  for (const [place, text] of files) writeWhole(place(layout.draft(options.state)), text)
  return draft.publish(manifest)
}

// A chain that does not continue the one before is a remark.
function findEarlierChain({ options, current, remarks }: Crawl): Chain | undefined {
  if (current === undefined) return undefined
  const { text, problem } = openChain(current, options.published)
  if (problem) remarks.push(problem)
  return parseChain(text)
}

// Damage to them is a remark.
function findEarlierChanges({ options, current, remarks }: Crawl): Changes {
  if (current === undefined) return NO_CHANGES
  const problem = mendChanges(options.state, current, options.published)
  if (problem) remarks.push(problem)
  return findChanges(current)
}

/**
 * The last known listing of the datasets that left the lists, and of those that stay listed although the lists have no entry of them, as one
 * page of several has not.
 */
function keepListings(crawl: Crawl, withdrawn: readonly string[], unlisted: readonly string[]): Listing[] {
  const { current } = crawl
  const codes = [...withdrawn, ...unlisted]
  if (current === undefined || codes.length === 0) return []
  const known = new Map(current.manifest.listings?.map((listing) => [listing.code, listing]))
  const isNew = (code: string) => !known.has(code)
  const mayHaveLost = withdrawn.some(isNew) || (unlisted.some(isNew) && hasNewLists(crawl, current))
  const catalogue = mayHaveLost ? crawl.surveyCurrent()?.catalogue : undefined
  if (catalogue !== undefined) {
    const categoryTitles = titlesByKey(catalogue.categories)
    const oivTitles = titlesByKey(catalogue.oivs)
    for (const { code, title, description, categories, oivs, fields } of catalogue.datasets)
      if (!known.has(code) && fields.size > 0)
        known.set(code, {
          code,
          title,
          ...(description !== undefined && { description }),
          categories,
          oivs,
          categoryTitles: categories.map((key) => categoryTitles.get(key) ?? ''),
          oivTitles: oivs.map((key) => oivTitles.get(key) ?? ''),
          fields: [...fields].map(([name, value]) => [name, cellText(value) ?? ''] as const),
        })
  }
  return codes.flatMap((code) => known.get(code) ?? [])
}

// Where keys repeat, the first entry.
function titlesByKey(entries: Catalogue['categories']): ReadonlyMap<string, string> {
  return new Map(entries.toReversed().map(({ key, title }) => [key, title]))
}
