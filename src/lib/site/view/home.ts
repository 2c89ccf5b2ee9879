import { DATA_FORMATS, LIST_OPERATIONS, type ListOperation } from '../../interface/index.ts'
import type { BrowseFacet } from './browse/facet.ts'
import { facetViewsOf } from './browse/facet-view.ts'
import { feedPath } from './browse/feed.ts'
import { cardMaker, changedWord } from './browse/view.ts'
import { lastChangeOf } from './changes.ts'
import { catalogueLead, chromeOf, listsShown } from './chrome.ts'
import { relativeLink } from './link.ts'
import { factOf } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { type Portrait, portraitOf } from './portrait.ts'
import { lackingOf } from './problems.ts'
import { groupPage, RELATIONS, type RelationName } from './relation.ts'
import { startsOf } from './start.ts'
import { hasCopy, isFresh, isMissing, problemOfLastRun } from './state.ts'
import { catalogueDataOf } from './structured-data.ts'
import { type DatasetSummary, largestOf } from './summary.ts'
import { htmlText, oneLine, titleOf } from './text.ts'

const MOST_LEADERS = 24
const MOST_RECENT = 6

export type HomeView = ReturnType<typeof homeView>

export function homeView(mirror: Mirror) {
  const { manifest, catalogue, summaries, words, format } = mirror
  const { facts, homePage } = words
  const lead = catalogueLead(mirror)
  const changed = lastChangeOf(mirror)
  const bytes = manifest.records
    .filter((record) => record.format !== 'html' && hasCopy(record))
    .reduce((sum, record) => sum + (record.bytes ?? 0), 0)
  const datasets = { operation: 'list_datasets' } as const
  const shown = new Set(listsShown(mirror))
  const counted = (operation: ListOperation, entries: readonly unknown[]) =>
    shown.has(operation) && (entries.length > 0 || !isMissing(mirror.recordsOf({ operation })))
  const portrait = portraitOf(mirror)
  return {
    chrome: chromeOf(mirror, {
      page: 'home',
      description: lead,
      structuredData: catalogueDataOf(mirror, lead),
      feeds: [{ title: words.browse.feed.title(htmlText(mirror.title)), path: feedPath(undefined) }],
    }),
    title: mirror.title,
    lead,
    leadHow: [
      ...(changed === undefined ? [] : [homePage.leadHow(format.day(changed).text)]),
      ...(manifest.sample ? [homePage.sample] : []),
    ].join(' '),
    ...(portrait && { portrait: drawn(mirror, portrait) }),
    freshness: freshnessOf(mirror),
    facts: [
      factOf(mirror, catalogue.datasets.length, facts.datasets),
      ...(counted('list_categories', catalogue.categories)
        ? [factOf(mirror, catalogue.categories.length, facts.categories)]
        : []),
      ...(counted('list_oivs', catalogue.oivs) ? [factOf(mirror, catalogue.oivs.length, facts.oivs)] : []),
      factOf(mirror, summaries.records, facts.records),
      { figure: format.bytes(bytes), label: facts.bytes(words.and(DATA_FORMATS)) },
    ],
    categories: leadersOf(mirror, 'categories', portrait),
    oivs: leadersOf(mirror, 'oivs'),
    starts: startsOf(mirror, portrait !== undefined),
    ...recentOf(mirror),
    changedWord: changedWord(mirror),
    facets: facetViewsOf(mirror, undefined, 'home').filter(({ facet }) => isOfInterest(facet)),
    feed: { text: words.browse.feed.link, href: feedPath(undefined) },
    allDatasets: {
      text: homePage.all.datasets(catalogue.datasets.length),
      href: relativeLink('home', datasets),
    },
    programs: programsOf(mirror),
  }
}

