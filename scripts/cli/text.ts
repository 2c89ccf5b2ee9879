/** A number of bytes for people: `3.4 MB`, in powers of 1000. */
export function renderBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** A span of time for people: `0.8 s`, `2 min 05 s`, `1 h 02 min`. */
export function renderSpan(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`
  return `${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} min`
}

/** A count with thin grouping: `28,818`. */
export function renderCount(count: number): string {
  return count.toLocaleString('en-GB')
}

/** A noun with its count: `1 gap`, `2 gaps`. */
export function renderPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${renderCount(count)} ${count === 1 ? singular : plural}`
}
