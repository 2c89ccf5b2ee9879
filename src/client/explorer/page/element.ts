type Content = Node | string | undefined | false

/** An element with properties and contents; texts become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...contents.filter((content) => content !== undefined && content !== false))
  return made
}

/** A button that does something. */
export function button(text: string, act: (event: MouseEvent) => void, className = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', className, textContent: text })
  made.addEventListener('click', act)
  return made
}

/** The data's own text, in a language and direction of its own. */
export function foreign(text: string): HTMLElement {
  return element('bdi', { textContent: text, lang: '' })
}
