// The list of saved datasets, with their sizes and buttons to delete them.
{
  const { Saved } = self
  const { sizeOf, dayOf, fill } = Saved
  const root = new URL('.', document.currentScript.src).href

  async function showList(section) {
    const words = JSON.parse(section.dataset.savedList)
    const saved = await Saved.list(root)
    section.querySelector('[role=status]').textContent =
      saved.length === 0 ? words.none : sentenceOf(saved, words.counts)
    section.querySelector('ul').replaceChildren(...saved.map((one) => itemOf(section, words, one)))
    return saved.length
  }

  function sentenceOf(saved, forms) {
    const bytes = saved.reduce((sum, one) => sum + one.bytes, 0)
    const facts = { count: saved.length, size: sizeOf(bytes), most: sizeOf(Saved.MOST_BYTES) }
    return fill(forms[new Intl.PluralRules(Saved.locale).select(saved.length)] ?? forms.other, facts)
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
      await Saved.remove(root, url)
      await showList(section)
      const buttons = section.querySelectorAll('button')
      ;(buttons[Math.min(at, buttons.length - 1)] ?? section.querySelector('h2')).focus()
    })
    item.append(link, ' ', size, ' ', button)
    return item
  }

  if (Saved.isPossible())
    for (const section of document.querySelectorAll('[data-saved-list]'))
      showList(section).then(
        (count) => count > 0 && section.removeAttribute('hidden'),
        () => {},
      )
}
