import { hash } from 'node:crypto'
import { compareText, layout, openDerived, type Problem, SURVEY } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import type { ListedEntries } from './datasets.ts'

/** What a survey found in the lists besides what the manifest states. */
interface SurveyFindings {
  /** Without those that compare the lists with earlier ones. */
  readonly problems: readonly Problem[]
  readonly entries: ListedEntries
  /** Codes that the origin did not have when they were requested. */
  readonly refused: ReadonlySet<string>
}

interface StoredSurvey {
  readonly key: string
  /** The generation that was made from these lists. */
  readonly generation: string
  readonly problems: readonly Problem[]
  readonly refused?: readonly string[]
  readonly entries: readonly (readonly [code: string, digest: string, isDated: boolean])[]
}

/** The findings of the run that made the current generation, if the lists and the config are the same as then. */
export function findStoredSurvey(crawl: Crawl): SurveyFindings | undefined {
  const { current, options } = crawl
  const stored = openDerived(layout.derived(options.state)).find(SURVEY) as StoredSurvey | undefined
  const key = findKey(crawl)
  if (key === undefined || stored?.key !== key || stored.generation !== current?.manifest.generation)
    return undefined
  const entries = new Map(stored.entries.map(([code, digest, isDated]) => [code, { digest, isDated }]))
  return { problems: stored.problems, entries, refused: new Set(stored.refused) }
}

/** The codes that the origin did not have up to the run that made the current generation, as far as that is known. */
export function findRefusedBefore({ current, options }: Crawl): ReadonlySet<string> {
  const stored = openDerived(layout.derived(options.state)).find(SURVEY) as StoredSurvey | undefined
  return new Set(stored?.generation === current?.manifest.generation ? stored?.refused : [])
}

/** Stores the findings of the run that made a generation. */
export function storeSurvey(
  crawl: Crawl,
  generation: string,
  { problems, entries, refused }: SurveyFindings,
): void {
  const key = findKey(crawl)
  if (key === undefined) return
  const value: StoredSurvey = {
    key,
    generation,
    problems,
    refused: [...refused].filter((code) => entries.has(code)),
    entries: [...entries].map(([code, { digest, isDated }]) => [code, digest, isDated]),
  }
  openDerived(layout.derived(crawl.options.state)).store(SURVEY, [JSON.stringify(value)])
}

// All that a survey depends on: the lists and the config. Undefined if a list failed: then it also depends on what was stored.
function findKey({ run, options }: Crawl): string | undefined {
  if ([...run.misses.values()].some(({ representation }) => !('code' in representation.resource)))
    return undefined
  const read = [...run.records.values()]
    .filter(({ code }) => code === undefined)
    .map(({ path, sha256, charset, pagingHeaders }) => ({ path, sha256, charset, pagingHeaders }))
    .sort((a, b) => compareText(a.path, b.path))
  const { tool, bases, formats, lists, codes, fields, notPaged, maxDatasets, refuse } = options
  const config = { tool, bases, formats, lists, codes, fields, notPaged, maxDatasets, refuse }
  return hash('sha256', JSON.stringify([read, config]))
}
