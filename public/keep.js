// The control that keeps a dataset for reading offline. It stays hidden where nothing can be kept.
{
  const { Kept } = self
  const { sizeOf, dayOf, fill } = Kept
  const root = new URL('.', document.currentScript.src).href
  // A page may be asked for by other names; it is kept under its own.
  const here = root + Kept.pathOf(location.href.split('?')[0], root)

  async function fetchLive(address) {
    const answer = await fetch(address, { cache: 'no-cache' })
    // Without a connection the worker would give the copy that is to be renewed.
    if (!answer.ok || answer.headers.has('x-mirror-kept')) throw new Error(`${address}: ${answer.status}`)
    return { address, headers: answer.headers, body: await answer.blob() }
  }

  // The page comes last: with it, all of the dataset is kept.
  async function keep(words) {
    const offered = [...document.querySelectorAll('.files a[type]')].map(({ href }) => href)
    const files = await Promise.all([...offered, here].map(fetchLive))
    const bytes = files.reduce((sum, { body }) => sum + body.size, 0)
    const others = (await Kept.listKept(root)).filter(({ url }) => url !== here)
    if (others.reduce((sum, other) => sum + other.bytes, bytes) > Kept.MOST_KEPT)
      return fill(words.full, { most: sizeOf(Kept.MOST_KEPT) })
    await navigator.serviceWorker.register(`${root}sw.js`)
    await navigator.serviceWorker.ready
    const store = await Kept.openKept(root)
    const title = document.querySelector('h1').textContent.trim()
    for (const { address, headers, body } of files)
      await Kept.replace(
        store,
        address === here ? here : root + Kept.pathOf(address, root),
        Kept.copyOf(body, headers, address === here ? { title, bytes } : {}),
      )
    return undefined
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
      const work = (await find()) ? Kept.removeKept(root, here) : keep(words)
      await show(await work.catch(failed))
      button.removeAttribute('aria-disabled')
    })
    const kept = await find()
    await show()
    control.classList.add('ready')
    // Whoever reads it with a connection has the present copy kept.
    if (kept && !document.querySelector('[data-kept-note]:not([hidden])'))
      await keep(words).then(show, () => {})
  }

  if (Kept.isPossible())
    for (const control of document.querySelectorAll('[data-keep]')) openControl(control).catch(() => {})
}
