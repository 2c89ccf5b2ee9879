import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crawlOrigin } from '../../scripts/job/crawl-origin.ts'
import { type DataPackage, openPackage, startOrigin } from '../../scripts/origin/index.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { hrefOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { writeDrawn } from './drawn.ts'
import { writeExplored } from './explored.ts'
import { mirrorInto, settingsIn } from './mirror.ts'
import { openSample } from './sample.ts'
import { mirrorShared } from './shared-mirror.ts'

const OF_SAMPLE = ['airports', 'movies', 'miserables']
/** A code of the maximum length, in bytes. */
const LONG_CODE = `${'очень-длинный-код-'.repeat(7)}1234567890`
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

interface OwnDataset {
  readonly name: string
  readonly title: string
  readonly keywords?: readonly string[]
  readonly data: readonly object[]
}

const OWN: readonly OwnDataset[] = [
  { name: 'empty', title: 'Permits of 2027', data: [] },
  { name: 'nested', title: 'Opening hours', data: nested() },
  { name: 'numbers', title: 'Measurements of everything', data: numbers() },
  { name: 'stale', title: 'Budget of the town', data: rows('stale') },
  { name: 'derived', title: 'Trees along roads', data: rows('derived') },
  { name: 'missing', title: 'Air quality by the hour', data: rows('missing') },
  { name: 'withdrawn', title: 'Polling places 2019', data: rows('withdrawn') },
  {
    name: 'rtl',
    title: 'سجل المدارس والمكتبات العامة في المدينة (2024)',
    data: [{ الاسم: 'مدرسة', عدد: 3 }],
  },
  {
    name: LONG_CODE,
    title: `${LONG_WORD} — register of everything that the town, its districts and their bodies own, rent or lend, with addresses`,
    data: rows('long'),
  },
  // Enough for a second page of the lists.
  ...Array.from({ length: 60 }, (_, at) => ({
    name: `plain-${at}`,
    title: `${'ABCDEFG'[at % 7]}-roads of district ${at}`,
    keywords: [at % 2 ? 'Roads' : 'Water'],
    data: rows(`plain ${at}`),
  })),
]

/** The dataset that has other records in the second crawl. */
const CHANGED = 'plain-3'

const LATER = OWN.map((one) =>
  one.name === CHANGED ? { ...one, data: [...one.data.slice(1), { no: 20, name: 'New', length: 1 }] } : one,
)

/** Paths of datasets of each kind, by what their pages show. */
export const DATASETS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'a map': 'airports',
    'many columns': 'movies',
    '300 columns': 'wide',
    'a tree': 'tree',
    'a graph': 'miserables',
    'shapes of GeoJSON': 'shapes',
    'records to explore': 'places',
    'no records': 'empty',
    'values inside values': 'nested',
    'numbers of any size': 'numbers',
    'a copy that is kept': 'stale',
    'a copy that is derived': 'derived',
    'no copy': 'missing',
    'a withdrawn copy': 'withdrawn',
    'records that changed': CHANGED,
    'a title from right to left': 'rtl',
    'the longest code': LONG_CODE,
  }).map(([name, code]) => [name, hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })]),
)

/** Crawls twice and builds a site that has a page of every kind, and a dataset in every state. */
export function mirrorEveryKind(folder: string): Promise<Settings> {
  return mirrorShared(folder, 'every-kind', makeEveryKind)
}

async function makeEveryKind(folder: string): Promise<Settings> {
  const whole = await everything(join(folder, 'packages'), OWN)
  const later = await everything(join(folder, 'later'), LATER)
  const isGone = ({ code }: { code: string }) => code === 'withdrawn'
  const first = await startOrigin(whole)
  const second = await startOrigin({ ...later, datasets: later.datasets.filter((one) => !isGone(one)) })
  const front = await startFront(first.url)
  const settings = settingsIn(folder, {
    origin: front.url,
    title: 'Open data of Example',
    site: 'https://mirror.example.org/data/',
    contact: 'data@example.org',
  })
  await crawlOrigin(settings, () => {}, new AbortController().signal)
  front.turnTo(second.url)
  await mirrorInto(settings)
  front.close()
  await Promise.all([first.close(), second.close()])
  return settings
}

async function everything(folder: string, own: readonly OwnDataset[]): Promise<DataPackage> {
  const descriptor = join(folder, 'datapackage.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    descriptor,
    JSON.stringify({ name: 'own', title: 'Own', created: '2026-03-02', resources: own.map(resourceOf) }),
  )
  const drawn = join(folder, 'drawn')
  mkdirSync(drawn, { recursive: true })
  const sample = await openSample()
  const others = [
    await openPackage(writeDrawn(drawn)),
    await openPackage(writeExplored(join(folder, 'explored'))),
    await openPackage(descriptor),
  ]
  const all = [
    { ...sample, datasets: sample.datasets.filter(({ code }) => OF_SAMPLE.includes(code)) },
    ...others,
  ]
  const byKey = <T extends { key: string }>(groups: T[]) => [
    ...new Map(groups.map((one) => [one.key, one])).values(),
  ]
  return {
    ...sample,
    datasets: all.flatMap(({ datasets }) => datasets),
    categories: byKey(all.flatMap(({ categories }) => [...categories])),
    oivs: byKey(all.flatMap(({ oivs }) => [...oivs])),
  }
}

/** An origin that lacks the xml of one dataset and all of another, and loses a third one after it is pointed to a new origin. */
async function startFront(origin: string) {
  let behind = new URL(origin)
  let isTurned = false
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? ''
    const fails =
      path.includes('/missing/') ||
      (path.includes('/derived/') && path.includes('xml')) ||
      (isTurned && path.includes('/stale/'))
    if (fails) return response.writeHead(500).end('The <b>disk</b> is full.')
    const { hostname, port } = behind
    return incoming.pipe(
      request({ hostname, port, path, method: incoming.method, headers: incoming.headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnTo(next: string) {
      behind = new URL(next)
      isTurned = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function resourceOf(resource: OwnDataset) {
  return {
    keywords: ['Roads'],
    sources: [{ title: `Department of ${resource.name.slice(0, 5)}` }],
    ...resource,
  }
}

function rows(of: string) {
  return Array.from({ length: 12 }, (_, at) => ({ no: at, name: `Object ${at} of ${of}`, length: at * 1.5 }))
}

function numbers() {
  return Array.from({ length: 60 }, (_, at) => ({
    length: at * 1e300,
    weight: at * -1.5e-9,
    page: `https://example.org/${'long/'.repeat(20)}${at}`,
  }))
}

function nested() {
  return Array.from({ length: 12 }, (_, at) => ({
    name: `Library ${at}`,
    hours: { monday: ['10:00', '18:00'], sunday: null },
    phones: [`+00 000 00 ${at}`],
  }))
}
