import type { Manifest } from '../../snapshot/index.ts'
import type { MirrorSource } from '../mirror.ts'
import type { Locale } from './locale.ts'

/** What every page of a resource needs to know. */
export interface PageSource
  extends Locale,
    Pick<MirrorSource, 'title' | 'site' | 'recordsOf' | 'readingOf' | 'unreadOf' | 'extentOf'> {
  readonly manifest: Pick<Manifest, 'origin' | 'tool' | 'lists'>
}
