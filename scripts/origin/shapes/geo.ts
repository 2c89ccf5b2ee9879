import type { Row } from '../package/content.ts'
import type { Pieces } from '../text/encode.ts'
import { type ExactValue, textOfValue } from '../text/exact-json.ts'
import { escapeAttribute, escapeText } from '../text/xml.ts'
import {
  jsonItems,
  objectWriter,
  plainJson,
  plainShape,
  plainXml,
  prolog,
  xmlItems,
  xmlValue,
} from './records.ts'
import type { ShapeWriter, Subject } from './types.ts'

/** Finds the longitude and latitude of a record, as numerals; undefined if it has none. */
function pointReader(columns: readonly string[]): (row: Row) => readonly [string, string] | undefined {
  const longitude = columns.findIndex((name) => /^(?:lon|lng|long|longitude)$/i.test(name))
  const latitude = columns.findIndex((name) => /^(?:lat|latitude)$/i.test(name))
  return (row) => {
    const point = [row[longitude], row[latitude]]
    return point.every(isNumber) ? [textOfValue(point[0]), textOfValue(point[1])] : undefined
  }
}

function isNumber(value: ExactValue | undefined): boolean {
  return typeof value === 'number' || JSON.isRawJSON(value)
}

function* featuresJson(subject: Subject): Pieces {
  if (subject.code === undefined) return yield* plainJson(subject)
  const pointOf = pointReader(subject.columns)
  const write = objectWriter(subject.columns)
  yield `{"type":"FeatureCollection","name":${JSON.stringify(subject.code)},"features":`
  yield* jsonItems(subject, ['[', ']'], (row, index) => {
    const point = pointOf(row)
    const geometry = point ? `{"type":"Point","coordinates":[${point.join(',')}]}` : 'null'
    return `{"type":"Feature","geometry":${geometry},"properties":${write(row, index)}}`
  })
  yield '}\n'
}

function kml(subject: Subject): Pieces {
  if (subject.code === undefined) return plainXml(subject)
  const pointOf = pointReader(subject.columns)
  const names = subject.columns.map((name) => escapeAttribute(name))
  const open = `${prolog()}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeText(subject.code)}</name>`
  return xmlItems(subject, open, '</Document></kml>', (row) => {
    const data = row.map((cell, index) =>
      cell === undefined ? '' : `<Data name="${names[index]}"><value>${xmlValue(cell)}</value></Data>`,
    )
    const point = pointOf(row)
    const place = point ? `<Point><coordinates>${point.join(',')}</coordinates></Point>` : ''
    return `<Placemark><ExtendedData>${data.join('')}</ExtendedData>${place}</Placemark>`
  })
}

export const geo: ShapeWriter = {
  ...plainShape,
  summary: 'the data of every dataset is GeoJSON features, in xml KML placemarks',
  xmlType: 'application/xml',
  json: featuresJson,
  xml: kml,
  keepsJson: false,
}
