/** What is known of a dataset for whoever cites it; nothing of it is guessed. */
export interface Citation {
  /** For the key of an entry: the dataset's code. */
  readonly code: string
  readonly title: string
  /** The bodies that publish it. */
  readonly publishers: readonly string[]
  /** The day the origin says it was updated, or that its bytes last changed: `2026-10-02`. */
  readonly date?: string
  /** The beginning of the sha256 of the bytes the page shows. */
  readonly version?: string
  readonly address: string
  /** The mirror it is read from. */
  readonly via: string
  /** What the data says of its licence. */
  readonly licences: readonly string[]
}

/** A text for people or programs in which a script puts the day it is read between two parts. */
export interface Cited {
  readonly before: string
  /** Contains `{day}` (`2026-11-21`), `{slashes}` (`2026/11/21`) or `{dots}` (`21.11.2026`). */
  readonly accessed: string
  readonly after: string
}

/** One line of a text: blanks of all sorts are one blank, controls are gone. */
export function lineOf(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}
