import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ended } from './mirror.ts'

const PROCESS = fileURLToPath(new URL('./apart.process.ts', import.meta.url))

/** Runs commands one after another, in one process apart from that of the tests. */
export interface Apart {
  /** Resolves when the command has ended, or its process: then the code is null. */
  run(args: readonly string[]): Promise<Ended>
  /** Kills the process if a command is still running; the next command gets a new one. */
  stop(): void
  close(): void
}

/**
 * For commands that may wait for ever, need too much memory, or run without some rights: a process can be killed, limited, and deprived of
 * rights. One that runs many commands starts once. `program` is Node.js with its options, and what starts it.
 */
export function openApart([program, ...options]: readonly [string, ...string[]] = [process.execPath]): Apart {
  let child: ChildProcess | undefined
  let isBusy = false
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  return {
    run(args) {
      child ??= start(program, options)
      const running = child
      isBusy = true
      return new Promise((resolve) => {
        const take = (ended: Ended) => {
          isBusy = false
          running.off('message', take).off('close', fail)
          resolve(ended)
        }
        const fail = (_: unknown, signal: unknown) => {
          if (child === running) child = undefined
          take({ code: null, stdout: '', stderr: `The process ended with ${signal}.` })
        }
        running.on('message', take).on('close', fail).send(args)
      })
    },
    stop() {
      if (isBusy) end()
    },
    close: end,
  }
}

function start(program: string, options: readonly string[]): ChildProcess {
  return spawn(program, [...options, PROCESS], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}
