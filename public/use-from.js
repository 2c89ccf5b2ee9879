// Makes the examples ready to run: the address of this mirror in the place of a relative one, and a button that copies.
{
  const root = new URL('.', document.currentScript.src).href
  const isServed = /^https?:$/.test(location.protocol)

  function addButton(example) {
    const { copy, copied, what, crlf } = example.dataset
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    const said = document.createElement('span')
    said.className = 'unseen'
    said.setAttribute('role', 'status')
    const show = (text, status = '') => {
      button.textContent = text
      button.setAttribute('aria-label', `${text}: ${what}`)
      said.textContent = status
    }
    button.addEventListener('click', async () => {
      const text = example.querySelector('code').textContent
      await navigator.clipboard.writeText(crlf === undefined ? text : text.replace(/\r?\n/g, '\r\n'))
      show(copied, copied)
      // Safari gives a button that is pressed no focus, which it could lose again.
      button.focus()
      button.addEventListener('blur', () => show(copy), { once: true })
    })
    show(copy)
    example.append(button, said)
  }

  // The day somebody reads it is not known where pages are made.
  const now = new Date()
  const two = (number) => String(number).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())]
  for (const accessed of document.querySelectorAll('[data-accessed]'))
    accessed.textContent = accessed.dataset.accessed
      .replace('{day}', day.join('-'))
      .replace('{slashes}', day.join('/'))
      .replace('{dots}', day.toReversed().join('.'))

  if (isServed) {
    // What ends a text of any shell or language may stand in an address as it is.
    const quoted = (address) =>
      address.replace(/[!'()*$`]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    for (const address of document.querySelectorAll('[data-address]'))
      address.textContent = quoted(root) + address.dataset.address
    for (const note of document.querySelectorAll('[data-relative-note]')) note.remove()
  }
  if (navigator.clipboard) for (const example of document.querySelectorAll('[data-copy]')) addButton(example)
}
