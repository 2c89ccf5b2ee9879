// Pages link to `…/index.html`, so that they work from a disk. Where a server answers for folders, links lose that name,
// and addresses stay the interface's own.
function cleanLinks() {
  for (const link of document.querySelectorAll('a[href*="index.html"]:not([rel])')) {
    const [path, anchor] = link.getAttribute('href').split('#')
    if (!/(^|\/)index\.html$/.test(path)) continue
    const folder = path.slice(0, -'index.html'.length) || './'
    link.setAttribute('href', anchor === undefined ? folder : `${folder}#${anchor}`)
  }
}

// The time of the last run stands in the manifest alone, so that no page changes when only that does. It is near the
// manifest's beginning, so only that is read.
async function showClock(link) {
  const answer = await fetch(link.href)
  if (!answer.ok || answer.body === null) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let head = ''
  while (head.length < 20_000) {
    const { done, value } = await reader.read()
    if (done) break
    head += value
    const found = /"completedAt": "([^"]+)"/.exec(head)
    if (found === null) continue
    const time = document.createElement('time')
    time.dateTime = found[1]
    time.textContent = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }).format(new Date(found[1]))
    link.replaceChildren(time, ' UTC')
    break
  }
  await reader.cancel()
}

if (/^https?:$/.test(location.protocol)) {
  cleanLinks()
  for (const link of document.querySelectorAll('a[data-clock]')) showClock(link).catch(() => {})
}
