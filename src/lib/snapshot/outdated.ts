import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from './disk.ts'

/** A reading of an earlier version of the program, or the unfinished file of one. */
const READING = /^[0-9a-f]{64}\.(?:json|xml|html)(?:\.[a-z0-9_-]+)?\.json(?:\.\d+)?(?:\.part)?$/
/** How the list of tables of an earlier version begins. */
const TABLES = '{"reader":'

/**
 * Removes the caches that versions before `derived/` kept in a state folder: `readings/` and `tables.json`. Other files of these names
 * stay, and links are not followed. Call it only for a state folder of this program, with its lock.
 */
export function removeOutdated(state: string): void {
  const readings = join(state, 'readings')
  if (lstatSync(readings, { throwIfNoEntry: false })?.isDirectory()) {
    const entries = readdirSync(readings, { withFileTypes: true })
    const ours = entries.filter((entry) => entry.isFile() && READING.test(entry.name))
    for (const { name } of ours) rmSync(join(readings, name))
    if (ours.length === entries.length) rmdirSync(readings)
  }
  const tables = join(state, 'tables.json')
  if (lstatSync(tables, { throwIfNoEntry: false })?.isFile() && readTextFile(tables).startsWith(TABLES))
    rmSync(tables)
}
