import type { TargetName } from '../../config/index.ts'

export { TARGET_NAMES, type TargetName } from '../../config/index.ts'

/** A file a host needs. */
export interface HostFile {
  /** Below the root of the site (`site`), or below `deploy/<target>/` beside it (`deploy`; for a site that is not in `dist`, `deploy-<its name>/<target>/`). */
  readonly where: 'site' | 'deploy'
  readonly path: string
  readonly content: string
}

/** What a target may need to know of the site it is rendered for. */
export interface SiteFacts {
  /** The folder of the site, absolute. */
  readonly folder: string
  /** The path the site is published under, with a slash at both ends: `/`, `/data/`. */
  readonly base: string
  /** The same path, where a person named it: `--base`. */
  readonly namedBase?: string
  /** The name of the host it is published at, when it is known: `mirror.example.org`. */
  readonly host?: string
}

/** How one host serves a site: a pure renderer of the one description in `rules.ts`. */
export interface Target {
  readonly name: TargetName
  /** What people call it: `Cloudflare Pages and Workers`. */
  readonly title: string
  /** Whether `?type=` reaches a file there for every client, or only in a browser (by a service worker), or not at all. */
  readonly query: 'host' | 'browser' | 'no'
  /** Endings of pre-compressed siblings it serves. */
  readonly compressed: readonly ('br' | 'gz' | 'zst')[]
  readonly limits: Limits
  /** The user it reads the site as, where it reads it in its place on this machine. */
  readonly user?: string
  render(facts: SiteFacts): readonly HostFile[]
  /** The commands that deploy, as a person types them in the folder above the site. */
  deploy(facts: SiteFacts): readonly string[]
  /** Where it differs from the rules, in sentences; the docs of the target list the same. */
  readonly deviations: readonly string[]
}

/** What a host refuses. Absent: no limit that is known. */
export interface Limits {
  readonly files?: number
  /** Bytes of one file. */
  readonly fileBytes?: number
  /** Entries of one folder. A host that counts files may not count the folders in it, so that they are only warned of. */
  readonly folderFiles?: number
  /** Bytes of the whole site from which on it takes a plan that is paid for. */
  readonly freeBytes?: number
  /** Bytes of the whole site. */
  readonly siteBytes?: number
  /** Entries, files and folders together. */
  readonly entries?: number
  /** What no name may hold, with the reason. */
  readonly names?: { readonly pattern: RegExp; readonly reason: string }
  /** What the path of the site's folder may not hold, because the language of the host cannot express it, with the reason. */
  readonly folder?: { readonly pattern: RegExp; readonly reason: string }
  /** Whether it has a Dockerfile, which names the folder. */
  readonly dockerfile?: true
  /** Whether it takes paths for one that differ in case only. */
  readonly ignoresCase?: true
  /** Longest address, in bytes. */
  readonly urlBytes?: number
  /** How many rules a file of the host may hold, by its path: lines that match. */
  readonly rules?: Readonly<Record<string, { readonly most: number; readonly rule: RegExp }>>
  /** Bytes of a file of the host, by its path. */
  readonly hostFileBytes?: Readonly<Record<string, number>>
}
