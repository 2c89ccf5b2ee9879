import { harvestFiles, type Mirror } from '../../../../src/lib/site/view/index.ts'

/** The text of every file for harvesters, by path. */
export function harvestTexts(mirror: Mirror, pageSize?: number): Map<string, string> {
  return new Map(
    [...harvestFiles(mirror, pageSize)].map(({ path, pieces }) => [path, [...pieces()].join('')]),
  )
}
