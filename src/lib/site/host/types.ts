import type { TargetName } from '../../config/index.ts'

export { TARGET_NAMES, type TargetName } from '../../config/index.ts'

/** A file that a host needs. */
export interface HostFile {
  /** Below the root of the site (`site`), or below `deploy/<target>/` next to it (`deploy`; for a site that is not in `dist`, `deploy-<its name>/<target>/`). */
  readonly where: 'site' | 'deploy'
  readonly path: string
  readonly content: string
}

/** The facts about a site from which a target is rendered. */
export interface SiteFacts {
  /** The folder of the site, absolute. */
  readonly folder: string
  /** The path under which the site is published, with a slash at both ends: `/`, `/data/`. */
  readonly base: string
  /** The same path, if it was given with `--base`. */
  readonly namedBase?: string
  /** The name of the host at which it is published, if known: `mirror.example.org`. */
  readonly host?: string
}

/** How one host serves a site: renders the rules in `rules.ts`, without side effects. */
export interface Target {
  readonly name: TargetName
  /** Its usual name: `Cloudflare Pages and Workers`. */
  readonly title: string
  /** Whether `?type=` reaches a file there for every client, or only in a browser (by a service worker), or not at all. */
  readonly query: 'host' | 'browser' | 'no'
  /** Extensions of the pre-compressed files that it serves. */
  readonly compressed: readonly ('br' | 'gz' | 'zst')[]
  readonly limits: Limits
  /** The user as whom it reads the site, if it reads it on this machine. */
  readonly user?: string
  render(facts: SiteFacts): readonly HostFile[]
  /** The commands that deploy, to be run in the folder above the site. */
  deploy(facts: SiteFacts): readonly string[]
  /** Its differences from the rules, as sentences; the document of the target lists the same. */
  readonly deviations: readonly string[]
}

/** The limits of a host. Absent: no known limit. */
export interface Limits {
  readonly files?: number
  /** Bytes of one file. */
  readonly fileBytes?: number
  /** Entries of one folder. Hosts that count files may not count folders, so these only cause a warning. */
  readonly folderFiles?: number
  /** Bytes of the whole site from which a paid plan is needed. */
  readonly freeBytes?: number
  /** Bytes of the whole site. */
  readonly siteBytes?: number
  /** Entries, files and folders together. */
  readonly entries?: number
  /** What no name may contain, with the reason. */
  readonly names?: { readonly pattern: RegExp; readonly reason: string }
  /** What the path of the site's folder may not contain, because the language of the host cannot express it, with the reason. */
  readonly folder?: { readonly pattern: RegExp; readonly reason: string }
  /** Whether it has a Dockerfile, which names the folder. */
  readonly dockerfile?: true
  /** Whether paths that differ only in case are the same. */
  readonly ignoresCase?: true
  /** Longest address, in bytes. */
  readonly urlBytes?: number
  /** Maximum number of rules in a file of the host, by its path: lines that match. */
  readonly rules?: Readonly<Record<string, { readonly most: number; readonly rule: RegExp }>>
  /** Bytes of a file of the host, by its path. */
  readonly hostFileBytes?: Readonly<Record<string, number>>
}
