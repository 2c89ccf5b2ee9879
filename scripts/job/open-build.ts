import { statSync } from 'node:fs'
import type { Settings } from '../../src/lib/config/index.ts'
import {
  contentKeyOf,
  findSiteRecord,
  manifestKeyOf,
  openPublishedSite,
} from '../../src/lib/site/build/site-record.ts'
import { choicesOf } from '../../src/lib/site/grids.ts'
import { findStatusOf } from '../../src/lib/site/publish.ts'
import { buildFoldersOf, wholeSeconds } from '../../src/lib/site/published.ts'
import { findChanges, findStatus, type Generation, layout, openChain } from '../../src/lib/snapshot/index.ts'
import { readBranding } from './branding.ts'
import { isSameService } from './load-settings.ts'
import { identifyProgram } from './program.ts'
import { readSigningKey } from './signing-key.ts'

/** A build in progress. */
export type Build = ReturnType<typeof openBuild>

/** Opens the snapshot and the published site for a build in a new folder. `full`: every page is rendered, and every published file is hashed. */
export function openBuild(settings: Settings, generation: Generation, full: boolean) {
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
    /** Whether every page is rendered. */
    full,
    generation,
    status,
    branding,
    /** The text of the chain of generations, and the problem if it does not continue the published one. */
    chain,
    /** The key that signs the site; undefined if the site is not signed. */
    key,
    /** The folder of the new site. */
    site,
    published: openPublishedSite({ published: out, site, now, newMode, full }),
    /** The mode of a new folder. */
    newMode,
    /** The record of the published site; undefined if there is none, or if every page is rendered. */
    before: full ? undefined : findSiteRecord(derived, out),
    /** The checksum of the program. */
    program,
    /** A checksum of everything that the site is made from, except the times of runs. */
    inputs: contentKeyOf(program, chosen, manifestKeyOf(generation.manifest), changes, chain.text, status),
    /** The time of new files, in whole seconds. */
    now,
  }
}

// The published chain is only continued for the same service: a mirror may replace one of the bundled sample.
function chainOf(generation: Generation, out: string) {
  const isSame = isSameService(findStatus(out)?.origin ?? [], generation.manifest.origin)
  return openChain(generation, isSame ? out : undefined)
}
