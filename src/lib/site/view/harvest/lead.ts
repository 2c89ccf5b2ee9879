import { hostAndPath } from '../chrome.ts'
import type { Mirror } from '../mirror.ts'
import { visible } from '../text.ts'

/** What a mirror is, in a sentence. */
export function catalogueLead({ manifest, words }: Pick<Mirror, 'manifest' | 'words'>): string {
  const { homePage } = words
  return visible(manifest.sample ? homePage.sampleLead : homePage.lead(hostAndPath(manifest.origin[0] ?? '')))
}
