import type { Change } from '../../changes.ts'
import { formatCount } from '../../format.ts'
import { datasets } from './plural.ts'

/** The words about `changes.json`. */
export const changes = {
  title: 'Changes',
  note: 'Runs that changed something, the latest first.',
  none: 'No run has been recorded that changed something.',
  counts: {
    added: (count: number) => `${datasets(count)} added`,
    changed: (count: number) => `${datasets(count)} changed`,
    withdrawn: (count: number) => `${datasets(count)} withdrawn`,
    returned: (count: number) => `${datasets(count)} listed again`,
    dropped: (count: number) => `${datasets(count)} dropped`,
  } satisfies Record<Change, (count: number) => string>,
  /** What happened to one dataset, before the day. */
  events: {
    added: 'Added',
    changed: 'Changed',
    withdrawn: 'Found withdrawn',
    returned: 'Listed again',
    dropped: 'Dropped',
  } satisfies Record<Change, string>,
  meanings: {
    withdrawn: 'Withdrawn: gone from the origin’s lists; the last copy is held.',
    returned: 'Listed again: it was withdrawn, and is back in the lists.',
    dropped: 'Dropped: withdrawn for longer than this mirror holds such copies, and gone.',
  } satisfies Partial<Record<Change, string>>,
  more: (count: number) => `and ${formatCount(count)} more, in \`changes.json\``,
  moreRuns: (count: number) =>
    count === 1
      ? '… and one run before, in `changes.json`.'
      : `… and ${formatCount(count)} runs before, in \`changes.json\`.`,
  moreEvents: (count: number) => `and ${formatCount(count)} before, in \`changes.json\``,
} as const
