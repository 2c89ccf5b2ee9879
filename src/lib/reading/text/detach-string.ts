/** A copy of a string that shares no memory with the larger one it may be a slice of: for what outlives its document. */
export function detachString(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
