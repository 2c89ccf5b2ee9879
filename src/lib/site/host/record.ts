import { join } from 'node:path'
import { NotAFile, readTextFile } from '../../snapshot/index.ts'
import { TARGET_NAMES, type TargetName } from './types.ts'

/** The file of a site that records which hosts it was made ready for. */
export const HOSTS_FILE = 'hosts.json'

/** Which hosts a site was made ready for, as `hosts.json` states it. */
export interface HostsRecord {
  /** The version of this layout. */
  readonly hosts: 1
  /** Names of targets. */
  readonly targets: readonly TargetName[]
  /** The path the site is published under, where it was named with `--base`. */
  readonly base?: string
}

/** The text of the record. */
export function renderHostsRecord(targets: readonly TargetName[], base: string | undefined): string {
  const record: HostsRecord = { hosts: 1, targets, ...(base !== undefined && { base }) }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** The record in a text; undefined when it is none of this version. Targets that are not known are left out. */
export function parseHostsRecord(text: string): HostsRecord | undefined {
  try {
    const { hosts, targets, base } = JSON.parse(text)
    if (hosts !== 1 || !Array.isArray(targets)) return undefined
    const known = TARGET_NAMES.filter((name) => targets.includes(name))
    return { hosts, targets: known, ...(typeof base === 'string' && { base }) }
  } catch {
    return undefined
  }
}

/** What a site in a folder was made ready for; undefined when it was made ready for nothing. Throws NotAFile for what is no file. */
export function findHostsRecord(site: string): HostsRecord | undefined {
  try {
    return parseHostsRecord(readTextFile(join(site, HOSTS_FILE)))
  } catch (error) {
    if (error instanceof NotAFile) throw error
    return undefined
  }
}
