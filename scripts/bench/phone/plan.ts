import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Link } from './link.ts'
import type { Visit } from './visit.ts'

const DATASETS = 'api/v1/get_dataset'
/** Maximum number of records on a page; for more there is a button to load them. */
const SHOWN = 100

/**
 * A visit for each kind of page: for datasets with records the median and the heaviest page, and the median table of those with a button
 * for more records.
 */
export function planVisits(site: string, link: Link): Visit[] {
  const folders = readdirSync(join(site, DATASETS)).map((code) => `${DATASETS}/${code}/`)
  const pages = folders.map((path) => pageOf(site, path)).filter(({ records }) => records > 0)
  const weighed = pages.map(({ path, html }) => ({ path, weight: gzipSync(html).length }))
  const offering = pages
    .filter(({ path, records }) => records > SHOWN && existsSync(join(site, path, 'index.csv')))
    .map(({ path }) => ({ path, weight: statSync(join(site, path, 'index.csv')).size }))
  const typed = wordOf(pages.find(({ path }) => path === at(weighed, 0.5))?.html ?? '')
  const row = { shown: '[data-explorer] tbody td' }
  const visits = [
    { name: 'home', path: '', aim: { shown: '.card' } },
    { name: 'list of datasets', path: 'api/v1/list_datasets/', aim: { shown: '.card' } },
    { name: 'dataset, median', path: at(weighed, 0.5), aim: { shown: 'h1' } },
    { name: 'dataset, median: its records', path: at(weighed, 0.5), aim: row },
    { name: 'dataset, heaviest', path: at(weighed, 1), aim: { shown: 'h1' } },
    { name: 'dataset, heaviest: its records', path: at(weighed, 1), aim: row },
    {
      name: `search for “${typed}”`,
      path: 'search/',
      aim: { shown: '.hits mark', box: '[data-search] input', typed },
    },
    {
      name: 'explorer, median',
      path: at(offering, 0.5),
      aim: { press: '.loader button', shown: '.bench .count:not(:empty)' },
    },
  ]
  return visits.flatMap(({ path, ...rest }) => (path === undefined ? [] : [{ ...rest, path, link }]))
}

function pageOf(site: string, path: string): { path: string; html: string; records: number } {
  const html = readFileSync(join(site, path, 'index.html'), 'utf8')
  return { path, html, records: Number(/ data-explorer="(\d+)"/.exec(html)?.[1] ?? 0) }
}

// The first word of its heading.
function wordOf(html: string): string {
  return /\p{L}{3,}/u.exec(/<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? '')?.[0] ?? 'data'
}

function at(weighed: readonly { path: string; weight: number }[], share: number): string | undefined {
  return weighed.toSorted((a, b) => a.weight - b.weight)[Math.floor((weighed.length - 1) * share)]?.path
}
