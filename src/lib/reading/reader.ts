/** The version of the reader: raised whenever the same bytes would be read differently, so that cached readings expire. */
export const READER = 1

/** The deepest nesting that is read. Deeper documents are refused, never overflow the stack. */
export const MAX_DEPTH = 2000
