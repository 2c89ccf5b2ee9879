import type { Format } from '../interface/index.ts'

/** Progress of a crawl. */
export type CrawlEvent =
  | {
      readonly type: 'phase'
      readonly phase: 'lists' | 'codes' | 'join' | 'datasets' | 'again' | 'derive' | 'publish'
      readonly total: number
    }
  | {
      readonly type: 'done'
      readonly address: string
      readonly format: Format
      readonly outcome: 'fetched' | 'unchanged' | 'failed'
    }
  | { readonly type: 'bytes'; readonly count: number }

export type Listener = (event: CrawlEvent) => void
