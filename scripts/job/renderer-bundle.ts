import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AstroUserConfig } from 'astro'

type Plugin = Extract<NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number], { name: string }>

const RENDERER = fileURLToPath(new URL('./renderer.ts', import.meta.url))
const FILE_NAME = 'renderer.mjs'

/** A bundle that has the renderer besides what Astro puts there. */
export interface RendererBundle {
  readonly plugin: Plugin
  /** The address of the renderer's module, a `file:` URL; known when the bundle is written. */
  readonly address: () => string | undefined
}

/** Has the renderer bundled with the pages, so that both have the same components, mirror and Astro. */
export function bundleRenderer(): RendererBundle {
  let address: string | undefined
  return {
    address: () => address,
    plugin: {
      name: 'open-data-mirror:renderer',
      applyToEnvironment: ({ name }) => name === 'prerender',
      buildStart() {
        this.emitFile({ type: 'chunk', id: RENDERER, fileName: FILE_NAME })
      },
      writeBundle({ dir = '' }) {
        address = pathToFileURL(resolve(dir, FILE_NAME)).href
      },
    },
  }
}
