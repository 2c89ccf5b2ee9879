/** The style of 404.html. It is served at any depth, so nothing can lie beside it. */
export const NOT_FOUND_STYLE = `
:root { color-scheme: light dark; --paper: #fbfcfa; --ink: #141d1a; --quiet: #52605a; --link: #0b5d4c; }
@media (prefers-color-scheme: dark) { :root { --paper: #101614; --ink: #e2e9e4; --quiet: #9eaca5; --link: #86d4b7; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --quiet: #333; --link: #000; } }
html { background: var(--paper); color: var(--ink); }
body { margin: 0; padding: clamp(2rem, 12vh, 8rem) clamp(1rem, 8vw, 8rem); font: 1.0625rem/1.6 Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif; }
main { max-width: 38rem; border-top: 4px solid; padding-top: 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 2.25rem; line-height: 1.1; }
p { margin: 0 0 1rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
small { color: var(--quiet); }
`

/**
 * The script of 404.html: home is above the part of the address that is the same in every mirror, be it cut. The folder a mirror lies in
 * may have such a name as well, so the last one counts, but for the address of the interface.
 */
export const NOT_FOUND_SCRIPT = `
(function () {
  var path = location.pathname
  var cut = path.indexOf('/api/v1/')
  if (cut < 0) cut = path.lastIndexOf('/browse/')
  if (cut < 0) cut = path.search(/\\/(api(\\/v1)?|browse|search|about|_astro)\\/?$/)
  if (cut >= 0) document.getElementById('home').setAttribute('href', path.slice(0, cut + 1))
})()
`
