// @ts-check
// What CloudFront adds to a good answer of the bucket. It runs there like request.mjs, with the same restrictions.

/**
 * @typedef {object} ResponseRules
 * @property {Readonly<Record<string, string>>} policies The Content-Security-Policy of a media type.
 * @property {string} other That of every other media type.
 * @property {Readonly<Record<string, string>>} everywhere The headers of every answer.
 */

/** @typedef {{ headers: Record<string, { value: string }> }} ViewerResponse */

/**
 * Adds the headers of a file by its media type. The media type, its charset and the caching are set where the files are uploaded.
 *
 * @param {ResponseRules} rules
 * @param {ViewerResponse} response
 */
export function handleResponse(rules, response) {
  const headers = response.headers
  Object.keys(rules.everywhere).forEach((name) => {
    headers[name] = { value: rules.everywhere[name] || '' }
  })
  const type = headers['content-type'] ? headers['content-type'].value.split(';')[0] : ''
  headers['content-security-policy'] = { value: rules.policies[type || ''] || rules.other }
  return response
}
