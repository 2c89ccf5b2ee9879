import { element } from './element.ts'

/**
 * A horizontal scrollbar at the bottom of the window while the table is visible: the browser's own is out of sight below a long table, and
 * hidden on many machines. For pointers only; keys scroll the table itself. The bar stays within a box around the table, so it never covers
 * what is above, and its space is reserved from the first paint, so nothing moves.
 */
export function addScrollbar(scroller: HTMLElement): void {
  const thumb = element('div')
  const scrollbar = element('div', { className: 'scrollbar spare', ariaHidden: 'true' }, thumb)
  const end = element('div')
  const frame = element('div')
  scroller.replaceWith(frame)
  frame.append(scroller, end, scrollbar)
  let isWide = false
  let isEndInSight = false
  // Hidden where the browser's own scrollbar takes space and is visible.
  const show = () => {
    const isOwnInSight = isEndInSight && scroller.offsetHeight - scroller.clientHeight > 2
    scrollbar.classList.toggle('spare', !isWide || isOwnInSight)
  }
  const place = () => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller
    isWide = scrollWidth > clientWidth + 1
    show()
    thumb.style.setProperty('width', `${(clientWidth / scrollWidth) * 100}%`)
    thumb.style.setProperty('margin-left', `${(scrollLeft / scrollWidth) * 100}%`)
  }
  const scrollTo = (event: PointerEvent, grip: number) => {
    const { left, width } = scrollbar.getBoundingClientRect()
    scroller.scrollLeft =
      ((event.clientX - left) / width) * scroller.scrollWidth - grip * scroller.clientWidth
  }
  scrollbar.addEventListener('pointerdown', (event) => {
    const box = thumb.getBoundingClientRect()
    const isOnThumb = event.clientX >= box.left && event.clientX <= box.right
    const grip = isOnThumb ? (event.clientX - box.left) / box.width : 0.5
    const move = (moved: PointerEvent) => scrollTo(moved, grip)
    scrollbar.setPointerCapture(event.pointerId)
    scrollbar.addEventListener('pointermove', move)
    scrollbar.addEventListener(
      'lostpointercapture',
      () => scrollbar.removeEventListener('pointermove', move),
      {
        once: true,
      },
    )
    scrollTo(event, grip)
    event.preventDefault()
  })
  scroller.addEventListener('scroll', place, { passive: true })
  const look = new IntersectionObserver((seen) => {
    isEndInSight = seen.at(-1)?.isIntersecting === true
    show()
  })
  look.observe(end)
  // In the next frame, because placing the bar changes the observed sizes.
  const watch = new ResizeObserver(() => requestAnimationFrame(place))
  watch.observe(scroller)
  // The observer also reports the first size, after layout; reading it here would force a layout at once, even off screen.
  for (const child of scroller.children) watch.observe(child)
}
