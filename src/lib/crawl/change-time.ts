/**
 * The change time of bytes that differ from the stored copy: the Last-Modified of the origin, unless it is in the future or not later than
 * the previous change time (`stored`). With a time that does not advance, hosts would answer 304 for the new bytes. In whole seconds, like
 * file times and HTTP dates.
 */
export function changeTime(lastModified: string | undefined, stored: string | undefined, now: Date): Date {
  const stated = Date.parse(lastModified ?? '')
  const before = Date.parse(stored ?? '')
  const isInvalid = Number.isNaN(stated) || stated > now.getTime() || stated < 0 || stated <= before
  const seconds = Math.floor((isInvalid ? now.getTime() : stated) / 1000)
  return new Date((seconds * 1000 <= before ? Math.floor(before / 1000) + 1 : seconds) * 1000)
}
