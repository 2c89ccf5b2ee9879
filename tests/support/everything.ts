import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything below a folder: every name with its bytes and times, to detect any change. */
export function everything(folder: string): string[] {
  if (!existsSync(folder)) return ['not there']
  return ['.', ...(readdirSync(folder, { recursive: true }) as string[])].sort().map((name) => {
    const path = join(folder, name)
    const { mtimeNs, mode, ino } = lstatSync(path, { bigint: true })
    return `${name} ${mtimeNs} ${mode} ${ino} ${lstatSync(path).isFile() ? readFileSync(path, 'latin1') : ''}`
  })
}
