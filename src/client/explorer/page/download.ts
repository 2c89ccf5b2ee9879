import type { FileFormat } from '../core/engine.ts'

const LONG_ENOUGH = 60_000

/** Offers a file for download, named after the dataset code in the page's address. */
export function save(file: Blob, format: FileFormat): void {
  const folder =
    location.pathname
      .replace(/\/[^/]*$/, '')
      .split('/')
      .pop() ?? ''
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${nameOf(folder)}.${format}`,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH)
}

function nameOf(folder: string): string {
  try {
    return decodeURIComponent(folder).replace(/[\\/:*?"<>|\p{C}]/gu, '_') || 'records'
  } catch {
    return 'records'
  }
}
