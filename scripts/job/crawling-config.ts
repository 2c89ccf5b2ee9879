import { RemovalRefused } from '../../src/lib/crawl/index.ts'
import { NOT_READ } from '../../src/lib/site/index.ts'
import { makeScratch, removeLeft, type StatedProblem } from '../../src/lib/snapshot/index.ts'
import { type CommandEnding, endingOf, exitCodeOf } from '../cli/exit-codes.ts'
import { escapeControls } from '../cli/terminal.ts'
import { astroConfig } from './astro.ts'
import { crawlOrigin, describeReuse, isReused } from './crawl-origin.ts'
import { beginWithLocks } from './folders.ts'
import { loadSettings, withKnownOrigin } from './load-settings.ts'
import { identifyProgram } from './program.ts'
import { keepBundle } from './renderer.ts'
import { readSigningKey } from './signing-key.ts'
import { makeSite } from './site.ts'

/** The config of a plain `astro build`: crawls first, and exits with the exit code of the whole job. */
export async function crawlingConfig() {
  process.env.ASTRO_TELEMETRY_DISABLED ??= '1'
  const settings = withKnownOrigin(await loadSettings())
  readSigningKey(settings)
  const { signal } = new AbortController()
  let release = () => {}
  const before = async () => {
    const outcome = await crawlOrigin(settings, () => {}, signal).catch((error) => {
      if (error instanceof RemovalRefused) endWith('removal-refused', 1)
      throw error
    })
    if (isReused(outcome)) console.warn(escapeControls(describeReuse(outcome)))
    else outcome.manifest.problems.forEach(printProblem)
    endWith(isReused(outcome) ? 'reused' : endingOf(outcome.manifest), 0)
    release = await beginWithLocks(settings)
  }
  const work = makeScratch()
  process.on('exit', () => removeLeft(work))
  return astroConfig(work, {
    'astro:build:start': before,
    'astro:build:done': async () => {
      await keepBundle(work, { state: settings.state, program: identifyProgram() })
      const { problems } = await makeSite(settings, signal, {
        onWarning: (text) => print('warning', text),
        onLack: (text) => console.warn(escapeControls(text)),
      })
      problems.filter(({ code }) => code === NOT_READ).forEach(printProblem)
      release()
    },
  })
}

function printProblem({ severity, subject, message }: StatedProblem): void {
  print(severity, `${subject} — ${message}`)
}

function print(severity: string, text: string): void {
  console.warn(escapeControls(`${severity}: ${text}`))
}

// Astro exits with 0 if the build succeeded, else with 1.
function endWith(ending: CommandEnding, instead: number): void {
  process.on('exit', (code) => {
    if (code === instead) process.exitCode = exitCodeOf(ending)
  })
}
