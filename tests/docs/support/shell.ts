import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'

/** Why commands of the document cannot be run here, or false. */
export const lacking = (...programs: string[]): string | false => {
  const missing = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined)
  return missing.length > 0 && `there is no ${missing.join(' and no ')} here`
}

interface Ran {
  readonly code: number | null
  readonly printed: string
}

/** Runs commands of the document in a folder, in the locale that cron has. */
export function run(script: string, cwd: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' }
    const child = spawn('sh', ['-ec', script, 'sh', ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
      })
    child.on('close', (code) => resolve({ code, printed }))
  })
}

/** Runs commands to the last one; gives what they printed. */
export async function follow(script: string, cwd: string): Promise<string> {
  const { code, printed } = await run(script, cwd)
  assert.equal(code, 0, printed)
  return printed
}
