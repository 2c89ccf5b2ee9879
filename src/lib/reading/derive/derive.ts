import type { DataFormat } from '../../interface/index.ts'
import { valueToJson } from '../json/value-to-json.ts'
import { openDocument } from '../open.ts'
import type { OpenedDocument } from '../opened-document.ts'
import { parseDocument } from '../parse.ts'
import type { ByteSource, DocumentHint, ReadRecord } from '../types.ts'
import { JsonTreeWriter, JsonValueWriter } from './json.ts'
import { XmlTreeWriter, xmlElement } from './xml.ts'

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Receives the chunks of the written document, to be encoded as UTF-8. */
type WriteText = (chunk: string) => void

/**
 * Writes a document in another format, in chunks. Records become an array of objects in json, and `<data><record><field
 * name="…">…</field></record></data>` in xml; a document without records is written as a tree. Contents outside of the records, including
 * other lists, follow as a tree: in json as `{"records": […], "rest": {…}}`, in xml as a `<rest>` after the last record. Other tables or
 * lists of html are arrays of records in json. Strings and numbers are unchanged; characters that are invalid in xml become U+FFFD. Reading
 * the result gives the same records. Throws UnreadableDocument.
 */
export function deriveDocument(
  source: ByteSource,
  hint: DocumentHint,
  to: DataFormat,
  write: WriteText,
): void {
  const opened = openDocument(source, hint)
  if (opened.shape === 'tree') writeTree(source, hint, to, write)
  else if (to === 'json') writeJson(opened, write)
  else writeXml(opened, write)
}

function writeJson(opened: OpenedDocument, write: WriteText): void {
  const isPart = hasRest(opened)
  if (isPart) write('{"records":')
  let separator = '[\n'
  opened.each((record) => {
    write(`${separator}${jsonRecord(record)}`)
    separator = ',\n'
  })
  write(separator === '[\n' ? '[]' : '\n]')
  if (isPart) {
    write(',\n"rest":')
    opened.eachOther(opened.format === 'html' ? new JsonValueWriter(write) : new JsonTreeWriter(write))
    write('}')
  }
  write('\n')
}

/** Whether a document has contents outside of its records. */
function hasRest(opened: OpenedDocument): boolean {
  const first = {
    done: false,
    open() {
      first.done = true
    },
    close() {},
    scalar() {
      first.done = true
    },
  }
  opened.eachOther(first)
  return first.done
}

function jsonRecord(record: ReadRecord): string {
  return valueToJson({ members: [...record] })
}

function writeXml(opened: OpenedDocument, write: WriteText): void {
  write(`${PROLOG}<data>\n`)
  opened.each((record) => {
    const fields = [...record].map(([name, value]) => xmlElement('field', name, value))
    write(`<record>${fields.join('')}</record>\n`)
  })
  if (hasRest(opened)) {
    opened.eachOther(new XmlTreeWriter(write, 'rest'))
    write('\n')
  }
  write('</data>\n')
}

function writeTree(source: ByteSource, hint: DocumentHint, to: DataFormat, write: WriteText): void {
  if (to === 'xml') write(PROLOG)
  parseDocument(source, hint, to === 'xml' ? new XmlTreeWriter(write) : treeToJson(hint, write))
  write('\n')
}

function treeToJson(hint: DocumentHint, write: WriteText): JsonTreeWriter {
  if (hint.format === 'json') throw new TypeError('a json document is not derived from itself')
  return new JsonTreeWriter(write)
}
