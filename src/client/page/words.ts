/** The words a page hands to its script, as json in the attribute `data-words`. Throws SyntaxError when it is none. */
export function parseWords<Words>(element: HTMLElement): Words {
  return JSON.parse(element.dataset.words ?? '{}') as Words
}
