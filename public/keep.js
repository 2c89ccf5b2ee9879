// The button that saves a dataset for offline reading. It stays hidden if nothing can be saved.
{
  const { Kept } = self
  const { sizeOf, dayOf, fill } = Kept
  const root = new URL('.', document.currentScript.src).href
  // A page can have several addresses; it is saved under one.
  const here = root + Kept.pathOf(location.href.split('?')[0], root)

  // Returns the worker that the host has now: a worker compares copies with the checksums in its own script.
  async function openWorker() {
    const registration = await navigator.serviceWorker.register(`${root}sw.js`, { updateViaCache: 'none' })
    await registration.update()
    const coming = registration.installing ?? registration.waiting
    const isOver = () => ['activating', 'activated', 'redundant'].includes(coming.state)
    if (coming && !isOver())
      await new Promise((resolve) => coming.addEventListener('statechange', () => isOver() && resolve()))
    return coming?.state === 'redundant' ? undefined : registration.active
  }

  // Resolves to nothing if the dataset is saved, else to the reason why not.
  async function keep(words, isAsked) {
    const worker = await openWorker()
    if (!worker) return words.altered
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    const title = document.querySelector('h1').textContent.trim()
    worker.postMessage({ keep: here, title, isAsked }, [port2])
    const why = await answered
    return why && fill(words[why], { most: sizeOf(Kept.MOST_KEPT) })
  }

  async function openControl(control) {
    const words = JSON.parse(control.dataset.keep)
    const [button, status] = [control.querySelector('button'), control.querySelector('[role=status]')]
    const find = async () => (await Kept.listKept(root)).find(({ url }) => url === here)
    async function show(problem) {
      const kept = await find()
      button.textContent = kept ? words.remove : words.keep
      const told = kept ? fill(words.kept, { size: sizeOf(kept.bytes), day: dayOf(kept.at) }) : ''
      status.textContent = problem ?? told
    }
    const failed = () => words.failed
    button.addEventListener('click', async () => {
      if (button.getAttribute('aria-disabled') === 'true') return
      button.setAttribute('aria-disabled', 'true')
      status.textContent = words.busy
      const work = (await find()) ? Kept.removeKept(root, here) : keep(words, true)
      await show(await work.catch(failed))
      button.removeAttribute('aria-disabled')
    })
    const kept = await find()
    await show()
    control.classList.add('ready')
    // A visit while online renews the saved copy.
    if (kept && !document.querySelector('[data-kept-note]:not([hidden])'))
      await keep(words, false).then(
        () => show(),
        () => {},
      )
  }

  if (Kept.isPossible())
    for (const control of document.querySelectorAll('[data-keep]')) openControl(control).catch(() => {})
}
