/** When bytes that are new to us changed: as the origin says, unless that lies in the future; in whole seconds, as file times and HTTP have them. */
export function changeTime(lastModified: string | undefined, now: Date): Date {
  const said = Date.parse(lastModified ?? '')
  const time = Number.isNaN(said) || said > now.getTime() || said < 0 ? now.getTime() : said
  return new Date(Math.floor(time / 1000) * 1000)
}
