import type { MirrorSource } from '../mirror.ts'

/** When any of the published data last changed. */
export function lastChangeOf({ manifest }: MirrorSource): string | undefined {
  let last: string | undefined
  for (const { changedAt } of manifest.records)
    if (changedAt !== undefined && (last === undefined || changedAt > last)) last = changedAt
  return last
}
