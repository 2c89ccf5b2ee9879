// @ts-check
// Adds headers to a successful response of the bucket. It runs in CloudFront like request.mjs, with the same restrictions.

/**
 * @typedef {object} ResponseRules
 * @property {Readonly<Record<string, string>>} policies The Content-Security-Policy of a media type.
 * @property {string} other The policy of all other media types.
 * @property {Readonly<Record<string, string>>} everywhere The headers of every answer.
 */

/** @typedef {{ headers: Record<string, { value: string }> }} ViewerResponse */

/**
 * Adds the headers of a file by its media type. The media type, charset and caching are set by the upload.
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
