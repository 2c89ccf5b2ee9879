import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serveSite } from '../../../src/lib/site/index.ts'
import { openBrowser } from '../../screenshots/browser.ts'
import { median } from '../measure.ts'
import { type Link, openLink } from './link.ts'
import { PHONE, type Visit, type Visited, visit } from './visit.ts'

const ROUNDS = 5

/** Prints how fast the kinds of pages of a built site load on an emulated slow phone, with an empty cache. */
export async function benchPhone(site: string): Promise<void> {
  const server = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/' })
  const link = await openLink(server.url)
  const { screen, slowness, network } = PHONE
  console.log(
    `\nPages of ${site}: ${screen.width} × ${screen.height} at ${screen.scale} ×, processor ${slowness} × slower, ${network.down / 1e6} Mbit/s down, ${network.up / 1e6} up, latency ${network.latency} ms, brotli, empty cache; medians of ${ROUNDS} rounds`,
  )
  try {
    console.log(renderTable(await visitAll(planVisits(site, link), ROUNDS)))
  } finally {
    await link.close()
    await server.close()
  }
}

/** Makes these visits in turn, several times, so other load on the machine affects all of them. The first round is not counted. */
async function visitAll(visits: readonly Visit[], rounds: number): Promise<Map<string, Visited[]>> {
  const all = new Map<string, Visited[]>()
  const browser = await openBrowser()
  try {
    for (let round = 0; round <= rounds; round++)
      for (const one of visits) {
        const visited = await visit(browser, one)
        if (round > 0) all.set(one.name, [...(all.get(one.name) ?? []), visited])
      }
    return all
  } finally {
    await browser.close()
  }
}

const ms = (time: number) => time.toFixed(0)
const COLUMNS: readonly (readonly [head: string, value: keyof Visited, render: (value: number) => string])[] =
  [
    ['kB', 'bytes', (bytes) => (bytes / 1000).toFixed(1)],
    ['requests', 'requests', String],
    ['first paint, ms', 'firstPaint', ms],
    ['largest, ms', 'largestPaint', ms],
    ['readable, ms', 'readable', ms],
    ['blocked, ms', 'blocked', ms],
    ['longest task, ms', 'longest', ms],
    ['shift', 'shift', (shift) => shift.toFixed(3)],
  ]

/** The medians of visits, a line for each kind. */
function renderTable(all: ReadonlyMap<string, readonly Visited[]>): string {
  const widest = Math.max(...[...all.keys()].map(({ length }) => length))
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(widest), ...cells.map((cell, at) => cell.padStart(COLUMNS[at]?.[0].length ?? 0))].join('  ')
  return [
    line(
      '',
      COLUMNS.map(([head]) => head),
    ),
    ...[...all].map(([name, visits]) =>
      line(
        name,
        COLUMNS.map(([, value, render]) => render(median(visits.map((visited) => Number(visited[value]))))),
      ),
    ),
  ].join('\n')
}

const DATASETS = 'api/v1/get_dataset'
/** Maximum number of records on a page; for more there is a button to load them. */
const SHOWN = 100

/**
 * A visit for each kind of page: for datasets with records the median and the heaviest page, and the median table of those with a button
 * for more records.
 */
function planVisits(site: string, link: Link): Visit[] {
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
