import type { Words } from '../../lib/site/view/words/en.ts'
import { addressesOf, commandOf, isPageInstead, type Wanted } from './request.ts'

const MOST_BYTES = 2000
const HEADERS = ['content-type', 'content-length', 'last-modified', 'etag']

const root = new URL('.', (document.currentScript as HTMLScriptElement).src).href
const isServed = /^https?:$/.test(location.protocol)

/** Sends the request that the form describes, and shows the beginning of the answer. */
class Trial {
  readonly #form: HTMLFormElement
  readonly #words: Words['developers']['trying']['script']
  readonly #request = document.querySelector('[data-request]')
  readonly #answer = document.querySelector<HTMLElement>('[data-answer]')

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#words = JSON.parse(form.dataset.try ?? '{}')
  }

  start(): void {
    this.#form.addEventListener('input', () => this.#showRequest())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (isServed) this.#send().catch(() => this.#show(this.#words.failed))
      else this.#showFile()
    })
    this.#showRequest()
  }

  get #wanted(): Wanted {
    const { operation, code, format } = this.#form.elements as unknown as Record<string, HTMLSelectElement>
    const takesCode = operation?.selectedOptions[0]?.dataset.code !== undefined
    return {
      operation: operation?.value ?? '',
      format: format?.value ?? '',
      ...(takesCode && { code: code?.value.trim() }),
    }
  }

  #showRequest(): void {
    const { code } = this.#wanted
    const label = this.#form.querySelector<HTMLElement>('label[data-code]')
    if (label) label.hidden = code === undefined
    label?.querySelector('input')?.toggleAttribute('disabled', code === undefined)
    const base = isServed ? root : (this.#form.dataset.site ?? '')
    this.#request?.replaceChildren(commandOf(base + addressesOf(this.#wanted).address))
  }

  async #send(): Promise<void> {
    const wanted = this.#wanted
    const { address, file } = addressesOf(wanted)
    this.#show(this.#words.sending)
    const first = await fetch(root + address)
    if (address === file || !isPageInstead(wanted, first.headers.get('content-type'))) {
      const note = address.includes('?') && navigator.serviceWorker?.controller ? this.#words.worker : ''
      return this.#show(note.replace('{file}', root + file), await describeAnswer(first))
    }
    await first.body?.cancel()
    this.#show(
      this.#words.ignored.replace('{file}', root + file),
      await describeAnswer(await fetch(root + file)),
    )
  }

  #showFile(): void {
    const { file } = addressesOf(this.#wanted)
    const link = document.createElement('a')
    link.href = root + file
    link.textContent = file
    this.#show(this.#words.disk)
    this.#answer?.querySelector('[role=status]')?.append(' ', link)
  }

  #show(note: string, text = ''): void {
    if (!this.#answer) return
    this.#answer.hidden = false
    const [status, body] = this.#answer.children as unknown as HTMLElement[]
    status?.replaceChildren(note)
    body?.replaceChildren(text)
    if (body) body.hidden = text === ''
  }
}

// The status, some headers and the beginning of the body; the rest is not read.
async function describeAnswer(response: Response): Promise<string> {
  const { status, statusText, headers } = response
  const lines = HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : `${name}: ${value}`
  })
  return [`${status} ${statusText}`.trim(), ...lines, '', await headOf(response)].join('\n')
}

async function headOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isOver = reader === undefined
  while (reader && !isOver && text.length < MOST_BYTES) {
    const { value, done } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    isOver = done
  }
  await reader?.cancel()
  return isOver && text.length <= MOST_BYTES ? text : `${text.slice(0, MOST_BYTES)}…`
}

const form = document.querySelector<HTMLFormElement>('form[data-try]')
if (form) new Trial(form).start()
