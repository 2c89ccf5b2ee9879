/**
 * Whether a text may name a column. A number may, such as a year or the number of the column; one with a sign, a fraction or more than
 * four digits is a value.
 */
export function mayBeName(text: string): boolean {
  return !/^[+-]?\d+([.,]\d+)?$/.test(text.trim()) || /^\d{1,4}$/.test(text.trim())
}
