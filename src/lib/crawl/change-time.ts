/**
 * The change time of bytes that differ from the stored copy: the Last-Modified of the origin, unless it is in the future or not later than
 * the previous change time (`held`). With a time that does not advance, hosts would answer 304 for the new bytes. In whole seconds, like
 * file times and HTTP dates.
 */
export function changeTime(lastModified: string | undefined, held: string | undefined, now: Date): Date {
  const said = Date.parse(lastModified ?? '')
  const before = Date.parse(held ?? '')
  const unbelievable = Number.isNaN(said) || said > now.getTime() || said < 0 || said <= before
  const seconds = Math.floor((unbelievable ? now.getTime() : said) / 1000)
  return new Date((seconds * 1000 <= before ? Math.floor(before / 1000) + 1 : seconds) * 1000)
}
