// Makes the examples ready to run: the address of this mirror in the place of a relative one, and a button that copies.
{
  const root = new URL('.', document.currentScript.src).href
  const isServed = /^https?:$/.test(location.protocol)

  function addButton(example) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = example.dataset.copy
    const said = document.createElement('span')
    said.className = 'unseen'
    said.setAttribute('role', 'status')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(example.querySelector('code').textContent)
      button.textContent = example.dataset.copied
      said.textContent = example.dataset.copied
      button.addEventListener('blur', () => {
        button.textContent = example.dataset.copy
        said.textContent = ''
      })
    })
    example.append(button, said)
  }

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
