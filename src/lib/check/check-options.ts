import type { BaseAddress } from '../interface/index.ts'
import type { CheckClientOptions } from './check-client.ts'

export interface CheckOptions extends CheckClientOptions {
  /** How many datasets to check. Default: all. */
  readonly sample?: number | undefined
  /** The seed of the random sample. Default: the generation of the site. */
  readonly seed?: string | undefined
  /** Whether unsupported requirements fail. */
  readonly strict: boolean
  /** Maximum time since the last answer of the origin, in ms. */
  readonly maxAge?: number | undefined
  /** The origin to compare with. */
  readonly against?: BaseAddress | undefined
  readonly now: () => Date
}

/** The progress of a check. */
export interface CheckEvent {
  readonly phase: 'mirror' | 'origin'
  readonly done: number
  readonly total: number
  readonly bytes: number
  /** The address of the question that was finished. */
  readonly address?: string
}
