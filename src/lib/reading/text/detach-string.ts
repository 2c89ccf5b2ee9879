/**
 * A copy of a string without shared memory. A slice keeps the whole original string in memory, so use this for strings that outlive their
 * document.
 */
export function detachString(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
