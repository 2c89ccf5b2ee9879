import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployed, type Ready, type Started, startProgram } from './started.ts'

/** Runs the Caddyfile, on a port of this machine. */
export function startCaddy(ready: Ready): Promise<Started> {
  const { scratch, port } = ready
  const file = join(scratch, 'Caddyfile')
  const own = deployed(ready, /^Caddyfile$/).replace(
    /^:80 \{/,
    `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`,
  )
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${own}`)
  const env = { HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }
  return startProgram(ready, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], env)
}
