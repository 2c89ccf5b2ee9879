import { findHostProblem, followRedirects, MOST_REDIRECTS, quotable } from '../http/index.ts'
import { type BaseAddress, parseBaseAddress } from '../interface/index.ts'
import { locationOf } from './answer.ts'
import { type AskerOptions, openAsker, SiteUnreachable } from './asker.ts'
import { askStatement } from './read-site.ts'

/**
 * The base address at which a mirror answers. Redirects are followed by the rules of a restore. Throws {@link SiteUnreachable} if they
 * lead elsewhere, or if there is no answer.
 */
export async function findBase(options: AskerOptions): Promise<BaseAddress> {
  const found = await followRedirects(new URL('status.json', options.base), async (url) => {
    const base = parseBaseAddress(new URL('.', url).href)
    const asker = openAsker({ ...options, base })
    const answer = await asker
      .ask({ ...askStatement('status.json'), method: 'HEAD' })
      .finally(() => asker.close())
    if (answer.kind === 'failed') throw new SiteUnreachable(`${answer.address} ${answer.message}.`)
    const target = locationOf(answer)
    if (target === undefined) return base
    const problem = findHostProblem(url, target) ?? findPathProblem(target)
    if (problem === undefined && target !== null) return target
    throw new SiteUnreachable(`${url.href} redirects ${problem}: name that address if the mirror is there.`)
  })
  if (found === undefined)
    throw new SiteUnreachable(`${options.base} redirects more than ${MOST_REDIRECTS} times.`)
  return found
}

function findPathProblem(target: URL | null): string | undefined {
  return target?.pathname.endsWith('/status.json')
    ? undefined
    : `to another address, ${quotable(target?.href ?? '')}`
}
