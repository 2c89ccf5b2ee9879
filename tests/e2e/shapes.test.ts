import { test } from 'node:test'
import { type DataPackage, openPackage, SHAPES } from '../../scripts/origin/index.ts'
import { AWKWARD } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { compare } from './shapes.ts'

async function openSmall(): Promise<DataPackage> {
  const [sample, awkward] = [await openSample(), await openPackage(AWKWARD)]
  return {
    ...sample,
    datasets: [...sample.datasets.filter(({ bytes }) => bytes < 10_000), ...awkward.datasets],
    categories: [...sample.categories, ...awkward.categories],
    oivs: [...sample.oivs, ...awkward.oivs],
  }
}

for (const shape of SHAPES)
  test(`the bundled origin in the shape ${shape} gives, publishes and serves the same bytes for small datasets, awkward codes and values`, async (context) =>
    compare(context, await openSmall(), shape))
