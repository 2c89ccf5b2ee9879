/** Measurements of a page, in milliseconds since it was requested. */
export interface Noted {
  readonly firstPaint: number
  readonly largestPaint: number
  /** When the goal of the visit was on screen; undefined before that. */
  readonly readable: number | undefined
  /** Total time beyond 50 ms of all long tasks. */
  readonly blocked: number
  /** The sum of all unexpected layout shifts. */
  readonly shift: number
}

/** The goal of a visit and the actions on the way, as selectors. */
export interface Aim {
  /** The element that is readable at the end; it is scrolled into view if necessary. */
  readonly shown: string
  /** An input that is filled in as soon as it exists. */
  readonly box?: string
  readonly typed?: string
  /** A button that is clicked as soon as it exists. */
  readonly press?: string
}

/**
 * Runs in a page before its own scripts: records paints, layout shifts and long tasks, performs the actions, and checks in every frame
 * whether the goal is reached.
 */
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
      // This frame is being rendered; it is on screen when the next one begins.
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
