type Content = Node | string | undefined | false

/** Creates an element with properties and contents; strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...contents.filter((content) => content !== undefined && content !== false))
  return made
}

/** Creates a button. `key` identifies it when buttons are created again, so that the focus can return to it. */
export function button(
  text: string,
  act: (event: MouseEvent) => void,
  { key, ...properties }: Partial<HTMLButtonElement> & { readonly key?: string } = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: text, ...properties })
  if (key !== undefined) made.dataset.key = key
  made.addEventListener('click', act)
  return made
}

/** Decodes an HTML character reference; an unknown one is returned unchanged. The parsed document runs no scripts and loads nothing. */
export function decodeReference(reference: string): string {
  const text = new DOMParser().parseFromString(`<body>${reference}`, 'text/html').body.textContent
  // The parser decodes the beginning of an unknown name: `&copyright;` becomes `©right;`.
  return text.length > 1 && text.endsWith(';') ? reference : text
}

/** Loads and runs a script of the site. Rejects if it cannot be loaded. */
export function addScript(script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onerror = () => reject(new Error(`${script} was not loaded`))
    document.head.append(element('script', { src: script, onload: () => resolve(), onerror }))
  })
}
