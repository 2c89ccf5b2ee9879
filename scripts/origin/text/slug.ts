/** A stable key for a name: lower case letters and digits, Latin ones without accents, everything else as single hyphens. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? 'unnamed'
}

/** A name as people would write it: `sp500_daily` and `londonBoroughs` become `Sp500 daily` and `London Boroughs`. */
export function readableName(name: string): string {
  const spaced = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
