// The button that saves a dataset for offline reading. It stays hidden if nothing can be saved.
{
  const { Saved } = self
  const { sizeOf, dayOf, fill } = Saved
  const root = new URL('.', document.currentScript.src).href
  // A page can have several addresses; it is saved under one.
  const here = root + Saved.pathOf(location.href.split('?')[0], root)

  // Returns the worker of the current site, because a worker compares copies with the checksums in its own script. Undefined if it could not be
  // installed.
  async function openWorker() {
    const registration = await navigator.serviceWorker.register(`${root}sw.js`, { updateViaCache: 'none' })
    await registration.update()
    const coming = registration.installing ?? registration.waiting
    const isOver = () => ['activating', 'activated', 'redundant'].includes(coming.state)
    if (coming && !isOver())
      await new Promise((resolve) => coming.addEventListener('statechange', () => isOver() && resolve()))
    return coming?.state === 'redundant' ? undefined : registration.active
  }

  // Resolves to undefined if the dataset is saved, or else to the message that explains why it is not.
  async function save(words, isAsked) {
    const worker = await openWorker()
    if (!worker) return words.altered
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    const title = document.querySelector('h1').textContent.trim()
    worker.postMessage({ url: here, title, isAsked }, [port2])
    const why = await answered
    return why && fill(words[why], { most: sizeOf(Saved.MOST_BYTES) })
  }

  async function openControl(control) {
    const words = JSON.parse(control.dataset.save)
    const [button, status] = [control.querySelector('button'), control.querySelector('[role=status]')]
    const find = async () => (await Saved.list(root)).find(({ url }) => url === here)
    async function show(problem) {
      const saved = await find()
      button.textContent = saved ? words.remove : words.save
      const note = saved ? fill(words.saved, { size: sizeOf(saved.bytes), day: dayOf(saved.at) }) : ''
      status.textContent = problem ?? note
    }
    const failed = () => words.failed
    button.addEventListener('click', async () => {
      if (button.getAttribute('aria-disabled') === 'true') return
      button.setAttribute('aria-disabled', 'true')
      status.textContent = words.busy
      const work = (await find()) ? Saved.remove(root, here) : save(words, true)
      await show(await work.catch(failed))
      button.removeAttribute('aria-disabled')
    })
    const saved = await find()
    await show()
    control.classList.add('ready')
    // A visit while online renews the saved copy.
    if (saved && !document.querySelector('[data-saved-note]:not([hidden])'))
      await save(words, false).then(
        () => show(),
        () => {},
      )
  }

  if (Saved.isPossible())
    for (const control of document.querySelectorAll('[data-save]')) openControl(control).catch(() => {})
}
