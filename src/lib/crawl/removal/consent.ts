import { quoteCode } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'

type Consenting = Pick<Crawl, 'options' | 'accepted'>

/** Whether a person accepted a plan, by its id. What was accepted is remembered. */
export function isAccepted({ options, accepted }: Consenting, planId: string): boolean {
  const isAsked = idsOf(options.acceptRemovals).includes(planId)
  if (isAsked) accepted.add(planId)
  return isAsked
}

/** The end of a refusal: what was not accepted with it, and how to accept it, besides what was accepted in this run. */
export function describeConsent({ options, accepted }: Consenting, planId: string): string[] {
  const others = idsOf(options.acceptRemovals).filter((id) => !accepted.has(id))
  return [
    'Nothing was published; the mirror is as it was.',
    ...others.map(
      (id) =>
        `The plan ${quoteCode(id)} is another one: what the origin answers has changed since, or it was mistyped.`,
    ),
    `If the origin means it, accept exactly this: --accept-removals ${[...accepted, planId].join(',')}`,
  ]
}

function idsOf(option = ''): string[] {
  return option.split(',').flatMap((id) => id.trim() || [])
}
