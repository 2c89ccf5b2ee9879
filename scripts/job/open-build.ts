import { statSync } from 'node:fs'
import type { Settings } from '../../src/lib/config/index.ts'
import {
  contentKeyOf,
  findSiteRecord,
  manifestKeyOf,
  openPublishedSite,
  type PublishedSite,
  type SiteRecord,
} from '../../src/lib/site/build/site-record.ts'
import { choicesOf } from '../../src/lib/site/grids.ts'
import type { MirrorSource } from '../../src/lib/site/mirror.ts'
import type { SigningKey } from '../../src/lib/site/proof/signing-key.ts'
import { findStatusOf } from '../../src/lib/site/publish.ts'
import { buildFoldersOf, wholeSeconds } from '../../src/lib/site/published.ts'
import { findChanges, findStatus, type Generation, layout, openChain } from '../../src/lib/snapshot/index.ts'
import { readBranding } from './branding.ts'
import { isSameService } from './load-settings.ts'
import { identifyProgram } from './program.ts'
import { readSigningKey } from './signing-key.ts'

/** A build in progress. */
export interface Build {
  readonly settings: Settings
  readonly generation: Generation
  readonly status: MirrorSource['status']
  readonly branding: ReturnType<typeof readBranding>
  /** The text of the chain of generations, and the problem if it does not continue the published one. */
  readonly chain: ReturnType<typeof openChain>
  /** The key that signs the site; undefined if the site is not signed. */
  readonly key: SigningKey | undefined
  /** The folder of the new site. */
  readonly site: string
  readonly published: PublishedSite
  /** The record of the published site; undefined if there is none, or if every page is rendered. */
  readonly before: SiteRecord | undefined
  /** Whether every page is rendered. */
  readonly full: boolean
  /** The checksum of the program. */
  readonly program: string
  /** A checksum of everything that the site is made from, except the times of runs. */
  readonly inputs: string
  /** The time of new files, in whole seconds. */
  readonly now: Date
  /** The mode of a new folder. */
  readonly newMode: number
}

/** Opens the snapshot and the published site for a build in a new folder. `full`: every page is rendered, and every published file is hashed. */
export function openBuild(settings: Settings, generation: Generation, full: boolean): Build {
  const { out, state, language, title, fields, hosts, timestampAuthority } = settings
  const { folder, site } = buildFoldersOf(out)
  const now = wholeSeconds(new Date())
  const newMode = statSync(folder).mode
  const derived = layout.derived(state)
  const found = findStatusOf(state, generation.manifest)
  const status = found && {
    outcome: found.outcome,
    ...(found.message !== undefined && { message: found.message }),
  }
  const program = identifyProgram()
  const changes = findChanges(generation)
  const chain = chainOf(generation, out)
  const branding = readBranding(settings)
  const key = readSigningKey(settings)
  const signer = key?.publicKey.toString('base64')
  const chosen = {
    out,
    language,
    title,
    fields,
    hosts,
    timestampAuthority,
    columns: choicesOf(settings),
    address: settings.site,
    look: branding.branding,
    signer,
  }
  return {
    settings,
    full,
    generation,
    status,
    branding,
    chain,
    key,
    site,
    published: openPublishedSite({ published: out, site, now, newMode, full }),
    newMode,
    before: full ? undefined : findSiteRecord(derived, out),
    program,
    inputs: contentKeyOf(program, chosen, manifestKeyOf(generation.manifest), changes, chain.text, status),
    now,
  }
}

// The published chain is only continued for the same service: a mirror may replace one of the bundled sample.
function chainOf(generation: Generation, out: string): Build['chain'] {
  const isSame = isSameService(findStatus(out)?.origin ?? [], generation.manifest.origin)
  return openChain(generation, isSame ? out : undefined)
}
