/** The version of the reader: raised whenever the same bytes would be read differently, so that cached readings expire. */
export const READER = 11
