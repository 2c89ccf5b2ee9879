import { type Format, MEDIA_TYPES } from '../../../src/lib/interface/index.ts'
import { messagePage } from '../html/page.ts'
import { escapeText } from '../text/escape.ts'

/** An error response, in the requested format. */
export interface Failure {
  readonly status: number
  readonly title: string
  readonly message: string
}

/** The body of an error response. */
export function failureBody(
  { title, message }: Failure,
  format: Format,
): { mediaType: string; text: string } {
  return { mediaType: MEDIA_TYPES[format], text: WRITERS[format](title, message) }
}

const WRITERS: Readonly<Record<Format, (title: string, message: string) => string>> = {
  html: messagePage,
  json: (title, message) => `${JSON.stringify({ error: title, message })}\n`,
  xml: (title, message) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<error><title>${escapeText(title)}</title><message>${escapeText(message)}</message></error>\n`,
}
