const ASCII = /^[\u0000-\u007f]*$/

/** A text as it is looked for: whatever the case, ё as е. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFC').toLowerCase().replaceAll('ё', 'е')
}
