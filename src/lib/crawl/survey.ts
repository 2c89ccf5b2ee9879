import { buildCatalogue, type Catalogue, type ListDocument, readLists } from '../catalogue/index.ts'
import {
  type DataFormat,
  type DatasetCode,
  datasetResource,
  LISTS,
  parseDatasetCode,
} from '../interface/index.ts'
import { type Generation, isHeldList, type ManifestRecord, type Problem } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { type Discovery, discoverCodes } from './discover.ts'
import { findListRemarks } from './list-remarks.ts'
import { listRepresentations, listsWithout } from './lists.ts'
import { planCodes } from './plan-codes.ts'
import { OriginUnreachable } from './unreachable.ts'

/** What the lists say: read, understood, and as codes to ask for. */
export interface Survey {
  readonly documents: readonly ListDocument[]
  readonly discovery: Discovery
  readonly codes: readonly DatasetCode[]
  readonly problems: readonly Problem[]
}

/** Asks for the lists. Throws {@link OriginUnreachable} when none came. */
export async function fetchLists({ options, run, on }: Crawl): Promise<void> {
  const wanted = listRepresentations(options.formats)
  on({ type: 'phase', phase: 'lists', total: wanted.length })
  await run.fetchAll(wanted)
  await run.fetchAll(listsWithout(new Set(run.records.keys())))
  if (run.records.size === 0)
    throw new OriginUnreachable(
      options.bases,
      [...run.misses.values()].map(({ failure }) => failure),
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
    problems: [...findListRemarks(found.documents, crawl.options.bases), ...problems],
  }
}

/** What a survey makes of its lists, for `codes` besides those listed. */
export function catalogueOf({ options }: Crawl, survey: Survey, codes = survey.codes): Catalogue {
  const { documents, discovery } = survey
  return buildCatalogue({ documents, codes, codeField: discovery.field, named: options.fields })
}

/** The lists of a finished generation as it got them, and what was made of them. */
export function surveyGeneration(
  { options }: Crawl,
  generation: Generation,
): { documents: ListDocument[]; catalogue: Catalogue } {
  const { codes, records } = generation.manifest
  const own = records.filter(({ derivedFrom, format }) => derivedFrom !== otherThan(format))
  const documents = readHeld(own, generation.source)
  const catalogue = buildCatalogue({
    documents,
    codes: codes.order.map(parseDatasetCode),
    codeField: codes.field,
    named: options.fields,
  })
  return { documents, catalogue }
}

async function discover(crawl: Crawl): Promise<{ discovery: Discovery; documents: ListDocument[] }> {
  const { options, draft, run } = crawl
  const documents = readHeld([...run.records.values()], draft.source)
  const discovery = await discoverCodes({
    documents,
    hosts: options.bases.map((address) => new URL(address).host),
    configured: options.codes,
    namedField: options.fields.code,
    answers: (code) =>
      run.probe({
        resource: datasetResource(code as DatasetCode),
        format: options.formats[0] as DataFormat,
      }),
  })
  return { discovery, documents }
}

function readHeld(records: readonly ManifestRecord[], source: Generation['source']): ListDocument[] {
  return readLists(records.filter(isHeldList).map((record) => ({ ...record, source: source(record.path) })))
}

// A list that was made from its twin says nothing of its own; one made from html does.
function otherThan(format: string): string {
  return format === 'json' ? 'xml' : 'json'
}
