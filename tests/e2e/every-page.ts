import type { Page } from 'playwright'
import { hrefOf } from '../../src/lib/interface/index.ts'
import { en } from '../../src/lib/site/view/words/en.ts'
import { DATASETS } from '../support/every-kind.ts'

/** A page to look at: its address below the root, and what to wait for or do. */
export interface Kind {
  readonly path: string
  readonly ready?: (page: Page) => Promise<unknown>
}

const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets'] as const
const counted = (page: Page) => page.locator('[data-count]', { hasText: /dataset/ }).waitFor()
const explored = (page: Page) => page.locator('.bench .count', { hasText: 'records' }).waitFor()
const places = DATASETS['records to explore'] as string

/** Every kind of page a site has, and every state of one that looks different. */
export const KINDS: Readonly<Record<string, Kind>> = {
  home: { path: '' },
  'home with what is found': {
    path: '',
    async ready(page) {
      await page.getByRole('main').getByRole('searchbox').fill('roads')
      await counted(page)
    },
  },
  ...Object.fromEntries(LISTS.map((operation) => [operation, { path: hrefOf({ operation }) }])),
  'datasets by size': { path: 'browse/by-size/' },
  'datasets by their last update': { path: 'browse/by-updated/' },
  'a second page': { path: 'browse/by-title/2/' },
  'a category': { path: 'browse/category/roads/' },
  'a publisher': { path: 'browse/oiv/not-stated/' },
  'withdrawn datasets': { path: 'browse/state/withdrawn/' },
  ...Object.fromEntries(Object.entries(DATASETS).map(([name, path]) => [`a dataset with ${name}`, { path }])),
  'records explored': { path: `${places}#sort=-id&kind=museum|school`, ready: explored },
  'a filter of records': {
    path: `${places}#sort=-id`,
    async ready(page) {
      await explored(page)
      await page.getByRole('button', { name: 'Filter kind' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'one record': {
    path: `${places}#record=9`,
    ready: (page) => page.getByRole('dialog', { name: 'Record 9' }).waitFor(),
  },
  'the mirror itself': { path: 'about/' },
  'addresses for developers': { path: 'about/api/' },
  'the search with results': { path: 'search/?q=roads', ready: counted },
  'the search without results': {
    path: 'search/?q=qqqqqqq',
    ready: (page) => page.getByText(en.search.script.none).first().waitFor(),
  },
  'what is kept offline': { path: 'offline/' },
  'what is not there': { path: '404.html' },
}
