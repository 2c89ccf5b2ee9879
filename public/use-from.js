// Completes the examples: makes addresses absolute, fills in the day of access, and adds buttons that copy.
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
      // Safari does not focus a clicked button, so there would be no blur event.
      button.focus()
      button.addEventListener('blur', () => show(copy), { once: true })
    })
    show(copy)
    example.append(button, said)
  }

  // The day of access is not known when pages are built.
  const now = new Date()
  const two = (number) => String(number).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())]
  for (const accessed of document.querySelectorAll('[data-accessed]'))
    accessed.textContent = accessed.dataset.accessed
      .replace('{day}', day.join('-'))
      .replace('{slashes}', day.join('/'))
      .replace('{dots}', day.toReversed().join('.'))

  if (isServed) {
    // Characters that end a string in some shell or language are allowed in an address, so they are encoded.
    const quoted = (address) =>
      address.replace(/[!'()*$`]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    for (const address of document.querySelectorAll('[data-address]'))
      address.textContent = quoted(root) + address.dataset.address
    for (const note of document.querySelectorAll('[data-relative-note]')) note.remove()
  }
  if (navigator.clipboard) for (const example of document.querySelectorAll('[data-copy]')) addButton(example)
}
