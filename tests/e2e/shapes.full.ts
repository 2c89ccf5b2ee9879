import { test } from 'node:test'
import type { OriginShape } from '../../scripts/origin/index.ts'
import { openSample } from '../support/sample.ts'
import { compare } from './shapes.ts'

/** The shapes in which large documents are read in ways of their own. */
const LARGE: readonly OriginShape[] = ['plain', 'keyed', 'table', 'html', 'geo']

for (const shape of LARGE)
  test(`the bundled origin in the shape ${shape} gives, publishes and serves the same bytes for the whole sample`, (context) =>
    compare(context, openSample(), shape))
