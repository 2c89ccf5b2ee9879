import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { vercel } from '../../../src/lib/site/host/targets/vercel.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { assertCase, CASES, type Host } from '../cases.ts'
import { awkwardSite } from '../site.ts'
import { deployedUnder, OWN_SERVERS } from './deployed.ts'
import { imitateVercel } from './vercel.ts'

const [several = '', code = '', page = ''] = vercel.deviations
const DEVIATIONS = {
  // Two that do not say the same.
  [several]: /\/\?(?:type=json&type=xml|type=xml&type=json|(?:type|%74ype)(?:=|=csv)?&type=json)$/,
  [code]: /^has nothing at api\/v1\/get_dataset\/007%2Findex\.json$/,
  [page]: /^has nothing at none\/index\.html$/,
}

const folder = temporaryFolder({ after })
let built: string
before(async () => {
  built = await awkwardSite(folder)
})

for (const base of ['/', '/data/'])
  describe(`Vercel (an evaluation of its routes) at ${base}`, () => {
    let host: Host
    before(() => {
      const { root, site } = deployedUnder(built, join(folder, base === '/' ? 'root' : 'based'), vercel, base)
      const ask = imitateVercel(root)
      host = { ask: (target, options) => ask(`${base.slice(1)}${target}`, options), folder: site, base }
    })
    for (const one of CASES.filter(({ name }) => !OWN_SERVERS.test(name)))
      it(one.name, () => assertCase(host, one, DEVIATIONS))
  })
