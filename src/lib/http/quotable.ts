/**
 * A text of the origin for use in messages: control characters and those that change the writing direction are shown as numbers, so it can
 * neither break a log line nor change the colours of a terminal; cut to `most` characters.
 */
export function quotable(text: string, most = 200): string {
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return shown
    .toWellFormed()
    .replace(
      /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('\n', ' ')
}
