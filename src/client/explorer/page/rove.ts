/** One tab stop for several elements. */
export interface Roving {
  /** Makes one of the current elements the tab stop: the one with the `data-key` of the element that last had the focus, or the preferred one. */
  refresh(): void
}

/**
 * Makes the elements in `box` that match `items` one tab stop (a roving tabindex). `keys` move back and forward between the visible ones, Home
 * and End to the first and last. `preferred`: the tab stop before any of them had the focus.
 */
export function addRoving(
  box: HTMLElement,
  items: string,
  keys: readonly [back: string, on: string],
  preferred: string = items,
): Roving {
  let last: string | undefined
  const all = () => [...box.querySelectorAll<HTMLElement>(items)]
  const stopAt = (stop: Element | undefined | null) => {
    for (const item of all()) item.tabIndex = item === stop ? 0 : -1
  }
  box.addEventListener('focusin', ({ target }) => {
    const item = (target as Element).closest<HTMLElement>(items)
    if (!item) return
    last = item.dataset.key
    stopAt(item)
  })
  box.addEventListener('keydown', (event) => {
    const inSight = all().filter((item) => item.getClientRects().length > 0)
    const at = inSight.indexOf(document.activeElement as HTMLElement)
    const [back, on] = keys
    const to = { [back]: Math.max(0, at - 1), [on]: at + 1, Home: 0, End: -1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    inSight.at(to)?.focus()
  })
  return {
    refresh() {
      const known = all().find(({ dataset }) => last !== undefined && dataset.key === last)
      stopAt(known ?? box.querySelector(preferred) ?? all()[0])
    },
  }
}
