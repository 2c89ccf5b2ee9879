import type { TestContext } from 'node:test'
import { crawlOrigin } from '../../scripts/job/crawl-origin.ts'
import type { Config, Settings } from '../../src/lib/config/index.ts'
import { buildWithBundle } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** What the origin has: an edit changes it. */
export interface Service {
  readonly datasets: Map<
    string,
    { title: string; category: string; rows: string[]; fails?: boolean; column?: string; updated?: string }
  >
  readonly categories: Map<string, string>
}

export const API = 'api/v1'
export const PAGE_OF_A = `${API}/get_dataset/a/index.html`

function routesOf({ datasets, categories }: Service) {
  const list = [...datasets].map(([id, { title, category, updated }]) => ({ id, title, category, updated }))
  const groups = [...categories].map(([id, title]) => ({ id, title }))
  return Object.fromEntries([
    [`${API}/list/?type=json`, JSON.stringify(list)],
    [`${API}/list_datasets/?type=json`, JSON.stringify(list)],
    [`${API}/list_categories/?type=json`, JSON.stringify(groups)],
    [`${API}/list_oivs/?type=json`, '[]'],
    ...[...datasets].map(([id, { rows, fails, column = 'name' }]) => [
      `${API}/get_dataset/${id}/?type=json`,
      fails
        ? { status: 500, body: 'broken' }
        : JSON.stringify(rows.map((name, n) => ({ n, [column]: name }))),
    ]),
  ])
}

/** A mirror of a service that a test edits. */
export async function openMirrored(context: TestContext) {
  const service: Service = {
    datasets: new Map(
      ['a', 'b', 'c', 'd', 'e'].map((id) => [
        id,
        { title: `About ${id}`, category: 'x', rows: [id, 'more'] },
      ]),
    ),
    categories: new Map([
      ['x', 'Roads'],
      ['y', 'Parks'],
    ]),
  }
  const origin = await startScripted(context, routesOf(service))
  const folder = temporaryFolder(context)
  const { signal } = new AbortController()
  const config: Config = {
    origin: origin.base,
    formats: ['json'],
    refuse: [],
    removalShare: 1,
    robots: 'ignore',
  }
  const publish = () => origin.set(routesOf(service))
  return {
    service,
    config,
    folder,
    /** Lets the origin answer with what the service has now. */
    publish,
    /** Crawls what the service has now. */
    async crawl(settings: Settings) {
      publish()
      await crawlOrigin(settings, () => {}, signal)
    },
    build: (settings: Settings, full = false) => buildWithBundle(settings, { full }),
  }
}
