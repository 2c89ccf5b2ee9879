/** The version of the reader: raised whenever the same bytes would be read differently, which invalidates cached readings. */
export const READER = 11
