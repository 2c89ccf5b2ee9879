/** What a page noted of itself, in milliseconds since it was asked for. */
export interface Noted {
  readonly firstPaint: number
  readonly largestPaint: number
  /** When what the visit is for stood on the screen; undefined before that. */
  readonly readable: number | undefined
  /** Of all tasks over 50 ms: what they take beyond that. */
  readonly blocked: number
  /** The sum of all layout shifts that nobody asked for. */
  readonly shift: number
}

/** What is awaited, and what is done on the way to it, as selectors. */
export interface Aim {
  /** What is readable when the visit is over: where it is not on the first screen, it is scrolled to as soon as that is painted. */
  readonly shown: string
  /** A box something is typed into as soon as it is there. */
  readonly box?: string
  readonly typed?: string
  /** A button that is pressed as soon as it is there. */
  readonly press?: string
}

/** Runs in a page before its own scripts: notes paints, shifts and long tasks, does what the aim says, and looks at every frame whether it is reached. */
export function watch({ shown, box, typed = '', press }: Aim): void {
  const noted = {
    firstPaint: 0,
    largestPaint: 0,
    readable: undefined as number | undefined,
    blocked: 0,
    shift: 0,
  }
  const observe = <Entry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry)
    }).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    noted.largestPaint = startTime
  })
  observe('longtask', ({ duration }: PerformanceEntry) => {
    noted.blocked += duration - 50
  })
  observe('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) noted.shift += value
  })
  const isOnScreen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > top && bottom > 0 && top < innerHeight
  }
  let toType = box
  let toPress = press
  const look = () => {
    const input = toType === undefined ? null : document.querySelector<HTMLInputElement>(toType)
    if (input?.checkVisibility()) {
      toType = undefined
      input.focus()
      input.value = typed
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const button = toPress === undefined ? null : document.querySelector<HTMLElement>(toPress)
    if (button?.checkVisibility()) {
      toPress = undefined
      button.click()
    }
    const found = toType === undefined && toPress === undefined ? document.querySelector(shown) : null
    if (found && isOnScreen(found))
      // This frame is being made; it is on the screen when the next one begins.
      requestAnimationFrame((now) => {
        noted.readable = now
      })
    else {
      if (found?.checkVisibility() && noted.firstPaint > 0)
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
      requestAnimationFrame(look)
    }
  }
  requestAnimationFrame(look)
  Object.assign(self, { noted })
}
