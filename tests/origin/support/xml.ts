import { SaxesParser } from 'saxes'

/** An element as a strict parser saw it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Parses bytes of XML, in the encoding their mark or prolog names. Throws for what is not well-formed. */
export function parseXml(bytes: Uint8Array): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element: Element = { name, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(decodeXml(bytes)).close()
  const [document] = root.children
  if (document === undefined) throw new Error('no root element')
  return document
}

/** All elements of a tree, itself first. */
export function* elementsOf(element: Element): Generator<Element> {
  yield element
  for (const child of element.children) yield* elementsOf(child)
}

function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextDecoder('utf-16le', { fatal: true }).decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 100))
  const label = /encoding="([^"]+)"/.exec(head)?.[1] ?? 'utf-8'
  return new TextDecoder(label, { fatal: true }).decode(bytes)
}
