import type { BaseAddress } from '../interface/index.ts'
import type { AskerOptions } from './asker.ts'

export interface CheckOptions extends AskerOptions {
  /** How many datasets to ask about; all by default. */
  readonly sample?: number | undefined
  /** What the sample is drawn by; by default the generation of the site. */
  readonly seed?: string | undefined
  /** Whether what the host does not support fails too. */
  readonly strict: boolean
  /** How long ago the origin may have answered last, in ms. */
  readonly maxAge?: number | undefined
  /** The origin to compare with. */
  readonly against?: BaseAddress | undefined
  readonly now: () => Date
}
