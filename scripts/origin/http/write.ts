import type { Format, ListOperation } from '../../../src/lib/interface/index.ts'
import { datasetPage } from '../html/dataset-page.ts'
import { listPage } from '../html/list-page.ts'
import { parseContent } from '../package/content.ts'
import { readSource } from '../package/source.ts'
import type { Dataset } from '../package/types.ts'
import { dataSubject, listSubject } from '../shapes/subject.ts'
import type { Place, ShapeWriter } from '../shapes/types.ts'
import { documentXml } from '../shapes/xml-document.ts'
import type { Pieces } from '../text/encode.ts'
import type { Origin } from './origin.ts'

/** The body of one of the four lists. */
export function writeList(
  { data, shape }: Origin,
  operation: ListOperation,
  format: Format,
  place: Place,
): Pieces {
  const list = shape.dress(listSubject(operation, data))
  return format === 'html' ? [listPage(list, shape.html, place)] : shape[format](list, place)
}

/** The body of one dataset. A document that is not a table is the same json in every shape: the source text. */
export async function writeDataset(
  { shape }: Origin,
  dataset: Dataset,
  format: Format,
  place: Place,
): Promise<Pieces> {
  const text = await readSource(dataset.source)
  if (format === 'json' && servesSource(shape, dataset)) return [text]
  const content = parseContent(text, dataset.source.reading)
  if (format === 'html') return [datasetPage(dataset, content, shape.html, shape.datasetFormats)]
  if (content.is === 'table') return shape[format](dataSubject(dataset.code, content.table), place)
  return documentXml({ code: dataset.code, value: content.value }, shape)
}

function servesSource({ keepsJson }: ShapeWriter, { kind, rows }: Dataset): boolean {
  return kind !== 'csv' && kind !== 'tsv' && (keepsJson || rows === undefined)
}
