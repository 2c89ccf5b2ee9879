import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The duration of a process in seconds, and its peak memory in MB. */
export interface Measurement {
  readonly seconds: number
  readonly peak: number
}

/** Runs a program to its end. Rejects, with its last words, when it exits with a code that is not expected. */
export function measureProcess(program: string, args: readonly string[], cwd?: string): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(cwd && { cwd }) })
    let peak = 0
    let said = ''
    // The kernel keeps the peak memory, but only while the process exists, so it is polled.
    const timer = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid))
    }, 50)
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1000
      if (code === 0) resolve({ seconds, peak })
      else reject(new Error(`${program} ended with ${code}:\n${said}`))
    })
  })
}

function peakOf(pid: number | undefined): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** Whether a program is installed. */
export async function isInstalled(program: string): Promise<boolean> {
  return measureProcess(program, ['--version']).then(
    () => true,
    () => false,
  )
}
