import { lstatSync } from 'node:fs'
import { relative } from 'node:path'
import type { Settings } from '../../../src/lib/config/index.ts'
import { quoteShell } from '../../../src/lib/site/host/targets/text.ts'
import { NOT_READ } from '../../../src/lib/site/not-read.ts'
import { layout, type Manifest, NoSnapshot, type StatedProblem } from '../../../src/lib/snapshot/index.ts'
import { checkFolders } from '../../job/folders.ts'
import { warnOfDeployFiles } from '../../job/hosts.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { buildSite } from '../../job/site.ts'
import { type Invocation, printResult } from '../command.ts'
import { type CommandEnding, endingOf } from '../exit-codes.ts'
import { runRestore, whenFree } from '../restore.ts'
import { renderProblems } from '../summary.ts'
import { escapeControls, renderSpan, renderWarning } from '../terminal.ts'

/** Builds the site and prints where it is. Resolves to how it ended. */
export async function runBuildCommand(invocation: Invocation): Promise<CommandEnding> {
  const settings = await loadSettings(invocation.config, invocation.overrides)
  checkFolders(settings)
  const { notRestored } = await runRestore(invocation, settings, 'any')
  // Checked before anything is written. The build opens the generation when it has the lock, which a first crawl may hold.
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined
  if (!isThere(layout.generations(settings.state)) && !isThere(layout.lock(settings.state)))
    throw new NoSnapshot(settings.state)
  const { span, notRead, manifest } = await runBuild(invocation, settings)
  const { out } = settings
  const problems = [...notRestored, ...notRead]
  const milliseconds = Math.round(span)
  printResult(
    invocation,
    { out, generation: manifest.generation, problems, milliseconds },
    () => `Built ${nameOf(out)} in ${renderSpan(span)}.\n\n${renderViewCommand(settings)}`,
  )
  return endingOf(manifest)
}

/** Builds the site, then prints which documents were not read. `span` is in ms, `manifest` is the published manifest. */
export async function runBuild(
  invocation: Invocation,
  settings: Settings,
): Promise<{ span: number; notRead: readonly StatedProblem[]; manifest: Manifest }> {
  const { terminal, quiet, verbose, json, full, signal } = invocation
  const began = performance.now()
  const talks = !quiet && !json
  if (talks) terminal.err(`Building the site in ${nameOf(settings.out)}`)
  const onWarning = (warning: string) => terminal.err(renderWarning(warning, terminal.paint))
  for (const warning of warnOfDeployFiles(settings)) onWarning(warning)
  const manifest = await whenFree(invocation, () =>
    buildSite(settings, signal, {
      verbose: verbose && !json,
      full,
      onWarning,
      ...(talks && { onLack: (sentence) => terminal.err(escapeControls(sentence)) }),
    }),
  )
  const notRead = manifest.problems.filter(({ code }) => code === NOT_READ)
  for (const line of renderProblems(notRead, terminal.paint)) terminal.err(line)
  return { span: performance.now() - began, notRead, manifest }
}

/** The line with the command that shows the site. */
export function renderViewCommand({ out }: Settings): string {
  const name = nameOf(out)
  return `View the site:  npm run mirror -- serve${name === 'dist' ? '' : ` ${quoteShell(name)}`}`
}

// A folder as a user would type it in the working folder.
function nameOf(folder: string): string {
  const name = relative(process.cwd(), folder)
  return name.startsWith('..') ? folder : name
}
