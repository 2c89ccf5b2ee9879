import * as v from 'valibot'
import { type Accepted, countField, textsField } from '../../interface/field.ts'
import { isBrokenJson } from '../../reading/index.ts'
import {
  isAbsent,
  layout,
  problemSchema,
  readJsonFile,
  type Shard,
  writeWhole,
} from '../../snapshot/index.ts'
import { missSchema, recordField } from './pin.ts'

/** The shards cannot be joined, or a folder cannot be used for a shard. Nothing was changed. */
export class UnusableShards extends Error {
  override name = 'UnusableShards'
}

const shardSchema = v.object({
  /** The version of this format. */
  shard: v.literal(1),
  tool: v.string(),
  /** The id of the {@link Pin} that all shards have in common. */
  pin: v.string(),
  index: countField,
  of: countField,
  records: v.array(recordField),
  misses: v.array(missSchema),
  /** Paths of bodies that contain names which may indicate paging. */
  paging: textsField,
  remarks: v.array(problemSchema),
  requests: countField,
  received: countField,
})

/** What one shard of a crawl fetched: `shard.json`. */
export type ShardFile = Accepted<typeof shardSchema>

/** Reads the file of a shard; undefined if there is none, because the shard has not finished. Throws {@link UnusableShards} for a damaged one. */
export function findShardFile(folder: string): ShardFile | undefined {
  const path = layout.shardFile(folder)
  const damaged = (why: string, cause?: unknown) =>
    new UnusableShards(`${path} is damaged: ${why}`, { cause })
  try {
    const parsed = v.safeParse(shardSchema, readJsonFile(path))
    if (parsed.success) return parsed.output as ShardFile
    throw damaged(`${v.getDotPath(parsed.issues[0]) ?? 'it'}: ${parsed.issues[0].message}`)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw isBrokenJson(error) ? damaged('it is not json', error) : error
  }
}

export function writeShardFile(folder: string, file: ShardFile): void {
  writeWhole(layout.shardFile(folder), JSON.stringify(file))
}

/** A shard in words: `shard 3/8`. */
export function nameOfShard({ index, of }: Shard): string {
  return `shard ${index}/${of}`
}
