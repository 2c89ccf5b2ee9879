import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a data package with what the sample does not have: shapes, a tree, and a very large number of columns. */
export function writeDrawn(into: string): string {
  const square = (x: number) => [
    [x, 59.9],
    [x + 0.1, 59.9],
    [x + 0.1, 60],
    [x, 60],
    [x, 59.9],
  ]
  const features = [
    {
      type: 'Feature',
      properties: { name: 'A park' },
      geometry: { type: 'Polygon', coordinates: [square(30)] },
    },
    {
      type: 'Feature',
      properties: { name: 'A road' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [30, 59.8],
          [30.4, 59.85],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { name: 'Two stops' },
      geometry: {
        type: 'MultiPoint',
        coordinates: [
          [30.3, 59.9],
          [30.3, 59.95],
        ],
      },
    },
  ]
  const names = Array.from({ length: 300 }, (_, at) => `Показатель ${at + 1}, тыс. руб.`)
  const cell = (row: number, column: number) =>
    column % 3 === 0
      ? `${((row + 1) * 7919 * (column + 1)) % 1000}`
      : column % 3 === 1
        ? `20${10 + (row % 15)}-04-01`
        : `вид ${(row * column) % 7}`
  const rows = Array.from({ length: 120 }, (_, row) => names.map((_, column) => cell(row, column)).join(';'))
  const answers = Array.from({ length: 9 }, (_, at) => ({ no: at, open: at % 3 === 0 }))
  writeFileSync(join(into, 'shapes.json'), JSON.stringify({ type: 'FeatureCollection', features }))
  writeFileSync(join(into, 'wide.csv'), [names.map((name) => `"${name}"`).join(';'), ...rows].join('\n'))
  writeFileSync(join(into, 'answers.json'), JSON.stringify(answers))
  const leaf = (name: string, children: unknown[] = []) => ({ name, children })
  writeFileSync(
    join(into, 'tree.json'),
    JSON.stringify(leaf('house', [leaf('door', [leaf('lock'), leaf('hinge')]), leaf('roof')])),
  )
  const resources = [
    { name: 'shapes', path: 'shapes.json' },
    { name: 'wide', path: 'wide.csv', dialect: { delimiter: ';' } },
    { name: 'answers', path: 'answers.json' },
    { name: 'tree', path: 'tree.json' },
  ]
  writeFileSync(join(into, 'datapackage.json'), JSON.stringify({ name: 'own', title: 'Own', resources }))
  return into
}
