import { join } from 'node:path'
import * as v from 'valibot'
import type { Accepted } from '../../interface/field.ts'
import { MOST_SMALL_JSON } from '../../reading/json/bounded.ts'
import { hostsSchema, NotAFile, readJsonFile } from '../../snapshot/index.ts'
import { TARGET_NAMES, type TargetName } from './types.ts'

/** The file of a site that records for which hosts it was prepared. */
export const HOSTS_FILE = 'hosts.json'

/** The hosts for which a site was prepared: `hosts.json`. */
interface HostsRecord extends Accepted<typeof hostsSchema> {
  readonly targets: readonly TargetName[]
}

export function renderHostsRecord(targets: readonly TargetName[], base: string | undefined): string {
  const record: HostsRecord = { hosts: 1, targets, ...(base !== undefined && { base }) }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** Parses a record; undefined if it is not one of this version. Unknown targets are left out. */
export function toHostsRecord(value: unknown): HostsRecord | undefined {
  if (!v.is(hostsSchema, value)) return undefined
  const { hosts, targets, base } = value
  const known = TARGET_NAMES.filter((name) => targets.includes(name))
  return { hosts, targets: known, ...(base !== undefined && { base }) }
}

/** The record of a site in a folder; undefined if there is none. Throws NotAFile for anything but a regular file. */
export function findHostsRecord(site: string): HostsRecord | undefined {
  try {
    return toHostsRecord(readJsonFile(join(site, HOSTS_FILE), MOST_SMALL_JSON))
  } catch (error) {
    if (error instanceof NotAFile) throw error
    return undefined
  }
}
