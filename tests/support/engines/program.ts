import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { Socket } from 'node:net'
import { delimiter, join } from 'node:path'

/** A started program and its child processes. */
interface Program {
  /** Its output so far, on both streams. */
  written(): string
  /** Waits until its output matches. Rejects if it ends before. */
  says(pattern: RegExp): Promise<string>
  /** Ends it and its child processes, and waits for that. */
  end(): Promise<void>
}

const TIMEOUT = 60_000

/** Starts a program in a process group of its own, which ends no later than this process. */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {}
  }
  process.once('exit', kill)
  // If a test fails while a browser starts, it does not wait for it.
  for (const handle of [child, child.stdout as Socket, child.stderr as Socket]) handle.unref()
  let written = ''
  const looks = new Set<() => void>()
  const hear = (piece: Buffer) => {
    written += piece
    for (const look of looks) look()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve())
    child.on('exit', () => resolve())
  })
  return {
    written: () => written,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const give = (why: string) => {
          clearTimeout(timer)
          reject(new Error(`${command} ${why}; it said: ${written}`))
        }
        const timer = setTimeout(() => give(`did not say ${pattern}`), TIMEOUT)
        const look = () => {
          const match = pattern.exec(written)
          if (!match) return
          looks.delete(look)
          clearTimeout(timer)
          resolve(match[1] ?? match[0])
        }
        looks.add(look)
        look()
        ended.then(() => give('ended'))
      }),
    async end() {
      kill()
      process.off('exit', kill)
      child.ref()
      await ended
    },
  }
}

/** The path of a program, searched in PATH. */
export function findProgram(name: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find(isRunnable)
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
