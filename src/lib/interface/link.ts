import { decodeSegment } from './address.ts'
import { DATASET_OPERATION } from './operation.ts'

/** A link to a dataset as found in a document. */
export interface DatasetLink {
  /** The code as it stands in the link, decoded; whether it can be a folder is for the caller to ask. */
  readonly code: string
  /** The host (with its port) of an absolute link, in lower case; undefined for a relative one. */
  readonly host: string | undefined
}

// A value that is nothing but a link: its code may hold blanks and quotes, for origins that do not encode.
const WHOLE = new RegExp(
  `^\\s*(?:(?:https?:)?//([^/?#\\s]+))?(?:[^?#\\s]*/)?${DATASET_OPERATION}/([^/?#]+)/?(?:[?#].*)?\\s*$`,
  'is',
)
// A link inside other text ends at white space, quotes and brackets of markup.
const WITHIN = new RegExp(
  `(?:(?:https?:)?//([^/?#\\s"'<>]+)[^?#\\s"'<>]*/|(?<![\\p{L}\\p{N}_-]))${DATASET_OPERATION}/([^/?#\\s"'<>]+)/?`,
  'giu',
)

/**
 * The links to `get_dataset/<code>/` in one value (a json string, an attribute, a piece of text), in order, repeats kept.
 * Absolute or relative, percent-encoded or not.
 */
export function findDatasetLinks(value: string): DatasetLink[] {
  if (!value.includes(`${DATASET_OPERATION}/`)) return []
  const whole = WHOLE.exec(value)
  const matches = whole ? [whole] : [...value.matchAll(WITHIN)]
  return matches.map(([, host, segment = '']) => ({
    code: decodeSegment(segment) ?? segment,
    host: host?.toLowerCase(),
  }))
}
