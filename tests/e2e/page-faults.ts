// Each runs in the page: it may use nothing but its own text.

/** Keeps only a few of many similar rows and cards, since axe is slow. */
export function thin(): void {
  const alike =
    'table.data tbody tr:nth-child(n + 4), table.data tr > :nth-child(n + 22), .columns tbody tr:nth-child(n + 22), .card:nth-child(n + 8), .entry ~ .entry ~ .entry ~ .entry ~ .entry'
  for (const element of document.querySelectorAll(alike)) element.remove()
}

/**
 * Elements without visible focus, or off screen while focused (WCAG 2.2, 2.4.7 and 2.4.11). Of similar ones the first and the last are
 * tested: a table of 300 columns has 600 buttons.
 */
export function badFocus(): string[] {
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const scope = document.querySelector('dialog[open]') ?? document
  const faults: string[] = []
  const alike = new Map<string, HTMLElement[]>()
  for (const element of scope.querySelectorAll<HTMLElement>(focusable)) {
    if (!element.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true })) continue
    const kind = `${element.parentElement?.className} ${element.tagName} ${element.className}`
    alike.set(kind, [...(alike.get(kind) ?? []), element])
  }
  let was: unknown
  for (const element of [...alike.values()].flatMap((all) => [
    ...all.slice(0, 12),
    ...all.slice(12).slice(-6),
  ])) {
    element.focus()
    if (document.activeElement !== element || element === was) continue
    was = element
    const tell = (fault: string) => faults.push(`${fault}: ${element.outerHTML.slice(0, 120)}`)
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element)
    const isMarked = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    if (!isMarked || outlineColor === getComputedStyle(document.documentElement).backgroundColor)
      tell('no mark')
    const [box] = element.getClientRects()
    if (!box) continue
    const x = Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1)
    const y = Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1)
    const top = document.elementFromPoint(x, y)
    if (!(top && (element.contains(top) || top.contains(element)))) tell('out of sight')
  }
  return faults
}

/** Headings that are missing, repeated, or skip a level. */
export function headingFaults(): string[] {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((heading) => heading.checkVisibility())
    .map((heading) => ({ level: Number(heading.tagName[1]), text: heading.textContent ?? '' }))
  const faults = levels
    .filter(({ level }, at) => level > (levels[at - 1]?.level ?? 0) + 1)
    .map(({ level, text }) => `skips to level ${level}: ${text}`)
  const firsts = levels.filter(({ level }) => level === 1).length
  return firsts === 1 ? faults : [...faults, `${firsts} headings of level 1`]
}

/** Elements that would move. */
export function movement(): string[] {
  const moving = [...document.querySelectorAll('body *')].filter((element) => {
    const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element)
    return /[1-9]/.test(transitionDuration) || animationName !== 'none' || scrollBehavior === 'smooth'
  })
  return moving.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))
}

/** Controls that are printed; buttons in column headers or with record numbers count as text. */
export function visibleControls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, input, select, nav, .skip, [role=search]')]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches('th .sort, .no button, .chips button'),
    )
    .map((element) => element.outerHTML.slice(0, 120))
}

/** The accessible name of the focused element, roughly. */
export function nameOfFocus(): string {
  const element = document.activeElement as HTMLElement
  const label = element.closest('label') ?? element
  return (element.ariaLabel ?? label.textContent ?? '').trim()
}

/** Makes all text of this size; an empty one takes that back. */
export function resizeText(size: string): void {
  document.documentElement.style.fontSize = size
}

/** Sets lines, letters and words as far apart as a reader may ask for (WCAG 2.2, 1.4.12). */
export function spaceOut(on: boolean): void {
  const sheet = new CSSStyleSheet()
  if (on)
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
  document.adoptedStyleSheets = [sheet]
}
