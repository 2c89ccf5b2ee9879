import { buildCatalogue, type Catalogue, type ListDocument } from '../catalogue/index.ts'
import { type DataFormat, type DatasetCode, datasetResource, LISTS } from '../interface/index.ts'
import { isHeldList, type Problem } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { type Discovered, discoverCodes } from './discover.ts'
import { findListRemarks } from './list-remarks.ts'
import { listedBefore } from './listed-before.ts'
import { listRepresentations, listsWithout } from './lists.ts'
import { planCodes } from './plan-codes.ts'
import { readHeld } from './survey-generation.ts'
import { OriginUnreachable } from './unreachable.ts'

/** What the lists say: read, understood, and as codes to ask for. */
export interface Survey {
  readonly documents: readonly ListDocument[]
  readonly discovery: Discovered
  readonly codes: readonly DatasetCode[]
  readonly problems: readonly Problem[]
}

/** Asks for the lists. Throws {@link OriginUnreachable} when none came. */
export async function fetchLists({ options, run, on, current }: Crawl): Promise<void> {
  const wanted = listRepresentations(options.formats)
  on({ type: 'phase', phase: 'lists', total: wanted.length })
  await run.fetchAll(wanted)
  await run.fetchAll(listsWithout(new Set(run.records.keys())))
  if (run.records.size === 0 || hasOnlyPages(run, current))
    throw new OriginUnreachable(
      options.bases,
      [...run.misses.values()].map(({ failure }) => failure),
    )
}

// Where the lists were data before, pages of html alone are an origin that says sorry.
function hasOnlyPages({ records }: Crawl['run'], current: Crawl['current']): boolean {
  const held = current?.manifest.records.filter(isHeldList) ?? []
  return (
    held.length > 0 &&
    held.every(({ derivedFrom }) => derivedFrom !== 'html') &&
    [...records.values()].every(({ format }) => format === 'html')
  )
}

/** Reads the lists that came and finds the dataset codes; asks for the html of the lists when the data formats name none. */
export async function takeSurvey(crawl: Crawl): Promise<Survey> {
  crawl.on({ type: 'phase', phase: 'codes', total: 0 })
  let found = await discover(crawl)
  if (found.discovery.codes.length <= crawl.options.codes.length) {
    await crawl.run.fetchAll(LISTS.map((resource) => ({ resource, format: 'html' })))
    found = await discover(crawl)
  }
  const { codes, problems } = planCodes(crawl, found.discovery, found.documents)
  return {
    ...found,
    codes,
    problems: [
      ...findListRemarks(found.documents, found.discovery, crawl.options.bases),
      ...found.discovery.problems,
      ...problems,
    ],
  }
}

/** What a survey makes of its lists, for `codes` besides those listed. */
export function catalogueOf({ options }: Crawl, survey: Survey, codes = survey.codes): Catalogue {
  const { documents, discovery } = survey
  return buildCatalogue({ documents, codes, codeField: discovery.field, named: options.fields })
}

async function discover(crawl: Crawl): Promise<{ discovery: Discovered; documents: ListDocument[] }> {
  const { options, draft, run, current } = crawl
  const documents = readHeld([...run.records.values()], draft.source)
  const before = {
    codes: new Set(current && listedBefore(current.manifest)),
    field: current?.manifest.codes.field,
    evidence: current?.manifest.codes.evidence ?? '',
  }
  const discovery = await discoverCodes({
    documents,
    hosts: options.bases.map((address) => new URL(address).host),
    configured: options.codes,
    namedField: options.fields.code,
    before,
    answers: (code) =>
      run.probe({
        resource: datasetResource(code as DatasetCode),
        format: options.formats[0] as DataFormat,
      }),
  })
  return { discovery, documents }
}
