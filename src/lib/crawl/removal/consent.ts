import { quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'

type Consenting = Pick<Crawl, 'options' | 'accepted'>

/** Whether the operator accepted a plan, by its id. Adds it to `accepted` if so. */
export function isAccepted({ options, accepted }: Consenting, planId: string): boolean {
  const isAsked = idsOf(options.acceptRemovals).includes(planId)
  if (isAsked) accepted.add(planId)
  return isAsked
}

/** The end of a refusal message: which of the given plan ids do not match, and how to accept this plan together with those that matched. */
export function describeConsent({ options, accepted }: Consenting, planId: string): string[] {
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
