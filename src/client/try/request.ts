/** What a reader asks for: an operation in a format, of a dataset if it takes a code. */
export interface Wanted {
  readonly operation: string
  readonly code?: string | undefined
  readonly format: string
}

/** The addresses of what is wanted, below the root: that of the interface, and that of the file, which works on any host. */
export function addressesOf({ operation, code, format }: Wanted): {
  readonly address: string
  readonly file: string
} {
  const folder = `api/v1/${operation}/${code === undefined ? '' : `${encodeURIComponent(code)}/`}`
  const file = `${folder}index.${format}`
  const isQueried = format === 'json' || format === 'xml'
  return { address: isQueried ? `${folder}?type=${format}` : format === 'html' ? folder : file, file }
}

/** Whether a host that ignores queries answered a request for a format with the page. */
export function isPageInstead({ format }: Wanted, mediaType: string | null): boolean {
  return format !== 'html' && /html/.test(mediaType ?? '')
}

/** An address as a command for a shell. */
export function commandOf(address: string): string {
  return `curl '${address.replaceAll("'", '%27')}'`
}
