/** All formats. Addresses without a known `type` are `html`. */
export const FORMATS = ['html', 'json', 'xml'] as const
export type Format = (typeof FORMATS)[number]

/** The formats whose original bytes are published. */
export const DATA_FORMATS = ['json', 'xml'] as const
export type DataFormat = (typeof DATA_FORMATS)[number]

/** The media types of published files. XML has no charset: the one in a header would override that of the XML declaration. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
}

/** The media type of published tables: RFC 4180, with charset and header row (RFC 7111, 5.1). */
export const TABLE_MEDIA_TYPE = 'text/csv; charset=utf-8; header=present'

/** The other data format. */
export function otherFormat(format: DataFormat): DataFormat {
  return format === 'json' ? 'xml' : 'json'
}

/** The format in a query string, from its first `type` parameter, case-sensitive; anything but `json` and `xml` is html. */
export function parseFormat(query: URLSearchParams): Format {
  const type = query.get('type')
  return type === 'json' || type === 'xml' ? type : 'html'
}
