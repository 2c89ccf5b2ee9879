import { serveSite } from '../../../src/lib/site/index.ts'
import { openBrowser } from '../../screenshots/browser.ts'
import { openLink } from './link.ts'
import { planVisits } from './plan.ts'
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
        COLUMNS.map(([, value, render]) => render(middle(visits.map((visited) => Number(visited[value]))))),
      ),
    ),
  ].join('\n')
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
