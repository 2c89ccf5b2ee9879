import type { DatasetEntry } from '../../../catalogue/index.ts'
import { datasetResource } from '../../../interface/index.ts'
import { findShown, type MirrorSource } from '../../mirror.ts'

/** Datasets on one page of the catalogue. Harvesters accept no more than a thousand. */
export const CATALOGUE_PAGE = 500

type Harvested = Pick<MirrorSource, 'catalogue' | 'recordsOf'>

/** The datasets that a catalogue for harvesters has, in the order of their codes: all with a good copy, withdrawn ones too. */
export function harvestedEntries({ catalogue, recordsOf }: Harvested): DatasetEntry[] {
  return catalogue.datasets
    .filter(({ code }) => findShown(recordsOf(datasetResource(code))) !== undefined)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** The number of the page of the catalogue that has each dataset, by code. */
export function pagesOfCatalogue(source: Harvested): ReadonlyMap<string, number> {
  return new Map(harvestedEntries(source).map(({ code }, at) => [code, Math.floor(at / CATALOGUE_PAGE) + 1]))
}
