import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'

/** The emulator of a host, listening. */
export interface Emulator {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string
  /** What it has printed so far. */
  printed(): string
  close(): Promise<void>
}

const OFFLINE = {
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

/** Starts `wrangler` in a folder, with workerd under it and nothing of the network. Its homes lie in that folder. */
export async function startWrangler(cwd: string, args: readonly string[]): Promise<Emulator> {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args, '--ip', '127.0.0.1', '--port', '0'],
    {
      cwd,
      env: { ...process.env, ...OFFLINE, HOME: cwd, XDG_CONFIG_HOME: join(cwd, '.config') },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
        const found = /Ready on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1]
        if (found) resolve(`${found}/`)
      })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`wrangler ended with ${code}:\n${printed}`)))
  })
  return {
    url,
    printed: () => printed,
    async close() {
      // The group: wrangler starts workerd, which must not outlive the test.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
