import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostFile, SiteFacts } from '../../../src/lib/site/host/types.ts'

/** Where a server is started: on a site that was made ready for it. */
export interface Ready {
  readonly facts: SiteFacts
  readonly files: readonly HostFile[]
  /** A folder for its logs and its own config. */
  readonly scratch: string
  readonly port: number
}

/** A server under test. */
export interface Started {
  /** The address with the base. */
  readonly url: string
  close(): Promise<void>
}

/** A file that was made for a deployment. */
export function deployed({ files }: Ready, path: RegExp): string {
  const found = files.find((file) => file.where === 'deploy' && path.test(file.path))
  if (found === undefined) throw new Error(`there is no ${path.source}`)
  return found.content
}

/** Whether a program is on this machine. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined
}

/** A port of this machine that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Runs a program in the foreground until it answers; if it does not, the error has what it printed. */
export async function startProgram(
  { facts, port }: Ready,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Started> {
  const child = spawn(program, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  child.once('error', (error) => {
    printed += error.message
  })
  const url = `http://127.0.0.1:${port}${facts.base}`
  await answering(url, child, () => printed)
  return { url, close: () => ended(child) }
}

async function answering(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer) return
    await pause(50)
  }
  await ended(child)
  throw new Error(`${child.spawnfile} does not answer at ${url}: ${printed()}`)
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
