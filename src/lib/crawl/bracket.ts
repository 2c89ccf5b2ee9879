import { createHash } from 'node:crypto'
import { type ListDocument, listEntries } from '../catalogue/index.ts'
import {
  addressOf,
  type DatasetCode,
  datasetResource,
  fileOf,
  type Representation,
} from '../interface/index.ts'
import type { Problem } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { fetchDatasets } from './datasets.ts'
import { guardRemoval } from './removal/guard.ts'
import type { Miss } from './run.ts'
import { type Survey, takeSurvey } from './survey.ts'

/** How often the lists are read again before a run gives up waiting for them to hold still. */
const MOST_ROUNDS = 3

/**
 * Reads the lists again until two readings agree, and fetches what changed between them: then what was fetched is what the lists
 * name. Gives the last survey, with a hole when the lists did not hold still or could not be read again.
 */
export async function bracket(crawl: Crawl, first: Survey): Promise<Survey> {
  const { run, on } = crawl
  let survey = first
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const lists = [...run.records.values()].flatMap(({ operation, format }) =>
      operation === 'get_dataset' ? [] : [{ resource: { operation }, format }],
    )
    on({ type: 'phase', phase: 'again', total: lists.length })
    const { changed, misses } = await run.refetchAll(lists)
    if (misses.length > 0)
      return { ...survey, problems: [...survey.problems, ...misses.map((miss) => unread(crawl, miss))] }
    if (changed.size === 0) return survey
    const next = await takeSurvey(crawl)
    if (fingerprint(next.documents) === fingerprint(survey.documents)) return next
    guardRemoval(crawl, next)
    await fetchChanged(crawl, survey, next)
    survey = next
  }
  return { ...survey, problems: [...survey.problems, unsteady()] }
}

// New datasets, those that were missed, and those of which the lists say something else than before.
async function fetchChanged(crawl: Crawl, before: Survey, now: Survey): Promise<void> {
  const { options, run } = crawl
  const said = listEntries(before.documents, before.discovery.field?.name)
  const says = listEntries(now.documents, now.discovery.field?.name)
  const changed = now.codes.filter((code) => said.get(code) !== says.get(code))
  const representations = changed.flatMap((code) => representationsOf(code, options.formats))
  for (const representation of representations) run.misses.delete(fileOf(representation))
  await run.refetchAll(representations)
  await fetchDatasets(crawl, now.codes.map(datasetResource))
}

function representationsOf(code: DatasetCode, formats: readonly ('json' | 'xml')[]): Representation[] {
  return formats.map((format) => ({ resource: datasetResource(code), format }))
}

// What the lists say, whatever the order of their entries and whatever stands beside them, such as the time of the answer.
function fingerprint(documents: readonly ListDocument[]): string {
  const lists = documents.map(({ operation, format, records, links }) => [
    operation,
    format,
    records.map((record) => JSON.stringify([record.key, ...record.fields])).sort(),
    links.map(({ code }) => code).sort(),
  ])
  return createHash('sha256').update(JSON.stringify(lists)).digest('hex')
}

function unread({ base }: Crawl, { representation, failure }: Miss): Problem {
  return {
    severity: 'hole',
    subject: addressOf(base, representation),
    message: `When it was read again at the end, it ${failure.message}: whether the lists changed during the run is not known.`,
  }
}

function unsteady(): Problem {
  const message = `The lists said something else each of the ${MOST_ROUNDS + 1} times they were read, so that what they name may not be what was fetched. Run again when the origin is at rest.`
  return { severity: 'hole', subject: 'lists', message }
}
