// The list of saved datasets, with their sizes and buttons to delete them.
{
  const { Kept } = self
  const { sizeOf, dayOf, fill } = Kept
  const root = new URL('.', document.currentScript.src).href

  async function showList(section) {
    const words = JSON.parse(section.dataset.keptList)
    const kept = await Kept.listKept(root)
    section.querySelector('[role=status]').textContent =
      kept.length === 0 ? words.none : sentenceOf(kept, words.held)
    section.querySelector('ul').replaceChildren(...kept.map((one) => itemOf(section, words, one)))
    return kept.length
  }

  function sentenceOf(kept, held) {
    const bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
    const facts = { count: kept.length, size: sizeOf(bytes), most: sizeOf(Kept.MOST_KEPT) }
    return fill(held[new Intl.PluralRules(Kept.locale).select(kept.length)] ?? held.other, facts)
  }

  function itemOf(section, words, { url, title, bytes, at }) {
    const [item, link, size, button] = ['li', 'a', 'small', 'button'].map((tag) =>
      document.createElement(tag),
    )
    link.href = url
    link.dir = 'auto'
    link.lang = ''
    link.textContent = title
    size.textContent = fill(words.item, { size: sizeOf(bytes), day: dayOf(at) })
    button.type = 'button'
    button.textContent = words.remove
    button.setAttribute('aria-label', fill(words.removeThis, { title }))
    button.addEventListener('click', async () => {
      const at = [...section.querySelectorAll('button')].indexOf(button)
      await Kept.removeKept(root, url)
      await showList(section)
      const buttons = section.querySelectorAll('button')
      ;(buttons[Math.min(at, buttons.length - 1)] ?? section.querySelector('h2')).focus()
    })
    item.append(link, ' ', size, ' ', button)
    return item
  }

  if (Kept.isPossible())
    for (const section of document.querySelectorAll('[data-kept-list]'))
      showList(section).then(
        (count) => count > 0 && section.removeAttribute('hidden'),
        () => {},
      )
}
