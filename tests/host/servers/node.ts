import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
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

type Handle = (request: Request) => Promise<Response>

/** The server for Deno under Node: `Deno.serve` is given a server of Node, which hands over Requests and takes Responses. */
export async function startHandler({ facts, port }: Ready): Promise<Started> {
  const server = createServer()
  const environment: Record<string, string> = { HOST: '127.0.0.1', PORT: String(port) }
  const Deno = {
    env: { get: (name: string) => environment[name] },
    serve: (options: { port: number; hostname: string }, handle: Handle) => {
      server.on('request', (incoming, answer) => respond(handle, options.port, incoming, answer))
      server.listen(options.port, options.hostname)
    },
  }
  Object.assign(globalThis, { Deno })
  const listening = once(server, 'listening')
  await import(pathToFileURL(join(deployFolderOf(facts), 'deno/server.mjs')).href)
  await listening
  return {
    url: `http://127.0.0.1:${port}${facts.base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(handle: Handle, port: number, incoming: IncomingMessage, answer: ServerResponse) {
  const { method = 'GET', url = '/' } = incoming
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const address = /^http:/i.test(url) ? url : `http://127.0.0.1:${port}${url}`
  const response = await handle(new Request(address, { method, headers }))
  answer.writeHead(response.status, Object.fromEntries(response.headers))
  // A client that leaves early ends no server.
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), answer).catch(() => {})
  else answer.end()
}
