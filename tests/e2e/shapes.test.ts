import { describe, it } from 'node:test'
import { type DataPackage, openPackage, SHAPES } from '../../scripts/origin/index.ts'
import { AWKWARD } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { compare } from './shapes.ts'

const awkward = openPackage(AWKWARD)

async function openLighter(): Promise<DataPackage> {
  const sample = await openSample()
  return { ...sample, datasets: sample.datasets.filter(({ bytes }) => bytes < 10_000) }
}

for (const shape of SHAPES) {
  describe(`the bundled origin in the shape ${shape}`, () => {
    it('is mirrored and served with the same bytes for the small datasets of the sample', (context) =>
      compare(context, openLighter(), shape))
    it('is mirrored and served with the same bytes for unusual codes and values', (context) =>
      compare(context, awkward, shape))
  })
}
