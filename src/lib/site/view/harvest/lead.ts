import { hostAndPath } from '../chrome.ts'
import type { Mirror } from '../mirror.ts'
import { htmlText } from '../text.ts'

/** What a mirror is, in a sentence. */
export function catalogueLead({ manifest, words }: Pick<Mirror, 'manifest' | 'words'>): string {
  const { homePage } = words
  return htmlText(
    manifest.sample ? homePage.sampleLead : homePage.lead(hostAndPath(manifest.origin[0] ?? '')),
  )
}
