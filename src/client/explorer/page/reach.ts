import type { Desk, openDesk } from '../core/desk.ts'
import { reachDesk } from '../core/message.ts'

declare global {
  interface Window {
    openDesk?: typeof openDesk
  }
}

/** A desk in a worker; where none can be had, which is so on a disk, one in the page itself. `script` is the address of the worker. */
export async function reach(script: string): Promise<Desk> {
  const isServed = /^https?:$/.test(location.protocol)
  const worker = isServed ? await startWorker(script) : undefined
  if (worker) return reachDesk(worker)
  await addScript(script)
  if (!window.openDesk) throw new Error(`${script} has opened no desk`)
  return window.openDesk()
}

// A worker that cannot start tells so by an event, one that can says hello.
function startWorker(script: string): Promise<Worker | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(script)
      worker.addEventListener('error', () => resolve(undefined), { once: true })
      worker.addEventListener('message', () => resolve(worker), { once: true })
    } catch {
      resolve(undefined)
    }
  })
}

function addScript(script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const made = Object.assign(document.createElement('script'), { src: script })
    made.addEventListener('load', () => resolve())
    made.addEventListener('error', () => reject(new Error(`${script} was not loaded`)))
    document.head.append(made)
  })
}
