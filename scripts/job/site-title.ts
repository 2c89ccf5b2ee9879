import type { Settings } from '../../src/lib/config/index.ts'
import { localeOf } from '../../src/lib/site/view/index.ts'
import type { Manifest } from '../../src/lib/snapshot/index.ts'

/** The name of a mirror: that of the config, else one with the host of the origin, in the language of the pages. */
export function siteTitleOf({ title, language }: Settings, { origin, sample }: Manifest): string {
  const { words } = localeOf(language)
  return title ?? (sample ? words.siteTitleOfSample : words.siteTitle(new URL(origin[0] as string).host))
}
