import type { Format } from '../interface/index.ts'
import { DEFAULT_DEPTH } from './depth.ts'
import { IGNORE } from './events.ts'
import { DocumentParser } from './parse.ts'
import { UndecodableDocument } from './text/decoder.ts'

/** A check that bytes are pushed through as they arrive. */
export interface DocumentCheck {
  /** Throws UnreadableDocument as soon as the document is known not to be what it should be. */
  write(chunk: Uint8Array): void
  /** Says that the document is over. Throws UnreadableDocument when it is cut. Returns its WHATWG encoding name. */
  end(): { encoding: string }
}

export interface CheckLimits {
  /** The deepest nesting that is accepted, up to 100,000; html is never accepted deeper than 2000. Default: 1000. */
  readonly maxDepth?: number
  /** The most characters that entities of xml may stand for, besides what is documented. Default: no such limit. */
  readonly maxBytes?: number
}

/**
 * Checks that a document is whole and is what its format promises: json is exactly one value to its last bracket (RFC 8259, a byte
 * order mark is tolerated), xml is well-formed to its last tag and is no page of html, html has markup and the end of what `<html` began.
 * Memory is constant. `charset` is that of the media type.
 */
export function createDocumentCheck(
  format: Format,
  charset?: string,
  { maxDepth = DEFAULT_DEPTH, maxBytes = Number.POSITIVE_INFINITY }: CheckLimits = {},
): DocumentCheck {
  const hint = { format, charset }
  const limits = { maxDepth, maxBytes }
  let parser = new DocumentParser(hint, IGNORE, limits)
  // What may be UTF-8, though another encoding is named, is read as both until a byte tells.
  let rival: DocumentParser | undefined = new DocumentParser(hint, IGNORE, limits, true)
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
      if (parser.isSettled) rival = undefined
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
