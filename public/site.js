// Pages link to `…/index.html`, so that they work from a disk. Where a server answers for folders, links lose that name,
// and addresses stay the interface's own.
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

// Made only where a time is shown: on a slow phone it takes longer than all else this script does.
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

// A policy that lets forms go to the site's own pages lets them go nowhere from a disk in Firefox; a script may.
function sendForm(event) {
  const form = event.target
  if (event.defaultPrevented || form.method !== 'get') return
  event.preventDefault()
  location.assign(`${form.action}?${new URLSearchParams(new FormData(form))}`)
}

// The times of the last run stand in status.json alone, so that no page changes when only they do. Where nobody ran the
// mirror after the day that file names, the page says so.
async function tellStatus(links) {
  const answer = await fetch(links[0].href, { cache: 'no-cache' })
  if (!answer.ok) return
  const status = await answer.json()
  for (const link of links) showTime(link, status[link.dataset.clock])
  if (Date.now() > Date.parse(status.goodUntil))
    for (const notice of document.querySelectorAll('[data-stale]')) notice.hidden = false
}

// Says of a copy that the worker gave when it was made.
function tellKept() {
  const note = document.querySelector('[data-kept-note]:not([hidden])')
  if (note) showTime(note.querySelector('[data-kept-at]'), note.dataset.keptNote)
}

// Where a host answers `?type=json` with the page, a worker answers in its place. Other hosts need none, and are asked once a visit.
async function startWorker(root) {
  const workers = navigator.serviceWorker
  const twin = document.querySelector('link[rel=alternate][href$="index.json"]')
  if (!workers || workers.controller || !twin || sessionStorage.getItem(`routes ${root}`)) return
  const answer = await fetch(twin.href.replace(/index\.json$/, '?type=json'), { method: 'HEAD' })
  const isPage = answer.ok && /html/.test(answer.headers.get('content-type') ?? '')
  if (isPage) await workers.register(`${root}sw.js`, { updateViaCache: 'none' })
  else sessionStorage.setItem(`routes ${root}`, 'yes')
}

// The key that leads to the search on many sites; a letter like any other where something is being typed.
function leadToSearch(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target.closest?.('input, textarea, select, [contenteditable]')) return
  const box = document.querySelector('[role=search] input')
  if (!box?.getClientRects().length) return
  event.preventDefault()
  box.focus()
  box.select()
}

// A table too wide for a sheet is printed record by record; styles give its values the numbers of their columns, this the names.
function nameCells() {
  for (const table of document.querySelectorAll('table.data:has(th:nth-child(14))')) {
    const names = [...table.tHead.rows[0].cells].map((head) => head.textContent.trim())
    for (const cell of table.querySelectorAll('tbody td:not(:empty, .nothing)'))
      cell.dataset.name = names[cell.cellIndex] ?? ''
  }
}

addEventListener('beforeprint', nameCells)
addEventListener('keydown', leadToSearch)

if (/^https?:$/.test(location.protocol)) {
  const root = new URL('.', document.currentScript.src).href
  addEventListener('load', () => startWorker(root).catch(() => {}))
  cleanLinks()
  tellKept()
  const links = document.querySelectorAll('a[data-clock]')
  if (links.length > 0) tellStatus(links).catch(() => {})
} else {
  addEventListener('submit', sendForm)
}
