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
