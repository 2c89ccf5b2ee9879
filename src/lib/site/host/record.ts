import { join } from 'node:path'
import * as v from 'valibot'
import { MOST_SMALL_JSON } from '../../reading/index.ts'
import { type Accepted, hostsSchema, NotAFile, readJsonFile } from '../../snapshot/index.ts'
import { TARGET_NAMES, type TargetName } from './types.ts'

/** The file of a site that records which hosts it was made ready for. */
export const HOSTS_FILE = 'hosts.json'

/** Which hosts a site was made ready for, as `hosts.json` states it. */
interface HostsRecord extends Accepted<typeof hostsSchema> {
  readonly targets: readonly TargetName[]
}

/** The text of the record. */
export function renderHostsRecord(targets: readonly TargetName[], base: string | undefined): string {
  const record: HostsRecord = { hosts: 1, targets, ...(base !== undefined && { base }) }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** The record that a json value is; undefined when it is none of this version. Targets that are not known are left out. */
export function toHostsRecord(value: unknown): HostsRecord | undefined {
  if (!v.is(hostsSchema, value)) return undefined
  const { hosts, targets, base } = value
  const known = TARGET_NAMES.filter((name) => targets.includes(name))
  return { hosts, targets: known, ...(base !== undefined && { base }) }
}

/** What a site in a folder was made ready for; undefined when it was made ready for nothing. Throws NotAFile for what is no file. */
export function findHostsRecord(site: string): HostsRecord | undefined {
  try {
    return toHostsRecord(readJsonFile(join(site, HOSTS_FILE), MOST_SMALL_JSON))
  } catch (error) {
    if (error instanceof NotAFile) throw error
    return undefined
  }
}
