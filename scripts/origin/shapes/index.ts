import { cyrillic } from './cyrillic.ts'
import { geo } from './geo.ts'
import { html } from './html.ts'
import { keyed } from './keyed.ts'
import { links } from './links.ts'
import { plainShape } from './plain.ts'
import { strings } from './strings.ts'
import { table } from './table.ts'
import type { ShapeWriter } from './types.ts'
import { wrapped } from './wrapped.ts'

/** The shapes this origin can answer in; `plain` is the one without a choice. */
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

/** How an origin of this shape answers. */
export function shapeOf(name: OriginShape): ShapeWriter {
  return BY_NAME[name]
}

/** One sentence about a shape, for a person who chooses. */
export function describeShape(name: OriginShape): string {
  return shapeOf(name).summary
}
