// @ts-check
// An HTTP server of Node.js for a handler.
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** @typedef {ReturnType<typeof import('./handler.mjs').createHandler<import('node:stream').Readable>>} Handle */
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('node:net').Socket} Socket */
/** @typedef {{ waiting: number, last: Promise<void> }} Turn How many requests of a connection wait, and the end of the last response. */

/** While this many requests of one connection wait for their turn, no more are read from it. A browser waits for each response before it sends the next request. */
const MOST_WAITING = 100

/**
 * Creates a server that answers with a handler. A connection on which no byte moves for `idle` ms is closed: each response that a client does
 * not read has an open file.
 *
 * @param {Handle} handle
 * @param {number} [idle]
 */
export function createHandlerServer(handle, idle = 120_000) {
  /** @type {WeakMap<Socket, Turn>} */
  const turns = new WeakMap()
  // The requests of a connection that come before their turn (pipelining) wait, so that each connection has at most one open file. Those of
  // one packet are parsed at once, so a few more than the limit may wait.
  const server = createServer((request, response) => {
    const { socket } = request
    const turn = turns.get(socket) ?? firstTurn(socket)
    turns.set(socket, turn)
    turn.waiting += 1
    if (turn.waiting >= MOST_WAITING) socket.pause()
    turn.last = turn.last.then(async () => {
      if (!socket.destroyed) await answer(handle, request, response)
      turn.waiting -= 1
      if (turn.waiting === MOST_WAITING - 1) socket.resume()
    })
  })
  return server.setTimeout(idle)
}

/**
 * @param {Socket} socket
 * @returns {Turn}
 */
function firstTurn(socket) {
  const turn = { waiting: 0, last: Promise.resolve() }
  // Node.js itself reads on after each response, and whenever a part of one was sent.
  socket.on('resume', () => {
    if (turn.waiting >= MOST_WAITING) socket.pause()
  })
  return turn
}

/**
 * @param {Handle} handle
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function answer(handle, { method = '', url: target = '', headers }, response) {
  try {
    const planned = await handle({ method, target, header: (name) => headers[name]?.toString() })
    response.writeHead(planned.status, planned.headers)
    if (planned.body) await pipeline(planned.body, response)
    else response.end()
  } catch {
    // The client left, or the disk failed, perhaps after the headers were sent.
    if (response.headersSent) response.destroy()
    else response.writeHead(503, { 'cache-control': 'no-store', 'retry-after': '10' }).end()
  }
}
