import { quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import type { Removal } from './plan-removal.ts'

const SHOWN = 5

/** Thrown when a run would remove or replace more than it may without confirmation. Nothing was published. */
export class RemovalRefused extends Error {
  override name = 'RemovalRefused'
  readonly removal: Removal

  constructor(removal: Removal, message: string) {
    super(message)
    this.removal = removal
  }
}

/** The message about removals from the lists. `consent`: how to accept them. */
export function describeRemoval(
  base: string,
  { losses, codes }: Removal,
  share: number,
  consent: readonly string[],
): string {
  const lines = losses.slice(0, 20).map(({ what, before, left }) => `  ${what}: ${left} of ${before} left`)
  const more = losses.length - lines.length
  return [
    `The lists of ${base} have lost more than a run removes without confirmation (${describeShare(share)}):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(codes.length > 0 ? [`Datasets that would be withdrawn: ${nameSome(codes)}.`] : []),
    ...consent,
  ].join('\n')
}

/** The share that a run may remove or replace, in words. */
export function describeShare(share: number): string {
  return `${Math.round(share * 100)} %, at least one, never all; the config key removalShare`
}

function nameSome(codes: readonly string[]): string {
  const shown = codes.slice(0, SHOWN).map(quoteCode).join(', ')
  return codes.length > SHOWN ? `${shown} and ${codes.length - SHOWN} more` : shown
}

/** Whether the operator accepted a plan, by its id. Adds it to `accepted` if so. */
export function isAccepted({ options, accepted }: Crawl, planId: string): boolean {
  const isAsked = idsOf(options.acceptRemovals).includes(planId)
  if (isAsked) accepted.add(planId)
  return isAsked
}

/** The end of a refusal message: which of the given plan ids do not match, and how to accept this plan together with those that matched. */
export function describeConsent({ options, accepted }: Crawl, planId: string): string[] {
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

function idsOf(option = ''): string[] {
  return option.split(',').flatMap((id) => id.trim() || [])
}
