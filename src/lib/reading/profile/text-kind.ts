/** Longer texts are not addresses. */
const MOST_LINK = 10_000
const LINK = /^https?:\/\/[^\s/?#]\S*$/i
const CODE = /^[\p{L}\p{N}._:~-]{1,64}$/u
const CODE_MARK = /[\p{N}._:~-]|^\p{Lu}+$|^[a-z]+$/u

/** Whether a text is exactly one web address. */
export function isLink(text: string): boolean {
  const c = text.charCodeAt(0)
  return (c === 104 || c === 72) && text.length <= MOST_LINK && LINK.test(text)
}

/** Whether a text may be an identifier: short, without spaces, and not just a capitalised word. */
export function isCodeLike(text: string): boolean {
  return text.length <= 64 && CODE.test(text) && CODE_MARK.test(text)
}

/** Whether a text is `true` or `false`. */
export function isBooleanText(text: string): boolean {
  return (text.length === 4 || text.length === 5) && /^(true|false)$/i.test(text)
}

/** Whether a text is `true`, ignoring white space around it. */
export function isTrueText(text: string): boolean {
  return text.trim().toLowerCase() === 'true'
}
