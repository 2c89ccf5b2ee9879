import type { DataFormat } from '../../interface/index.ts'

/**
 * A regular expression for the raw query of a request (without its `?`) that asks for a format: the first `type` parameter is
 * exactly `json` or `xml`, each letter as it is or percent-encoded. It says what `parseFormat` says, in the words that PCRE,
 * RE2 and JavaScript share: no look-around, no braces, no quotes, no slash.
 */
export function patternOf(format: DataFormat): string {
  return `^(?:${otherName(0)}&)*${spelled(NAME)}=${spelled(format)}(?:&|$)`
}

const NAME = 'type'

// A parameter whose name is not `type`, from its letter at `index` on; what stands before it is the same.
function otherName(index: number): string {
  const letter = NAME[index]
  if (letter === undefined) return '[^&=][^&]*'
  const [high, low] = hexOf(letter)
  const otherByte = `%(?:[^&${high}][^&]*|${high}(?:[^&${low}][^&]*)?)?`
  return `(?:[^&%${letter}][^&]*|${otherByte}|${spelled(letter)}${otherName(index + 1)})?`
}

function spelled(text: string): string {
  return [...text]
    .map((letter) => {
      const [high, low = ''] = hexOf(letter)
      return `(?:${letter}|%${high}${/[a-f]/.test(low) ? `[${low.toUpperCase()}${low}]` : low})`
    })
    .join('')
}

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16)
}
