/**
 * Whether a text may be a column name. A number may, such as a year or a column number; one with a sign, a fraction or more than four
 * digits is a value.
 */
export function mayBeName(text: string): boolean {
  return !/^[+-]?\d+([.,]\d+)?$/.test(text.trim()) || /^\d{1,4}$/.test(text.trim())
}
