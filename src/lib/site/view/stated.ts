import type { Facts } from '../../snapshot/index.ts'

/** What the crawler reports: its English sentence, and what says the same in any language where the manifest has it. */
export interface Stated {
  readonly said: string
  readonly code?: string
  readonly facts?: Facts
  /** That of a problem; absent for the reason of a record. */
  readonly severity?: 'gap' | 'warning'
}
