import { suggestNearest } from '../../../src/lib/config/index.ts'
import { describeShape, openPackage, SHAPES, startOrigin } from '../../origin/index.ts'
import { type Invocation, toPortFault, UsageError, untilInterrupted } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { escapeControls, renderPlural } from '../terminal.ts'

const DEFAULT_PORT = 8081

/** Serves a data package until interrupted. Resolves to how it ended. */
export async function runOriginCommand({
  operand,
  port = DEFAULT_PORT,
  shape = 'plain',
  terminal,
  json,
  quiet,
  verbose,
  signal,
}: Invocation): Promise<CommandEnding> {
  const known = SHAPES.find((name) => name === shape)
  if (known === undefined)
    throw new UsageError(
      `--shape: unknown shape "${shape}".${suggestNearest(shape, SHAPES)} Known shapes: ${SHAPES.join(', ')}.`,
    )
  const dataPackage = await openPackage(operand)
  const log = verbose ? { log: terminal.err } : {}
  const origin = await startOrigin(dataPackage, { port, shape: known, ...log }).catch((error) => {
    throw toPortFault(error, port)
  })
  terminal.out(
    json
      ? JSON.stringify({ url: origin.url })
      : `Serving ${renderPlural(dataPackage.datasets.length, 'dataset')} at ${origin.url} (stop with Ctrl+C)`,
  )
  for (const { name, reason } of dataPackage.skipped)
    if (operand !== undefined || verbose) terminal.err(escapeControls(`Skipped: ${name} (${reason})`))
  if (!quiet && !json) terminal.err(`Shape ${known}: ${describeShape(known)}`)
  return untilInterrupted({ terminal, signal }, origin)
}
