/** The request that a reader has chosen: an operation, a format, and a dataset code if the operation needs one. */
export interface Wanted {
  readonly operation: string
  readonly code?: string | undefined
  readonly format: string
}

/** The addresses of a request, relative to the root: that of the interface, and that of the file, which works on any host. */
export function addressesOf({ operation, code, format }: Wanted): {
  readonly address: string
  readonly file: string
} {
  const folder = `api/v1/${operation}/${code === undefined ? '' : `${encodeURIComponent(code)}/`}`
  const file = `${folder}index.${format}`
  const isQueried = format === 'json' || format === 'xml'
  return { address: isQueried ? `${folder}?type=${format}` : format === 'html' ? folder : file, file }
}

/** Whether the host has answered a request for another format with the page, because it ignores queries. */
export function isPageInstead({ format }: Wanted, mediaType: string | null): boolean {
  return format !== 'html' && /html/.test(mediaType ?? '')
}

/** A shell command that requests an address. */
export function commandOf(address: string): string {
  return `curl '${address.replaceAll("'", '%27')}'`
}
