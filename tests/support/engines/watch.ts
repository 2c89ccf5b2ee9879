import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listFiles } from '../../../src/lib/site/index.ts'

const SCRIPT = 'watch.js'

/**
 * Adds a script to every page of a site that records its faults, before any other script runs: for a browser that does not report them.
 * Changes the pages on disk.
 */
export function watchPages(site: string): void {
  writeFileSync(join(site, SCRIPT), `(${watch})()\n`)
  for (const path of listFiles(site).filter((name) => name.endsWith('.html'))) {
    const file = join(site, path)
    const up = relative(join(file, '..'), site) || '.'
    const html = readFileSync(file, 'utf8')
    writeFileSync(file, html.replace('<head>', `<head><script src="${up}/${SCRIPT}"></script>`))
  }
}

// The records must outlive the page.
function watch(): void {
  const note = (values: unknown) => {
    const before = JSON.parse(sessionStorage.getItem('complaints') ?? '[]')
    sessionStorage.setItem('complaints', JSON.stringify([...before, String(values)]))
  }
  addEventListener(
    'error',
    ({ target, message }: ErrorEvent) => {
      // WebKit loads fonts from a disk, but not early.
      if (target instanceof HTMLLinkElement && target.rel === 'preload' && location.protocol === 'file:')
        return
      note(target instanceof Element ? target.outerHTML : message)
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => note(reason))
  addEventListener('securitypolicyviolation', (event) =>
    note(`the policy stops ${event.blockedURI || event.sourceFile} (${event.effectiveDirective})`),
  )
  console.error = (...values: unknown[]) => note(values.join(' '))
}

/** Returns and clears the records. Runs in a watched page. */
export function takeComplaints(): string[] {
  const noted = JSON.parse(sessionStorage.getItem('complaints') ?? '[]')
  sessionStorage.removeItem('complaints')
  return noted
}
