import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPublished, publishedFolderOf, serveSite } from '../../../src/lib/site/index.ts'
import { factsOf } from '../../job/hosts.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { type Invocation, noBuiltSite, toPortFault, untilInterrupted } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'

const DEFAULT_PORT = 8080

/** Serves a site until interrupted. Resolves to how it ended. */
export async function runServeCommand({
  operand,
  overrides,
  config,
  terminal,
  port = DEFAULT_PORT,
  base = '/',
  json,
  signal,
}: Invocation): Promise<CommandEnding> {
  const folder = publishedFolderOf(operand ?? (await loadSettings(config, overrides)).out)
  if (!existsSync(join(openPublished(folder), 'index.html'))) throw noBuiltSite('serve', folder)
  const options = { folder, host: '127.0.0.1', base: factsOf(folder, undefined, base).base }
  const server = await serveSite({ ...options, port }).catch((error) => {
    throw toPortFault(error, port)
  })
  terminal.out(
    json ? JSON.stringify({ url: server.url }) : `Serving ${folder} at ${server.url} (stop with Ctrl+C)`,
  )
  return untilInterrupted({ terminal, signal }, server)
}
