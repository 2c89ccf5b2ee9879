import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The folders of a job. */
export interface JobFolders {
  readonly folder: string
  readonly state: string
  readonly out: string
}

/** A job with the pages of Astro, or with simple ones. */
export type Job = 'whole' | 'light'

/** How a process is killed: by a signal after so many ms, or before a call that changes a file. */
export type Kill =
  | { readonly signal: NodeJS.Signals; readonly after: number }
  | { readonly thread: 'main' | 'worker'; readonly call: number }

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly milliseconds: number
  readonly said: string
}

/** Runs a job on an origin until it ends or is killed. */
export function runJob(
  job: Job,
  origin: string,
  place: JobFolders,
  kill?: Kill,
  counts?: string,
): Promise<Ended> {
  const { folder, state, out } = place
  const args =
    job === 'whole'
      ? [path('../mirror.mjs'), 'mirror', '--quiet', '--origin', origin, '--state', state, '--out', out]
      : ['--import', path('./kill-at-call.ts'), path('./light-job.ts'), origin, state, out]
  const at =
    kill !== undefined && 'call' in kill
      ? { [kill.thread === 'main' ? 'DRILL_KILL_AT' : 'DRILL_KILL_WORKER_AT']: String(kill.call) }
      : {}
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...at, DRILL_FOLDER: folder, ...(counts && { DRILL_COUNTS: counts }) },
    })
    const timer =
      kill !== undefined && 'signal' in kill
        ? setTimeout(() => child.kill(kill.signal), kill.after)
        : undefined
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, milliseconds: performance.now() - began, said })
    })
  })
}
