import { test } from 'node:test'
import type { OriginShape } from '../../scripts/origin/index.ts'
import { openSample } from '../support/sample.ts'
import { compare } from './shapes.ts'

/** Two shapes whose large documents are read in ways of their own, each with the largest document it is tried on, in bytes; `shapes.test.ts` tries the small ones in every shape. */
const LARGE: readonly (readonly [shape: OriginShape, most: number])[] = [
  ['table', 1_000_000],
  ['geo', Number.POSITIVE_INFINITY],
]

for (const [shape, most] of LARGE)
  test(`the bundled origin in the shape ${shape} gives, publishes and serves the same bytes for the sample, documents up to ${most} bytes`, async (context) => {
    const sample = await openSample()
    const datasets = sample.datasets.filter(({ bytes }) => bytes <= most)
    await compare(context, { ...sample, datasets }, shape)
  })
