import { HASHED_FOLDER, headersOf, NAMED_TYPES, TYPES } from '../../rules.ts'

/**
 * A script that uploads the site; its argument is the name of the bucket. It sends every file: `aws s3 sync` compares times, and the time
 * of a file is when its data changed, which may be before the last upload.
 */
export function renderUpload(folder: string): string {
  const shared = [...Object.keys(TYPES).map((ending) => `*.${ending}`), ...Object.keys(NAMED_TYPES)]
  const copies = shared.map((pattern) =>
    copy(
      [
        ['exclude', '*'],
        ['include', pattern],
      ],
      pattern,
    ),
  )
  const others = copy(
    [...shared, `${HASHED_FOLDER}*`].map((pattern) => ['exclude', pattern]),
    'a',
  )
  const hashed = ['css', 'js', 'svg', 'png'].map((ending) =>
    copy(
      [
        ['exclude', '*'],
        ['include', `${HASHED_FOLDER}*.${ending}`],
      ],
      `${HASHED_FOLDER}a.${ending}`,
    ),
  )
  return `${[
    '#!/bin/sh',
    '# Usage: upload.sh <bucket>, in the folder above the site.',
    'set -eu',
    `site='${folder.replaceAll("'", "'\\''")}'`,
    'bucket="s3://$1"',
    // A later copy of a name replaces an earlier one.
    ...copies,
    others,
    ...hashed,
    '# What is gone.',
    'aws s3 sync "$site" "$bucket" --delete --size-only --only-show-errors',
  ].join('\n')}\n`
}

function copy(filters: readonly (readonly [option: string, pattern: string])[], like: string): string {
  const headers = headersOf(like)
  return [
    'aws s3 cp "$site" "$bucket" --recursive --only-show-errors',
    ...filters.map(([option, pattern]) => `--${option} '${pattern}'`),
    `--content-type '${headers['content-type']}'`,
    `--cache-control '${headers['cache-control']}'`,
  ].join(' ')
}
