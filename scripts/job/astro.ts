import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type {
  AstroAdapter,
  AstroInlineConfig,
  AstroIntegration,
  AstroPrerenderer,
  AstroUserConfig,
} from 'astro'
import type { Settings } from '../../src/lib/config/index.ts'
import { findStatusOf, type MirrorLocation } from '../../src/lib/site/index.ts'
import { localeOf } from '../../src/lib/site/view/index.ts'
import { type Generation, layout, type Manifest } from '../../src/lib/snapshot/index.ts'
import { checkFolders } from './folders.ts'
import { openSite, type SiteBuild } from './site.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIBRARY = fileURLToPath(new URL('../../src/lib/', import.meta.url))
const OPEN_MIRROR = fileURLToPath(new URL('../../src/lib/site/open-mirror.ts', import.meta.url))
const OUTLINES = dirname(createRequire(import.meta.url).resolve('world-atlas/package.json'))

const PRERENDER_ENTRY = 'astro/entrypoints/prerender'

/**
 * Makes Astro write the bundle of the pages to `build.server`. Without an adapter it writes the bundle into the working folder, unless
 * `outDir` is inside it: two builds would collide there.
 */
const BUNDLE_BESIDE_SITE: AstroAdapter = {
  name: 'open-data-mirror',
  entrypointResolution: 'auto',
  adapterFeatures: { buildOutput: 'static', preserveBuildServerDir: true },
  // The second is for images; the pages have none.
  supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
}

/** The Astro config for these settings. `before` runs before anything is built and may crawl; `after` runs when the site is published. */
export function astroConfig(
  settings: Settings,
  signal: AbortSignal,
  before: () => Promise<void>,
  after: (published: Manifest) => void = () => {},
): AstroUserConfig & AstroInlineConfig {
  const site = openSite(settings)
  return {
    root: ROOT,
    outDir: site.pages,
    cacheDir: resolve(settings.state, 'astro'),
    trailingSlash: 'ignore',
    build: { server: site.pages, format: 'file', inlineStylesheets: 'never', concurrency: 8 },
    compressHTML: true,
    logger: { entrypoint: new URL('./astro-log.ts', import.meta.url) },
    devToolbar: { enabled: false },
    integrations: [mirrorIntegration(settings, site, signal, before, after)],
    vite: {
      // The bundle runs from a folder next to the site, which may be anywhere, so it contains its dependencies or imports them by address.
      environments: { prerender: { resolve: { noExternal: true } } },
      plugins: [mirrorModule(settings, site), libraryByAddress()],
      cacheDir: resolve(settings.state, 'vite'),
      build: { assetsInlineLimit: 0 },
    },
  }
}

/** Crawls, lets Astro render the pages next to the published site, adds the data and publishes both. */
function mirrorIntegration(
  settings: Settings,
  site: SiteBuild,
  signal: AbortSignal,
  before: () => Promise<void>,
  after: (published: Manifest) => void,
): AstroIntegration {
  return {
    name: 'open-data-mirror',
    hooks: {
      'astro:config:done': ({ setAdapter }) => setAdapter(BUNDLE_BESIDE_SITE),
      // Astro leaves out its own entry if there is an adapter and a prerenderer.
      'astro:build:setup': ({ updateConfig }) =>
        updateConfig({
          environments: { prerender: { build: { rolldownOptions: { input: PRERENDER_ENTRY } } } },
        }),
      'astro:build:start': async ({ setPrerenderer }) => {
        setPrerenderer(takePages(site.place, signal))
        checkFolders(settings)
        await before()
        // Only now may the folders be changed: `before` has taken the lock.
        site.begin()
      },
      'astro:build:done': async () => {
        signal.throwIfAborted()
        after(await site.finish())
      },
    },
  }
}

/** The module from which pages import their mirror. It is generated when the pages are bundled, after the crawl. */
function mirrorModule(settings: Settings, { generation }: SiteBuild) {
  const name = 'virtual:mirror'
  return {
    name,
    resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
    load(id: string) {
      if (id !== `\0${name}`) return undefined
      const location = JSON.stringify(locate(settings, generation()))
      return `import { openMirror } from ${JSON.stringify(OPEN_MIRROR)}\nexport const mirror = openMirror(${location})`
    },
  }
}

/** Keeps `src/lib` out of the bundle: Node runs it directly, and this process has already loaded it. */
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

function locate({ state, title, language, site, fields }: Settings, current: Generation): MirrorLocation {
  const status = findStatusOf(state, current.manifest)
  const { words } = localeOf(language)
  const host = new URL(current.manifest.origin[0] as string).host
  return {
    generation: resolve(current.folder),
    status: status && {
      outcome: status.outcome,
      ...(status.message !== undefined && { message: status.message }),
    },
    readings: resolve(layout.derived(state)),
    language,
    title: title ?? (current.manifest.sample ? words.siteTitleOfSample : words.siteTitle(host)),
    outlines: OUTLINES,
    site,
    named: fields,
  }
}

/** What is done with a page. `path` is the flat file Astro would write: `api/v1/list.html`. */
type TakePage = (path: string, html: Uint8Array) => void

/**
 * Lets Astro render and takes each page from it directly. Astro gets an empty response, for which it writes no file: otherwise each
 * page would be written, moved, and read again for its checksum.
 * After a page fails, or when `signal` aborts, the remaining pages are skipped: Astro would render all of them before it reports the error.
 */
function takePages(take: TakePage, signal: AbortSignal): (astro: AstroPrerenderer) => AstroPrerenderer {
  let failed = false
  return (astro) => ({
    ...astro,
    getStaticPaths: async () => (await astro.getStaticPaths()).toSorted((a, b) => lateness(a) - lateness(b)),
    async render(request, options) {
      if (failed || signal.aborted) return new Response(null)
      try {
        const rendered = await astro.render(request, options)
        const response = rendered instanceof Response ? rendered : rendered.response
        for (const [path, bytes] of await filesIn(response, new URL(request.url).pathname.slice(1)))
          take(path, bytes)
        // Rendering never yields to the event loop, so signals would not be handled before the last page.
        await setImmediate()
      } catch (error) {
        failed = true
        throw error
      }
      return new Response(null)
    },
  })
}

/** The files of a response: one at the path of the request, or, if it is form data, each file in it at the path that is its name. */
async function filesIn(response: Response, path: string): Promise<[path: string, bytes: Uint8Array][]> {
  if (!response.headers.get('content-type')?.startsWith('multipart/form-data'))
    return [[path, new Uint8Array(await response.arrayBuffer())]]
  const files: [path: string, bytes: Uint8Array][] = []
  for (const [name, file] of await response.formData())
    if (typeof file !== 'string') files.push([name, new Uint8Array(await file.arrayBuffer())])
  return files
}

// The page that lists documents that could not be read comes last: the pages of datasets find them.
function lateness({ route }: PathWithRoute): number {
  return route.component === 'src/pages/about.astro' ? 1 : 0
}

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>[number]
