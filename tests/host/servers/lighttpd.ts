import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployed, type Ready, type Started, startProgram } from './started.ts'

/** Runs the configuration, on a port of this machine. */
export function startLighttpd(ready: Ready): Promise<Started> {
  const { scratch, port } = ready
  const file = join(scratch, 'lighttpd.conf')
  const own = deployed(ready, /\.conf$/).replace(
    'server.port = 80',
    `server.port = ${port}\nserver.bind = "127.0.0.1"`,
  )
  writeFileSync(file, own)
  return startProgram(ready, 'lighttpd', ['-D', '-f', file])
}
