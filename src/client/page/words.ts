/** The texts that a page gives its script, as json in `data-words`. Throws SyntaxError if it is invalid. */
export function parseWords<Words>(element: HTMLElement): Words {
  return JSON.parse(element.dataset.words ?? '{}') as Words
}
