import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { netlify } from '../../../src/lib/site/host/targets/netlify.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { assertCase, CASES, type Host } from '../cases.ts'
import { awkwardSite } from '../site.ts'
import { deployedUnder, OWN_SERVERS } from './deployed.ts'
import { imitateNetlify } from './netlify.ts'

const [several = '', plainly = '', slash = '', page = '', names = '', , headers = '', methods = ''] =
  netlify.deviations
const DEVIATIONS = {
  // Two that do not say the same.
  [several]: /\/\?(?:type=json&type=xml|type=xml&type=json|(?:type|%74ype)(?:=|=csv)?&type=json)$/,
  [plainly]: /\/\?(?:%74%79%70%65=%6A%73%6F%6E|t%79pe=%78%6d%6C|type=json&)$/,
  [slash]: /^redirects (?!.*index(?:\.|%2E)html)/,
  [page]: /^redirects .*index(?:\.|%2E)html/,
  [names]: /^gives .*what\?#frag/,
  [headers]:
    /^sends the (?:policy of the page with a 404|headers of its kind with \/(?!api\/v1\/list\/index\.xml|SHA256SUMS$|allowed_signers|\.well-known))/,
  [methods]: /^refuses POST/,
}

// What its file server makes of a doubled slash is not documented.
const DOUBLED = /^has nothing at (?:\/|.*\/\/)/

const folder = temporaryFolder({ after })
let built: string
before(async () => {
  built = await awkwardSite(folder)
})

for (const base of ['/', '/data/'])
  describe(`Netlify (its rule engine) at ${base}`, () => {
    let host: Host
    before(async () => {
      const { root, site } = deployedUnder(
        built,
        join(folder, base === '/' ? 'root' : 'based'),
        netlify,
        base,
      )
      rmSync(join(site, 'api/v1/get_dataset/what?#frag'), { recursive: true })
      const ask = await imitateNetlify(root)
      host = { ask: (target, options) => ask(`${base.slice(1)}${target}`, options), folder: site, base }
    })
    for (const one of CASES.filter(({ name }) => !OWN_SERVERS.test(name) && !DOUBLED.test(name)))
      it(one.name, () => assertCase(host, one, DEVIATIONS))
  })
