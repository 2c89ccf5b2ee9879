/** The words about reading without a connection. What stands in braces is filled in by a script. */
export const offline = {
  /** Over a page that the worker gave from what was kept. */
  note: {
    label: 'Kept copy',
    before: 'The site cannot be reached. This is the copy that was kept here on',
    after: 'What has changed since is not in it.',
  },
  /** The page for what was not kept. */
  page: {
    title: 'No copy of this page',
    lead: 'The site cannot be reached, and this browser has no copy of this page as it was published.',
    again: 'What was kept is listed below. Everything else is here again when there is a connection.',
  },
  control: {
    keep: 'Keep for offline reading',
    remove: 'Remove the kept copy',
    busy: 'One moment …',
    kept: 'Kept in this browser: page and files, {size}, as of {day}.',
    failed: 'It could not be kept: the site cannot be reached, or the browser has no room.',
    altered:
      'It cannot be kept: the files that arrive are not those that were published. Something on the way alters them, or the site is being updated.',
    full: 'It was not kept: no more than {most} are kept in all. The home page lists what to remove.',
  },
  list: {
    title: 'Kept for offline reading',
    held: {
      one: 'One dataset, {size}, of at most {most}. The browser may drop it when it runs out of room.',
      other:
        '{count} datasets, {size} together, of at most {most}. The browser may drop them when it runs out of room.',
    },
    none: 'Nothing is kept. The page of each dataset has a button for it.',
    item: '{size}, as of {day}',
    remove: 'Remove',
    removeThis: 'Remove {title}',
  },
} as const
