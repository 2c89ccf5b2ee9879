import type { Format } from '../interface/index.ts'
import { UndecodableDocument } from './encoding.ts'
import { type Events, IGNORE } from './events.ts'
import { DEFAULT_DEPTH } from './limits.ts'
import { DocumentParser } from './parse.ts'

/** Validates a document while its bytes arrive. */
interface DocumentCheck {
  /** Throws UnreadableDocument as soon as the document is known to be invalid. */
  write(chunk: Uint8Array): void
  /** Call after the last chunk. Throws UnreadableDocument if the document is incomplete. Returns its WHATWG encoding name. */
  end(): { encoding: string }
}

interface CheckOptions {
  /** Maximum nesting depth, up to 100,000; for html never more than 2000. Default: 1000. */
  readonly maxDepth?: number
  /** Maximum number of characters from xml entities, in addition to the documented limit. Default: none. */
  readonly maxBytes?: number
  /** Called with the name of each element and member, and `@name` of each attribute. */
  readonly onName?: (name: string) => void
}

/**
 * Opens a check that a document is complete and of its format: json is exactly one value (RFC 8259; a byte order mark is accepted), xml is
 * well-formed and no html page, html has markup and is complete if it has an `<html>` tag. Memory is constant. `charset` is that of the
 * media type.
 */
export function createDocumentCheck(
  format: Format,
  charset?: string,
  { maxDepth = DEFAULT_DEPTH, maxBytes = Number.POSITIVE_INFINITY, onName }: CheckOptions = {},
): DocumentCheck {
  const hint = { format, charset }
  const limits = { maxDepth, maxBytes }
  const events = onName === undefined ? IGNORE : namesTo(onName)
  let parser = new DocumentParser(hint, events, limits)
  // A document with two possible encodings is parsed as both, until a byte decides.
  let rival: DocumentParser | undefined = new DocumentParser(hint, events, limits, true)
  let failure: unknown
  const turn = (error: unknown) => {
    if (!(error instanceof UndecodableDocument) || rival === undefined) throw error
    if (failure !== undefined) throw failure
    parser = rival
    rival = undefined
  }
  return {
    write(chunk) {
      try {
        rival?.write(chunk)
      } catch (error) {
        failure ??= error
      }
      try {
        parser.write(chunk)
      } catch (error) {
        turn(error)
      }
      if (parser.hasEncoding) rival = undefined
    },
    end() {
      const other = rival
      try {
        return parser.end()
      } catch (error) {
        turn(error)
        return other?.end() ?? parser.end()
      }
    },
  }
}

function namesTo(onName: (name: string) => void): Events {
  return { ignoresValues: true, open: (step) => onName(step), close() {}, scalar: (step) => onName(step) }
}
