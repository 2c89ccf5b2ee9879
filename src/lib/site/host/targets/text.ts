/** A text as a regular expression that matches it, in every dialect. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&')
}

/** A text in double quotes, as configurations read it. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
