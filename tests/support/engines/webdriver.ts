/** A conversation by W3C WebDriver, in which each command is a request. */
export interface WebDriver {
  post(path: string, body?: object): Promise<unknown>
  get(path: string): Promise<unknown>
  delete(path: string): Promise<unknown>
}

/** Speaks with a driver at an address of this machine, which ends in no slash. */
export function speakWebDriver(address: string): WebDriver {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const said = body && { headers, body: JSON.stringify(body) }
    const answer = await fetch(address + path, { method, ...said })
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
