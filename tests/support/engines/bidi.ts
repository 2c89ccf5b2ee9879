/** A WebDriver BiDi session with a browser: commands with their results, and events. */
interface Bidi {
  send(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>
  close(): void
}

interface Heard {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: string
  readonly message?: string
}

/** Opens a session; `onEvent` receives the events that were subscribed to. */
export async function openBidi(
  address: string,
  onEvent: (method: string, params: Readonly<Record<string, unknown>>) => void,
): Promise<Bidi> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`${address} takes no connection`)), {
      once: true,
    })
  })
  const waiting = new Map<number, (heard: Heard) => void>()
  socket.addEventListener('message', ({ data }) => {
    const heard = JSON.parse(String(data)) as Heard
    if (heard.type === 'event') onEvent(heard.method ?? '', heard.params ?? {})
    else if (heard.id !== undefined) waiting.get(heard.id)?.(heard)
  })
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ type: 'error', error: 'the browser is gone' })
  })
  let last = 0
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ result, error, message }) => {
          waiting.delete(id)
          if (result) resolve(result)
          else reject(new Error(`${method}: ${error} ${message ?? ''}`))
        })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}
