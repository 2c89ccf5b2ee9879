import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { openOutlines } from '../../../src/lib/site/outlines.ts'
import {
  type Branch,
  type ColumnProfile,
  type DocumentView,
  documentViewOf,
  localeOf,
  type MapView,
  type Picture,
} from '../../../src/lib/site/view/index.ts'

const CASES = new URL('../../fixtures/view/', import.meta.url)
const outlinesOf = openOutlines(join(process.cwd(), 'node_modules/world-atlas'))

/** A view as a person would read it from the page, a line for each thing that is to be seen. */
function render({ table, tree, map, columns, folded, beside }: DocumentView): string {
  const lines = [
    ...(table ? [table.caption] : []),
    ...(tree ? branchLines(tree, '') : []),
    ...columns.flatMap(columnLines),
    ...folded.map(
      ({ text, columns }) =>
        `${text}: ${columns.map(({ name, value }) => (value === undefined ? name : `${name} (${value})`)).join(', ')}`,
    ),
    ...(map ? mapLines(map) : []),
    ...beside.map(({ name, value }) => `beside ${name}: ${'text' in value ? value.text : value.kind}`),
  ]
  return `${lines.join('\n').replaceAll('\u00a0', ' ')}\n`
}

function columnLines({
  name,
  kind,
  filled,
  fill,
  distinct,
  range,
  figures,
  absent,
  exceptions,
  altered,
  picture,
  frequent,
  examples,
  sampled,
}: ColumnProfile): string[] {
  return [
    `${name} | ${kind} | ${filled} (${fill}) | ${distinct}`,
    ...(range ? [`    ${range.from}${range.to === undefined ? '' : ` – ${range.to}`}`] : []),
    ...(picture ? [`    ${drawn(picture)}`, `    ${picture.label}`] : []),
    ...(figures.length > 0 ? [`    ${figures.join(', ')}`] : []),
    ...frequent.map(({ value, share, percent, spellings = '' }) =>
      `    ${'='.repeat(Math.round(percent / 5))} ${share} ${value} ${spellings}`.trimEnd(),
    ),
    ...(examples.length > 0 ? [`    such as ${examples.join(', ')}`] : []),
    ...(absent ? [`    ${absent.share} ${absent.value}`] : []),
    ...(exceptions ? [`    ${exceptions.text}: ${exceptions.values.join(', ')}`] : []),
    ...(altered ? [`    ${altered.text}: ${altered.values.join(', ')}`] : []),
    ...(sampled ? ['    of a sample'] : []),
  ]
}

const BLOCKS = '▁▂▃▄▅▆▇█'

function drawn(picture: Picture): string {
  if (picture.kind === 'truth') return `${picture.yes} of ${picture.width} filled`
  const bars = new Array<string>(20).fill(' ')
  for (const [, at, top] of picture.bars.path.matchAll(/M([\d.]+) 28V(\d+)/g))
    bars[Math.floor(Number(at) / 8)] = BLOCKS[Math.ceil(((28 - Number(top)) / 28) * 8) - 1] as string
  const ticks = picture.kind === 'timeline' ? picture.ticks.map(({ at, text }) => ` ${text} at ${at}`) : []
  return `${bars.join('')}|${ticks.join(',')}`
}

function mapLines({ label, notes, dots, areas, lines, grid, scale, ground }: MapView): string[] {
  return [
    label,
    ...notes.map((note) => `    ${note}`),
    `    dots ${dots.map(({ size, path }) => `${path.split('m').length - 1} of size ${size}`).join(', ')}`,
    ...(areas ? [`    areas ${areas}`] : []),
    ...(lines ? [`    lines ${lines}`] : []),
    `    meridians ${grid.meridians.map(({ text }) => text).join(', ')}`,
    `    parallels ${grid.parallels.map(({ text }) => text).join(', ')}`,
    ...(scale ? [`    ${scale.length} units are ${scale.text}`] : []),
    `    land ${ground.land === '' ? 'none' : 'there'}, borders ${ground.borders === '' ? 'none' : 'there'}`,
  ]
}

function branchLines({ name, leaf, size, gist, children, open, omitted }: Branch, indent: string): string[] {
  const mark = leaf ? ' ' : open ? '-' : '+'
  const line = [mark, name, leaf?.text, size && `(${size})`, gist && `[${gist}]`].filter(
    (part) => part !== undefined,
  )
  return [
    indent + line.join(' '),
    ...children.flatMap((child) => branchLines(child, `${indent}  `)),
    ...(omitted === undefined ? [] : [`${indent}  ${omitted}`]),
  ]
}

describe('a document is shown as in its case folder', () => {
  for (const name of readdirSync(CASES).sort())
    for (const language of ['en', 'ru'] as const) {
      const file = new URL(`${name}/expected.${language}.txt`, CASES)
      if (!existsSync(file)) continue
      test(`${name}, in ${language}`, () => {
        const bytes = readFileSync(new URL(`${name}/input.json`, CASES))
        const reading = readDocument(() => [bytes], { format: 'json' })
        assert.equal(
          render(documentViewOf(localeOf(language), reading, outlinesOf)),
          readFileSync(file, 'utf8'),
        )
      })
    }
})
