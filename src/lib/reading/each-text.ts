import { type Container, type Events, ITEM, type Scalar } from './events.ts'
import { parseDocument } from './parse.ts'
import type { ByteSource, DocumentHint } from './types.ts'

/** Called with each text of a document: the name of a json member, or a string, attribute or text node. */
type VisitText = (text: string, where: 'key' | 'value') => void

/**
 * Visits every text of a document of any shape, in order: json strings and member names, the text and attributes of xml and html.
 * Names of elements and attributes are not texts; neither are numbers. Throws UnreadableDocument.
 */
export function eachText(source: ByteSource, hint: DocumentHint, visit: VisitText): void {
  const isJson = hint.format === 'json'
  const events: Events = {
    open: (step: string, _kind: Container) => {
      if (isJson && step !== ITEM) visit(step, 'key')
    },
    close() {},
    scalar(step: string, value: Scalar) {
      if (isJson && step !== ITEM) visit(step, 'key')
      if (typeof value === 'string') visit(value, 'value')
    },
  }
  parseDocument(source, hint, events)
}
