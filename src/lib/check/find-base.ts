import { findHostProblem, MOST_REDIRECTS, quotable } from '../http/index.ts'
import { type BaseAddress, parseBaseAddress } from '../interface/index.ts'
import { locationOf } from './answer.ts'
import { type AskerOptions, openAsker, SiteUnreachable } from './asker.ts'
import { askText } from './read-site.ts'

/**
 * The base a mirror answers at: redirects are followed as they are when a mirror is restored. Throws {@link SiteUnreachable} when they
 * lead elsewhere, or there is no answer.
 */
export async function findBase(options: AskerOptions): Promise<BaseAddress> {
  let { base } = options
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const asker = openAsker({ ...options, base })
    const answer = await asker.ask({ ...askText('status.json'), method: 'HEAD' }).finally(() => asker.close())
    if (answer.kind === 'failed') throw new SiteUnreachable(`${answer.address} ${answer.message}.`)
    const target = locationOf(answer)
    if (target === undefined) return base
    const problem =
      findHostProblem(new URL(answer.address), target) ??
      (target?.pathname.endsWith('/status.json')
        ? undefined
        : `to another address, ${quotable(target?.href ?? '')}`)
    if (problem !== undefined || target === null)
      throw new SiteUnreachable(
        `${answer.address} redirects ${problem}: name that address if the mirror is there.`,
      )
    base = parseBaseAddress(new URL('.', target).href)
  }
  throw new SiteUnreachable(`${options.base} redirects more than ${MOST_REDIRECTS} times.`)
}
