import { element } from './element.ts'

/**
 * A bar to scroll sideways with, at the lower edge of the window as long as the table is in it: the browser's own is out of sight
 * below a long table, and on many machines until something moves. For pointers alone; keys scroll the table itself. Table and bar get
 * a box of their own, which the bar does not leave: it never lies on what stands over the table. Its room is kept from the first
 * paint on, needed or not, so that nothing below moves.
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
  // Where the browser's own bar takes room and is in sight, this one is not.
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
  // In the next frame, since what is placed changes the sizes that are watched.
  const watch = new ResizeObserver(() => requestAnimationFrame(place))
  watch.observe(scroller)
  // It tells the first size too, when the table is laid out: asked for here, it would be laid out at once, on the screen or not.
  for (const child of scroller.children) watch.observe(child)
}
