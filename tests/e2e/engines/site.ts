import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hrefOf, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import { type RunningServer, serveSite } from '../../../src/lib/site/index.ts'
import { ENGINES, type Kind } from '../../support/engines/engines.ts'
import { Reader } from '../../support/engines/reader.ts'
import { watchPages } from '../../support/engines/watch.ts'
import { writeExplored } from '../../support/explored.ts'
import { mirrorPackage, RUSSIAN } from '../../support/mirror.ts'
import { mirrorShared } from '../../support/shared-mirror.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** The dataset that is read most: a map, eleven columns, a record more than a page shows. */
export const SCHOOLS = 'Школы и детские сады'

/** A Russian site, served and on disk, with every page monitored, for browsers other than Chromium. */
interface EngineSite {
  readonly out: string
  /** The same site as built, without monitoring: the service worker rejects monitored pages as altered. */
  readonly asBuilt: string
  /** Where it is served; ends in a slash. */
  readonly url: string
  /** Where it lies on the disk; ends in a slash. */
  readonly disk: string
}

/** The path of a dataset's page below the root of a site. */
export const pathOf = (code: string) => hrefOf({ operation: 'get_dataset', code: parseDatasetCode(code) })

/** Runs the same tests for each browser: `tell` gets the browser and the site, which is filled in before its tests. */
export function forEachEngine(what: string, tell: (kind: Kind, site: EngineSite) => void): void {
  for (const kind of ENGINES) {
    describe(`${what} in ${kind.name}`, { skip: kind.missing }, () => tell(kind, siteForTests()))
  }
}

/** A reader for all tests of a description, in one window; complaints of any page fail the test that asks. */
export function readerForTests(kind: Kind): { reader: Reader } {
  const opened = {} as { reader: Reader }
  before(async () => {
    opened.reader = new Reader(await kind.open())
    await opened.reader.engine.resize(1280, 900)
  })
  after(() => opened.reader?.engine.close())
  return opened
}

/** Fails when a page has complained. */
export async function isCalm({ engine }: Reader): Promise<void> {
  assert.deepEqual(await engine.complaints(), [])
}

function siteForTests(): EngineSite {
  const folder = temporaryFolder({ after })
  const site = {} as { -readonly [Key in keyof EngineSite]: EngineSite[Key] }
  let server: RunningServer | undefined
  before(async () => {
    const { out } = await mirrorShared(join(folder, 'mirror'), 'engines', (own) =>
      mirrorPackage(own, writePackage(join(own, 'package')), {
        language: 'ru',
        title: 'Открытые данные города N',
      }),
    )
    const asBuilt = join(folder, 'as-built')
    cpSync(out, asBuilt, { recursive: true })
    watchPages(out)
    server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: encodeURI('/любая база/') })
    Object.assign(site, { out, asBuilt, url: server.url, disk: `${pathToFileURL(out).href}/` })
  })
  after(() => server?.close())
  return site
}

// The Russian catalogue, and with it the records that are awkward in a table.
function writePackage(folder: string): string {
  const explored = writeExplored(folder)
  const [russian, awkward] = [RUSSIAN, explored].map((path) => JSON.parse(readFileSync(path, 'utf8')))
  writeFileSync(
    explored,
    JSON.stringify({ ...russian, resources: [...russian.resources, ...awkward.resources] }),
  )
  return explored
}
