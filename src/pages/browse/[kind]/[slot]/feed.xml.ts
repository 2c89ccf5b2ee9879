import { mirror } from 'virtual:mirror'
import type { APIContext } from 'astro'
import { type FacetValue, feedOf, feedValues, renderFeed } from '../../../../lib/site/view/index.ts'

export function getStaticPaths() {
  return feedValues(mirror).map((value) => ({
    params: { kind: value.facet, slot: value.slot },
    props: { value },
  }))
}

/** The feed of a category or a publisher. */
export function GET({ props }: APIContext<{ value: FacetValue }>): Response {
  return new Response(renderFeed(feedOf(mirror, props.value)))
}
