import { connectTable } from '../core/message.ts'
import type { openTableClient, TableClient } from '../core/table-client.ts'

declare global {
  interface Window {
    openTableClient?: typeof openTableClient
  }
}

/**
 * Opens a table client in a worker, or in the page if workers cannot start (on a page opened from disk). `script`: the address of the
 * worker.
 */
export async function loadTableClient(script: string): Promise<TableClient> {
  const isServed = /^https?:$/.test(location.protocol)
  const worker = isServed ? await startWorker(script) : undefined
  if (worker) return connectTable(worker)
  await addScript(script)
  if (!window.openTableClient) throw new Error(`${script} has opened no table client`)
  return window.openTableClient()
}

// A worker that cannot start emits an error event; one that can sends a first message.
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
