import { readFileSync } from 'node:fs'
import { AWKWARD } from '../../support/mirror.ts'
import type { Case } from './case.ts'
import { gives, redirects } from './expect.ts'

/** The codes of the awkward package: Cyrillic, blanks, dots, `+`, `%`, `&`, `?`, quotes, mixed case, a name of a file. */
export const CODES: readonly string[] = JSON.parse(readFileSync(AWKWARD, 'utf8')).resources.map(
  ({ name }: { name: string }) => name,
)

/** The one that `awkwardSite` leaves without xml. */
const WITHOUT_XML = 'numbers'

/** Every code is served in every format, however a client encodes it, and led to with its slash. */
export const CODE_CASES: readonly Case[] = CODES.filter((code) => code !== WITHOUT_XML).flatMap((code) => {
  const folder = `api/v1/get_dataset/${code}`
  const [full = '', ...others] = new Set([encodeURIComponent(code), sparing(code), lowerHex(code)])
  const path = `api/v1/get_dataset/${full}`
  return [
    gives(`${path}/`, `${folder}/index.html`),
    gives(`${path}/?type=json`, `${folder}/index.json`),
    gives(`${path}/?type=xml`, `${folder}/index.xml`),
    gives(`${path}/index.json`, `${folder}/index.json`),
    redirects(path, `${path}/`),
    redirects(`${path}?type=json`, `${path}/?type=json`),
    redirects(`${path}/index.html?type=xml`, `${path}/?type=xml`),
    ...others.map((other) => gives(`api/v1/get_dataset/${other}/?type=json`, `${folder}/index.json`)),
  ]
})

// As a client that encodes no more than it must (RFC 3986, 3.3).
function sparing(code: string): string {
  return encodeURIComponent(code).replace(/%(?:2B|26|3D|3A|3B|2C|24|40)/g, decodeURIComponent)
}

function lowerHex(code: string): string {
  return encodeURIComponent(code).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())
}
