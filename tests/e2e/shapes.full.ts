import { test } from 'node:test'
import type { OriginShape } from '../../scripts/origin/index.ts'
import { openSample } from '../support/sample.ts'
import { compare } from './shapes.ts'

/** Two shapes whose large documents are read in ways of their own; the small datasets are tried in every shape, and `plain` by every test of the sample. */
const LARGE: readonly OriginShape[] = ['table', 'geo']

for (const shape of LARGE)
  test(`the bundled origin in the shape ${shape} is mirrored and served with the same bytes for the whole sample`, (context) =>
    compare(context, openSample(), shape))
