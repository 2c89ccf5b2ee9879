import { mirror } from 'virtual:mirror'
import { feedOf, renderFeed } from '../lib/site/view/index.ts'

/** The feed of the whole mirror. */
export function GET(): Response {
  return new Response(renderFeed(feedOf(mirror)))
}
