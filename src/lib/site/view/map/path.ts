/** A line: x and y in turn. */
export type Line = readonly number[]

/**
 * The SVG path of lines, each vertex relative to the one before, in whole units. A line shorter than a unit is a stroke without length,
 * which a round cap makes a dot. `closed` joins the ends of each line.
 */
export function linesPath(lines: readonly Line[], closed = false): string {
  return lines.map((line) => linePath(line, closed)).join('')
}

function linePath(line: Line, closed: boolean): string {
  if (line.length < 2) return ''
  const start = [Math.round(line[0] as number), Math.round(line[1] as number)] as const
  let [x, y] = start
  let steps = ''
  for (let at = 2; at < line.length; at += 2) {
    const [dx, dy] = [Math.round(line[at] as number) - x, Math.round(line[at + 1] as number) - y]
    if (dx === 0 && dy === 0) continue
    steps += `${steps === '' ? 'l' : separator(dx)}${dx}${separator(dy)}${dy}`
    x += dx
    y += dy
  }
  return `M${start.join(' ')}${steps === '' ? 'h0' : steps}${closed ? 'z' : ''}`
}

/** The SVG path of dots: strokes without length, which a round cap makes visible. From left to right, each relative to the one before. */
export function dotsPath(dots: readonly (readonly [x: number, y: number])[]): string {
  const whole = dots.map(([x, y]) => [Math.round(x), Math.round(y)] as const)
  const sorted = [...new Map(whole.map((dot) => [dot.join(), dot])).values()].sort(
    (a, b) => a[0] - b[0] || a[1] - b[1],
  )
  let [x, y] = [0, 0]
  let path = ''
  for (const [atX, atY] of sorted) {
    path += `m${atX - x}${separator(atY - y)}${atY - y}h0`
    ;[x, y] = [atX, atY]
  }
  return path
}

// A minus sign separates numbers as well as a blank.
function separator(value: number): string {
  return value < 0 ? '' : ' '
}
