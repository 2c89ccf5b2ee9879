/** The formats of every resource. `html` is what an address without a known `type` gives. */
export const FORMATS = ['html', 'json', 'xml'] as const
export type Format = (typeof FORMATS)[number]

/** The formats whose bytes a mirror publishes as they came. */
export const DATA_FORMATS = ['json', 'xml'] as const
export type DataFormat = (typeof DATA_FORMATS)[number]

/** What a published file of each format is served as. XML carries no charset: a header's would override its prolog. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
}

/** What a published table is served as: RFC 4180 with the charset and the header row told (RFC 7111, 5.1). */
export const TABLE_MEDIA_TYPE = 'text/csv; charset=utf-8; header=present'

/** The other data format. */
export function otherFormat(format: DataFormat): DataFormat {
  return format === 'json' ? 'xml' : 'json'
}

/**
 * The format a query string asks for: the first `type` parameter decides, exactly and case-sensitively;
 * anything but `json` and `xml` is html.
 */
export function parseFormat(query: URLSearchParams): Format {
  const type = query.get('type')
  return type === 'json' || type === 'xml' ? type : 'html'
}
