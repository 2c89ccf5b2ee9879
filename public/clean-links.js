// Pages link to `…/index.html`, so that they work from a disk. Where a server answers for folders, links lose that name,
// and addresses stay the interface's own.
if (/^https?:$/.test(location.protocol)) {
  for (const link of document.querySelectorAll('a[href*="index.html"]:not([rel])')) {
    const [path, anchor] = link.getAttribute('href').split('#')
    if (!/(^|\/)index\.html$/.test(path)) continue
    const folder = path.slice(0, -'index.html'.length) || './'
    link.setAttribute('href', anchor === undefined ? folder : `${folder}#${anchor}`)
  }
}
