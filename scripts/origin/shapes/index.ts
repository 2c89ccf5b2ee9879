import { plainShape } from './records.ts'
import type { ShapeWriter } from './types.ts'
import { cyrillic, geo, html, keyed, links, strings, table, wrapped } from './variants.ts'

/** The shapes of this origin; `plain` is the default. */
export const ORIGIN_SHAPES = [
  'plain',
  'wrapped',
  'keyed',
  'table',
  'strings',
  'links',
  'html',
  'cyrillic',
  'geo',
] as const
export type OriginShape = (typeof ORIGIN_SHAPES)[number]

const BY_NAME: Readonly<Record<OriginShape, ShapeWriter>> = {
  plain: plainShape,
  wrapped,
  keyed,
  table,
  strings,
  links,
  html,
  cyrillic,
  geo,
}

export function shapeOf(name: OriginShape): ShapeWriter {
  return BY_NAME[name]
}

/** A sentence about a shape, for the help. */
export function describeShape(name: OriginShape): string {
  return shapeOf(name).summary
}
