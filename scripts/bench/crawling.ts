import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }

const MIRROR = fileURLToPath(new URL('../mirror.mjs', import.meta.url))
const ORIGIN = fileURLToPath(new URL('./generated-origin.ts', import.meta.url))
/** The Node.js options of `npm run mirror`. */
const NODE = (manifest.scripts.mirror.match(/(?<= )--\S+/g) ?? []) as readonly string[]
export const CONNECTIONS = 16

/** The arguments of Node.js for a command. */
export function mirrorArgs(...args: readonly string[]): string[] {
  return [...NODE, MIRROR, ...args]
}

/** The arguments of Node.js for a crawl, or another command that takes the same options. */
export function crawlArgs(url: string, state: string, ...command: readonly string[]): string[] {
  const named = command.length > 0 ? command : ['crawl', '--quiet']
  return mirrorArgs(...named, '--origin', url, '--state', state, '--concurrency', String(CONNECTIONS))
}

/** A generated origin that runs in its own process. */
export interface Generated {
  readonly url: string
  readonly paths: readonly string[]
  /** Changes this percentage of the datasets. */
  change(percent: number): Promise<void>
}

interface GeneratedSize {
  readonly datasets: number
  /** ms before each answer. */
  readonly latency?: number
  /** The size of an additional dataset. */
  readonly megabytes?: number
}

/** Runs `use` with a new folder in `place`, then removes the folder. */
export async function inFolder(place: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(place, 'mirror-bench-'))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `use` with a generated origin and a new folder in `place`, then stops the origin and removes the folder. */
export async function withGenerated(
  place: string,
  size: GeneratedSize,
  use: (origin: Generated, folder: string) => Promise<void>,
): Promise<void> {
  const { stop, ...origin } = await startGenerated(size)
  await inFolder(place, (folder) => use(origin, folder)).finally(stop)
}

function startGenerated({
  datasets,
  latency = 0,
  megabytes = 0,
}: GeneratedSize): Promise<Generated & { stop(): void }> {
  return new Promise((resolve, reject) => {
    const args = [ORIGIN, String(datasets), String(latency), String(megabytes)]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const change = async (percent: number) => {
      child.stdin.write(String(percent))
      await once(child.stdout, 'data')
    }
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      if (!said.endsWith('\n')) return
      child.stdout.off('data', listen)
      resolve({ ...JSON.parse(said), change, stop: () => child.kill() })
    }
    child.stdout.on('data', listen)
    child.on('error', reject)
  })
}
