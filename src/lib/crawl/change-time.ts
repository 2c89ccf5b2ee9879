/**
 * When bytes that are new to us changed: as the origin says, unless that lies in the future, or not after the change before
 * (`held`): a time that stands still while the bytes change makes hosts answer 304 for the old ones. In whole seconds, as file
 * times and HTTP have them.
 */
export function changeTime(lastModified: string | undefined, held: string | undefined, now: Date): Date {
  const said = Date.parse(lastModified ?? '')
  const before = Date.parse(held ?? '')
  const unbelievable = Number.isNaN(said) || said > now.getTime() || said < 0 || said <= before
  const seconds = Math.floor((unbelievable ? now.getTime() : said) / 1000)
  return new Date((seconds * 1000 <= before ? Math.floor(before / 1000) + 1 : seconds) * 1000)
}
