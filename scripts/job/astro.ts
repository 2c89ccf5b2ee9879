import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AstroAdapter, AstroInlineConfig, AstroIntegration, AstroUserConfig } from 'astro'
import { ROOT } from './program.ts'

const LIBRARY = fileURLToPath(new URL('../../src/lib/', import.meta.url))

/** The module in a bundle that renders pages, see render-entry.ts. */
export const RENDER_ENTRY = 'server/entry.mjs'
/** The folder in a bundle with the files that pages refer to: styles, and the files of `public`. */
export const ASSETS = 'client'

/** Makes Astro bundle the templates in `src/pages` into one module, which the build calls with the template and content of each page. */
const ADAPTER: AstroAdapter = {
  name: 'open-data-mirror',
  entrypointResolution: 'auto',
  serverEntrypoint: new URL('./render-entry.ts', import.meta.url),
  adapterFeatures: { buildOutput: 'server' },
  // `sharpImageService` is for images, which the pages do not have.
  supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
}

/** The Astro config that bundles the templates into `folder`. */
export function astroConfig(
  folder: string,
  hooks: AstroIntegration['hooks'] = {},
): AstroUserConfig & AstroInlineConfig {
  return {
    root: ROOT,
    output: 'server',
    outDir: folder,
    build: {
      server: join(folder, dirname(RENDER_ENTRY)),
      client: join(folder, ASSETS),
      inlineStylesheets: 'never',
    },
    compressHTML: true,
    devToolbar: { enabled: false },
    adapter: { name: ADAPTER.name, hooks: { 'astro:config:done': ({ setAdapter }) => setAdapter(ADAPTER) } },
    integrations: [{ name: 'open-data-mirror', hooks }],
    vite: {
      // The bundle runs from the state folder, which may be anywhere, so it contains its dependencies or imports them by their file URLs.
      environments: { ssr: { resolve: { noExternal: true } } },
      plugins: [libraryByAddress(), fontsBesideStyles()],
      build: { assetsInlineLimit: 0 },
    },
  }
}

/** A file of a bundle, with the properties that are used here. */
interface BundledFile {
  readonly fileName: string
  source?: string | Uint8Array
}

/** Makes the addresses of fonts in styles relative, so that they work below any path and on a disk. Vite only does this for scripts. */
function fontsBesideStyles() {
  return {
    name: 'open-data-mirror:fonts',
    enforce: 'post' as const,
    generateBundle(_: unknown, bundle: Readonly<Record<string, BundledFile>>) {
      for (const file of Object.values(bundle))
        if (file.source !== undefined && file.fileName.endsWith('.css'))
          file.source = String(file.source).replaceAll(`url(/${dirname(file.fileName)}/`, 'url(')
    },
  }
}

/** Keeps `src/lib` out of the bundle: Node.js runs it directly, and this process has already loaded it. */
function libraryByAddress() {
  return {
    name: 'open-data-mirror:library',
    enforce: 'pre' as const,
    resolveId(id: string, importer: string | undefined) {
      const path = id.startsWith('.') && importer !== undefined ? resolve(dirname(importer), id) : id
      return path.startsWith(LIBRARY) ? { id: pathToFileURL(path).href, external: true } : undefined
    },
  }
}
