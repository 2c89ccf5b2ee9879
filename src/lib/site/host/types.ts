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
  /** Whether `?type=` works for every client (`host`), or only in browsers, by a service worker (`browser`). */
  readonly query: 'host' | 'browser'
  /** Extensions of the compressed copies that it serves. */
  readonly compressed: readonly ('br' | 'gz' | 'zst')[]
  readonly limits: Limits
  /** The user that the host's program runs as, if it reads the site on this machine. */
  readonly user?: string
  render(facts: SiteFacts): readonly HostFile[]
  /** The commands that deploy, to be run in the parent folder of the site. */
  deploy(facts: SiteFacts): readonly string[]
  /** Its deviations from the rules, as sentences; the document of the target lists the same ones. */
  readonly deviations: readonly string[]
}

/** The limits of a host. Absent: no known limit. */
export interface Limits {
  readonly files?: number
  readonly fileBytes?: number
  /** Entries of one folder. Hosts that count files may not count folders, so these only cause a warning. */
  readonly folderFiles?: number
  /** Bytes of the whole site above which a paid plan is needed. */
  readonly freeBytes?: number
  /** Bytes of the whole site. */
  readonly siteBytes?: number
  /** Entries, files and folders together. */
  readonly entries?: number
  /** A pattern that no file name may match, with the reason. */
  readonly names?: { readonly pattern: RegExp; readonly reason: string }
  /** A pattern that the path of the site's folder may not match, because the configuration language of the host cannot express it. */
  readonly folder?: { readonly pattern: RegExp; readonly reason: string }
  /** Whether there is a Dockerfile, which contains the name of the folder. */
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
