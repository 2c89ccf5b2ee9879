// Pages link to `…/index.html`, so that they work from a disk. On a server, links lose that name, so addresses are those of the interface.
function cleanLinks() {
  for (const link of document.querySelectorAll('a[href*="index.html"]:not([rel])')) {
    const [path, anchor] = link.getAttribute('href').split('#')
    if (!/(^|\/)index\.html$/.test(path)) continue
    const folder = path.slice(0, -'index.html'.length) || './'
    link.setAttribute('href', anchor === undefined ? folder : `${folder}#${anchor}`)
  }
  for (const form of document.querySelectorAll('form[action$="/index.html"]'))
    form.setAttribute('action', form.getAttribute('action').slice(0, -'index.html'.length))
}

// Created only if a page shows a time: on a slow phone this takes longer than the rest of the script.
let clock
function openClock() {
  const { lang } = document.documentElement
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })
}

function showTime(link, iso) {
  if (iso === undefined) return link.replaceChildren(link.dataset.never)
  clock ??= openClock()
  const time = document.createElement('time')
  time.dateTime = iso
  time.textContent = clock.format(new Date(iso))
  link.replaceChildren(time, ' UTC')
}

// On a disk, the policy `form-action 'self'` blocks forms in Firefox. A script may still navigate.
function sendForm(event) {
  const form = event.target
  if (event.defaultPrevented || form.method !== 'get') return
  event.preventDefault()
  location.assign(`${form.action}?${new URLSearchParams(new FormData(form))}`)
}

// Only status.json contains the times of the last run, so that pages do not change with every run. When the time `goodUntil` in that file has
// passed, the page shows a notice.
async function showStatus(links) {
  const answer = await fetch(links[0].href, { cache: 'no-cache' })
  if (!answer.ok) return
  const status = await answer.json()
  for (const link of links) showTime(link, status[link.dataset.clock])
  if (Date.now() > Date.parse(status.goodUntil))
    for (const notice of document.querySelectorAll('[data-stale]')) notice.hidden = false
}

// Shows the time of an offline copy.
function showSavedAt() {
  const note = document.querySelector('[data-saved-note]:not([hidden])')
  if (note) showTime(note.querySelector('[data-saved-at]'), note.dataset.savedNote)
}

// If the host answers `?type=json` with the page, a service worker answers instead. The result of the test is remembered during a visit if the
// host needs no worker.
async function startWorker(root) {
  const workers = navigator.serviceWorker
  const twin = document.querySelector('link[rel=alternate][href$="index.json"]')
  if (!workers || workers.controller || !twin || sessionStorage.getItem(`routes ${root}`)) return
  const answer = await fetch(twin.href.replace(/index\.json$/, '?type=json'), { method: 'HEAD' })
  const isPage = answer.ok && /html/.test(answer.headers.get('content-type') ?? '')
  if (isPage) await workers.register(`${root}sw.js`, { updateViaCache: 'none' })
  else sessionStorage.setItem(`routes ${root}`, 'yes')
}

// `/` focuses the search, as on many sites. In a field, it is an ordinary character.
function focusSearch(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target.closest?.('input, textarea, select, [contenteditable]')) return
  const box = document.querySelector('[role=search] input')
  if (!box?.getClientRects().length) return
  event.preventDefault()
  box.focus()
  box.select()
}

// The search in the masthead shows results while the reader types. Its script is loaded when the field gets the focus.
const home = new URL('.', document.currentScript.src).href
function loadSearch({ target }) {
  if (!target.matches?.('.mast [data-search] input')) return
  removeEventListener('focusin', loadSearch)
  const script = document.createElement('script')
  script.src = `${home}search.js`
  document.head.append(script)
}

// Sorts the list of a category, a publisher or another value. Other lists have a page for each order.
function sortCards() {
  const links = [...document.querySelectorAll('.sorts a[data-order]')]
  if (links.length === 0) return
  const listing = document.querySelector('.listing')
  const range = listing.querySelector('.range')
  const list = listing.querySelector('.cards')
  const sorts = listing.querySelector('.sorts')
  const pages = JSON.parse(sorts.dataset.pages ?? '[]')
  // A page on a disk may not read other pages.
  if (pages.length > 0 && location.protocol === 'file:') {
    sorts.style.visibility = 'hidden'
    return
  }
  let loading
  const sort = async (chosen) => {
    loading ??= Promise.all(pages.map(cardsOf)).then((others) => [...list.children, ...others.flat()])
    const cards = await loading.catch(() => undefined)
    if (cards === undefined) {
      loading = undefined
      return
    }
    list.append(...chosen.dataset.order.split(' ').flatMap((at) => cards[at] ?? []))
    listing.querySelector('.pages')?.remove()
    range.textContent = chosen.dataset.range
    for (const link of links) {
      if (link === chosen) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  const wanted = new URLSearchParams(location.search).get('sort')
  const asked = links.find(({ dataset }) => dataset.sort === wanted)
  if (asked) sort(asked)
  range.setAttribute('role', 'status')
  sorts.addEventListener('click', (event) => {
    const link = event.target.closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    sort(link)
    try {
      history.replaceState(history.state, '', link.href)
    } catch {} // Some browsers do not let a page on a disk change its address.
  })
}

// The datasets on another page of the list, with links that work on this page.
async function cardsOf(address) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const link of page.querySelectorAll('.cards a[href]'))
    link.href = new URL(link.getAttribute('href').replace(/index\.html$/, ''), answer.url).href
  return [...page.querySelector('.cards').children].map((card) => document.adoptNode(card))
}

// A table that is too wide for paper is printed record by record. The stylesheet prints the attribute `data-name` of a value before it.
function nameCells() {
  for (const table of document.querySelectorAll('table.data:has(th:nth-child(14))')) {
    const names = [...table.tHead.rows[0].cells].map((head) => head.textContent.trim())
    for (const cell of table.querySelectorAll('tbody td:not(:empty, .nothing)'))
      cell.dataset.name = names[cell.cellIndex] ?? ''
  }
}

addEventListener('beforeprint', nameCells)
addEventListener('keydown', focusSearch)
addEventListener('focusin', loadSearch)
sortCards()

if (/^https?:$/.test(location.protocol)) {
  addEventListener('load', () => startWorker(home).catch(() => {}))
  cleanLinks()
  showSavedAt()
  const links = document.querySelectorAll('a[data-clock]')
  if (links.length > 0) showStatus(links).catch(() => {})
} else {
  addEventListener('submit', sendForm)
}
