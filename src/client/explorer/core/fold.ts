const ASCII = /^[\u0000-\u007f]*$/

/** Normalises a text for searching: ignores case, and treats ё as е. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFC').toLowerCase().replaceAll('ё', 'е')
}
