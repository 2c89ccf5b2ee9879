import { hash } from 'node:crypto'
import { quoteCode } from '../interface/index.ts'
import type { Crawl } from './context.ts'

/** A list, a group or the whole catalogue that has lost more entries than one run may remove. */
export interface Loss {
  /** `list_datasets (json)`, `values of list (json)`, `datasets`, `list_oivs "Department of transport"`. */
  readonly what: string
  readonly before: number
  readonly left: number
}

/** A removal beyond the limit of a run, which needs the operator's confirmation. */
export interface Removal {
  /** Identifies exactly this removal from exactly this generation. */
  readonly planId: string
  readonly losses: readonly Loss[]
  /** Datasets that would be withdrawn, in the previous order of the lists. */
  readonly codes: readonly string[]
}

/** A removal, and what the operator passes to accept it. */
export interface RefusedRemoval extends Removal {
  /** Its plan id, after those that were needed before; separated by commas. */
  readonly accept: string
}

/** Thrown when a run would remove or replace more than it may without confirmation. Nothing was published. */
export class RemovalRefused extends Error {
  override name = 'RemovalRefused'
  readonly removal: RefusedRemoval

  constructor(removal: RefusedRemoval, message: string) {
    super(message)
    this.removal = removal
  }
}

/** The error for a removal that was not accepted. `lines`: what would be lost. The message also states how to accept it. */
export function refusalOf(crawl: Crawl, removal: Removal, lines: readonly string[]): RemovalRefused {
  const message = [...lines, ...describeConsent(crawl, removal.planId)].join('\n')
  return new RemovalRefused(withConsent(crawl, removal), message)
}

/** Adds to a removal how to accept it. */
export function withConsent({ accepted }: Crawl, removal: Removal): RefusedRemoval {
  return { ...removal, accept: [...accepted, removal.planId].join(',') }
}

/** The plan id of what a text describes. */
export function planIdOf(text: string): string {
  return hash('sha256', text).slice(0, 12)
}

/** The share that a run may remove or replace, in words. */
export function describeShare(share: number): string {
  return `${Math.round(share * 100)} %, at least one, never all; the config key removalShare`
}

/** Whether the operator accepted a plan, by its id. Adds it to `accepted` if so. */
export function isAccepted({ options, accepted }: Crawl, planId: string): boolean {
  const isAsked = idsOf(options.acceptRemovals).includes(planId)
  if (isAsked) accepted.add(planId)
  return isAsked
}

// Which of the given plan ids do not match, and how to accept this plan together with those that matched.
function describeConsent({ options, accepted }: Crawl, planId: string): string[] {
  const others = idsOf(options.acceptRemovals).filter((id) => !accepted.has(id))
  return [
    'Nothing was published; the mirror is unchanged.',
    ...others.map(
      (id) =>
        `The plan id ${quoteCode(id)} does not match: the answers of the origin have changed since, or the id is mistyped.`,
    ),
    'If it is a fault of the origin, do nothing: a later run publishes again once the data are back.',
    `If the change is intended, run again with exactly this: --accept-removals ${[...accepted, planId].join(',')}`,
  ]
}

/** The plan ids of an option, which are separated by commas. */
export function idsOf(option = ''): string[] {
  return option.split(',').flatMap((id) => id.trim() || [])
}
