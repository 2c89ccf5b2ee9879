import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openPublished, readInPlace, verifyInSteps } from '../../../src/lib/site/index.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { type Invocation, noBuiltSite } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { escapeControlsInLine, renderPlural } from '../terminal.ts'

const FINDINGS_SHOWN = 50

/** Verifies a site and prints the findings. Resolves to how it ended. */
export async function runVerifyCommand({
  operand,
  overrides,
  config,
  terminal,
  json,
  quiet,
  signal,
}: Invocation): Promise<CommandEnding> {
  const site = operand ?? (await loadSettings(config, overrides)).out
  const folder = openPublished(site)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw noBuiltSite('verify', folder)
  const verdict = await readInPlace(site, (folder) => takeSteps(verifyInSteps(folder), signal))
  const { findings, files, links, notes } = verdict
  if (json) terminal.out(JSON.stringify({ site, ...verdict }, null, 2))
  else {
    for (const { kind, path, message } of findings.slice(0, FINDINGS_SHOWN))
      terminal.err(escapeControlsInLine(`${kind}: ${path} — ${message}`))
    if (findings.length > FINDINGS_SHOWN)
      terminal.err(`… and ${findings.length - FINDINGS_SHOWN} more; --json lists all of them.`)
    for (const { message } of notes) terminal.err(escapeControlsInLine(`note: ${message}`))
    const counted = `${renderPlural(files, 'file')} and ${renderPlural(links, 'link')}`
    if (!quiet)
      terminal.out(
        findings.length === 0
          ? `${site} is correct: ${counted} verified.`
          : `${site} is not correct: ${renderPlural(findings.length, 'finding')} in ${counted}.`,
      )
  }
  return findings.length === 0 ? 'complete' : 'unverified'
}

// A signal is only handled between two steps.
async function takeSteps<Result>(steps: Generator<void, Result, void>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
    signal.throwIfAborted()
  }
}
