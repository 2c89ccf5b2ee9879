const LETTER = /\p{L}/u
/** The blocks of the scripts that are written from right to left (Unicode, DerivedBidiClass: R and AL). */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text runs from right to left: its first letter decides, as it does with `dir="auto"` (HTML, 3.2.6.4). */
function isFromRight(text: string): boolean {
  return FROM_RIGHT.test(text) && FROM_RIGHT.test(LETTER.exec(text)?.[0] ?? '')
}

/** Whether a column stands at the right: most of its texts run from there, or, where none has a letter, its name does. */
export function standsRight(name: string, texts: readonly (string | null)[]): boolean {
  let balance = 0
  for (const text of texts) if (text !== null && LETTER.test(text)) balance += isFromRight(text) ? 1 : -1
  return balance === 0 ? isFromRight(name) : balance > 0
}
