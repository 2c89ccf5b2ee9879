import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Settings } from '../../src/lib/config/index.ts'
import { ConfigError } from '../../src/lib/config/index.ts'
import {
  findForeignContent,
  movePages,
  openReadings,
  placeData,
  sealSite,
  swapSite,
} from '../../src/lib/site/index.ts'
import { findCurrent, type Generation, layout } from '../../src/lib/snapshot/index.ts'

/** The folder a site is built in, and what is done there before and after the pages. */
export interface Site {
  readonly building: string
  prepare(): void
  finish(): void
}

/** A site is built beside the published one, and takes its place when it is whole. */
export function openSite({ out, state }: Settings): Site {
  const building = `${out.replace(/\/+$/, '')}.building`
  return {
    building,
    prepare() {
      const old = `${out}.old`
      if (!existsSync(out) && existsSync(old)) renameSync(old, out)
      const foreign = findForeignContent(out)
      if (foreign !== undefined) throw new ConfigError(`out: ${foreign}`)
      rmSync(building, { recursive: true, force: true })
    },
    finish() {
      const current = findCurrent(state) as Generation
      movePages(building, current.manifest.codes.order)
      placeData(building, current, out)
      sealSite(building, current, out)
      swapSite(building, out)
      openReadings(layout.readings(state), current).prune()
    },
  }
}
