/** A W3C WebDriver session, in which each command is a request. */
export interface WebDriver {
  post(path: string, body?: object): Promise<unknown>
  get(path: string): Promise<unknown>
  delete(path: string): Promise<unknown>
}

/** Connects to a driver at an address on this machine, without a trailing slash. */
export function speakWebDriver(address: string): WebDriver {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const content = body && { headers, body: JSON.stringify(body) }
    const answer = await fetch(address + path, { method, ...content })
    const { value } = (await answer.json()) as { value: unknown }
    if (answer.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${path}: ${error} ${message}`)
  }
  return {
    post: (path, body = {}) => ask('POST', path, body),
    get: (path) => ask('GET', path),
    delete: (path) => ask('DELETE', path),
  }
}
