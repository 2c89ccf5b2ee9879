/**
 * A text of the origin as messages may quote it: control characters and those that turn the direction of writing are shown by
 * their number, so that it can neither break a line of a log nor colour a terminal; cut to so many characters.
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
