import { EVERYWHERE, headersOf, TYPES } from '../../rules.ts'
import { declare } from './declare.ts'

/**
 * The function that sees every good answer of the bucket, and says of each media type what the rules say. It goes by the
 * type the bucket tells, whose charset and caching are set where the files are uploaded.
 */
export function renderResponseFunction(): string {
  const policies = Object.keys(TYPES).map((ending) => {
    const headers = headersOf(`a.${ending}`)
    return [headers['content-type']?.split(';')[0], headers['content-security-policy']]
  })
  const OTHER = headersOf('a')['content-security-policy']
  return `${declare({ POLICIES: Object.fromEntries(policies), OTHER, EVERYWHERE })}${RESPONSE}`
}

const RESPONSE = `
function handler(event) {
  const headers = event.response.headers
  for (const name in EVERYWHERE) headers[name] = { value: EVERYWHERE[name] }
  const type = headers['content-type'] ? headers['content-type'].value.split(';')[0] : ''
  headers['content-security-policy'] = { value: POLICIES[type] || OTHER }
  return event.response
}
`
