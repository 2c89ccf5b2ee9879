import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { deployFolderOf } from '../../../src/lib/site/index.ts'
import { type Ready, type Started, startProgram } from './started.ts'

/** Runs the server as a person does. */
export function startNode(ready: Ready): Promise<Started> {
  const server = join(deployFolderOf(ready.facts), 'node/server.mjs')
  return startProgram(ready, process.execPath, [server], { HOST: '127.0.0.1', PORT: String(ready.port) })
}

/** Runs the server under Deno, with no more rights than the docs give it. */
export function startDeno(ready: Ready): Promise<Started> {
  const { folder } = ready.facts
  const server = join(deployFolderOf({ folder }), 'deno/server.mjs')
  const rights = ['--allow-net', '--allow-env=HOST,PORT,MIRROR_ROOT', `--allow-read=${folder}`]
  const env = { HOST: '127.0.0.1', PORT: String(ready.port), DENO_NO_UPDATE_CHECK: '1' }
  return startProgram(ready, 'deno', ['run', ...rights, server], env)
}

/** The handler for Deno behind a server that hands over Requests and takes Responses, as `Deno.serve` does. */
export async function startHandler({ facts, port }: Ready): Promise<Started> {
  const module = pathToFileURL(join(deployFolderOf(facts), 'deno/handler.mjs')).href
  const { createHandler } = await import(module)
  const handle: (request: Request) => Promise<Response> = createHandler(facts.folder)
  const server = createServer(async (asked, answer) => {
    const { method = 'GET', url = '/' } = asked
    const headers = Object.entries(asked.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const response = await handle(new Request(`http://127.0.0.1:${port}${url}`, { method, headers }))
    answer.writeHead(response.status, Object.fromEntries(response.headers))
    // A client that leaves early ends no server.
    if (response.body) await pipeline(Readable.fromWeb(response.body as never), answer).catch(() => {})
    else answer.end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${facts.base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