// Where all dates are the same, none is more recent than another.
function recentOf(mirror: Mirror) {
  const { listings, summaries, words } = mirror
  const { homePage } = words
  const makeCard = cardMaker(mirror, 'home')
  const first = ({ members }: { readonly members: readonly DatasetSummary[] }) =>
    members.slice(0, MOST_RECENT)
  if (summaries.isOneDate)
    return {
      recent: first(listings.sorts.rows).map(makeCard),
      recentHeading: homePage.largest,
      recentNote: homePage.largestNote,
    }
  const byOrigin = summaries.clock === 'origin'
  return {
    recent: first(listings.sorts.updated)
      .filter(({ changedAt }) => changedAt !== '')
      .map(makeCard),
    recentHeading: byOrigin ? homePage.recentByOrigin : homePage.recentByMirror,
    recentNote: byOrigin ? homePage.recentByOriginNote : homePage.recentByMirrorNote,
  }
}

/** Without a clock, a page can only state whether the last run missed something. */
function freshnessOf(mirror: Mirror) {
  const { manifest } = mirror
  const { homePage } = mirror.words
  const completeness = manifest.complete ? homePage.completeText : homePage.incompleteText(lackingOf(mirror))
  const lastRunProblem = problemOfLastRun(mirror)
  const more = (text: string, anchor: string) => ({
    more: { text, href: relativeLink('home', 'about', anchor) },
  })
  if (lastRunProblem)
    return {
      complete: false,
      label: lastRunProblem.label,
      sentence: `${lastRunProblem.sentence} ${completeness}`,
      ...more(homePage.how, 'run'),
    }
  return {
    complete: isFresh(mirror),
    label: manifest.complete ? homePage.complete : homePage.incomplete,
    sentence: completeness,
    ...(!manifest.complete && more(homePage.what, 'problems')),
  }
}

// Categories and publishers have their own sections on the home page.
function isOfInterest(facet: BrowseFacet): boolean {
  return facet !== 'category' && facet !== 'oiv'
}

function drawn({ words }: Mirror, { width, height, land, dots, few, datasets }: Portrait) {
  return {
    width,
    height,
    ...(land !== undefined && { land }),
    dots,
    ...(few && { few }),
    label: words.homePage.portrait(datasets),
  }
}

/** Tiles show maps if at least this share of them has places. */
const MOSTLY_PLACES = 0.8

/** A list of categories or publishers that have datasets; if there are too many, those with the most. */
function leadersOf(mirror: Mirror, relation: RelationName, portrait?: Portrait) {
  const { operation } = RELATIONS[relation]
  const { groups } = mirror.groups[relation]
  const counted = groups.flatMap(({ entry, slot, members }, at) =>
    members.length === 0 ? [] : [{ entry, slot, members, count: members.length, at }],
  )
  const shown =
    counted.length <= MOST_LEADERS
      ? counted
      : counted
          .sort((a, b) => b.count - a.count)
          .slice(0, MOST_LEADERS)
          .sort((a, b) => a.at - b.at)
  const parts = shown.map(({ members }) => portrait?.partOf(members.map(({ code }) => code)))
  // The tiles of those without places would look empty.
  const isDrawn = parts.filter((part) => part !== undefined).length >= parts.length * MOSTLY_PLACES
  return {
    entries: shown.map(({ entry, slot, members, count }, at) => ({
      text: titleOf(entry),
      href: relativeLink('home', groupPage(relation, slot)),
      count: mirror.format.count(count),
      examples: relation === 'categories' ? examplesOf(members) : [],
      // The places of its datasets, as a path of dots in a box of TILE units.
      ...(isDrawn && { dots: parts[at] ?? '' }),
    })),
    ...(shown.length < groups.length && {
      more: {
        text: mirror.words.homePage.all[relation](groups.length),
        href: relativeLink('home', { operation }),
      },
    }),
  }
}

const MOST_EXAMPLES = 2
const LONGEST_EXAMPLE = 60

function examplesOf(members: readonly DatasetSummary[]): string[] {
  return largestOf(members, MOST_EXAMPLES).map(({ title }) => oneLine(title, LONGEST_EXAMPLE))
}

// The files that programs begin with.
function programsOf(mirror: Mirror) {
  return LIST_OPERATIONS.flatMap((operation) => {
    const records = mirror.recordsOf({ operation })
    return DATA_FORMATS.filter((format) => hasCopy(records[format])).map((format) => {
      const path = `api/v1/${operation}/index.${format}`
      return { path, href: path }
    })
  })
}
