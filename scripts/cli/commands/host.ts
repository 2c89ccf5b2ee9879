import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Settings, suggestNearest } from '../../../src/lib/config/index.ts'
import {
  checkedStatements,
  checkHost,
  findTarget,
  isOurSite,
  openPublished,
  type Preflight,
  publishedFolderOf,
  quoteShell,
  type SiteFacts,
  TARGETS,
  type Target,
  toDiskFault,
  UNSUITABLE,
  type Written,
} from '../../../src/lib/site/index.ts'
import { withPublished } from '../../job/folders.ts'
import { factsOf } from '../../job/hosts.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { replacePrepared } from '../../job/site.ts'
import { type Invocation, noBuiltSite, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { whenFree } from '../restore.ts'
import { escapeControls, renderBytes, renderPlural, renderWarning } from '../terminal.ts'

/** Prepares a site for a host, or prints why the host would refuse it. Resolves to how it ended. */
export async function runHostCommand(invocation: Invocation): Promise<CommandEnding> {
  const { operand, secondOperand, overrides, config, check } = invocation
  const target = parseTarget(operand)
  const settings = await loadSettings(config, overrides)
  const out = publishedFolderOf(secondOperand ?? settings.out)
  const site = openPublished(out)
  if (!existsSync(join(site, 'index.html')) || !isOurSite(site))
    throw findTarget(secondOperand ?? '') === undefined
      ? noBuiltSite('host', out)
      : new UsageError(
          `host: expected one host, saw a second, "${secondOperand}". List several in the config key "hosts"; each run then prepares the site for them.`,
        )
  const prepare = () => prepareSite(invocation, { target, settings, out })
  if (check) return prepare()
  return whenFree(invocation, () => withPublished(out, prepare)).catch((error) => {
    throw toDiskFault(error, out, undefined, '')
  })
}

interface Preparing {
  readonly target: Target
  readonly settings: Settings
  readonly out: string
}

async function prepareSite(
  invocation: Invocation,
  { target, settings, out }: Preparing,
): Promise<CommandEnding> {
  const { base, check, terminal } = invocation
  const site = openPublished(out)
  checkedStatements(site)
  const facts = factsOf(out, settings.site, base)
  const preflight = withLeftOut(checkHost(target, { site, facts }), target, settings.hosts)
  const refused = preflight.problems.some(({ severity }) => severity === 'breaks')
  const written =
    check || refused
      ? undefined
      : await replacePrepared(target, facts, settings, {
          signal: invocation.signal,
          onWarning: (warning) => terminal.err(renderWarning(warning, terminal.paint)),
        })
  print(invocation, { target, site, base: facts.base, preflight, written, next: commandsOf(target, facts) })
  return refused ? 'unverified' : 'complete'
}

// The next run prepares the site for the hosts that the config lists.
function withLeftOut(preflight: Preflight, { name }: Target, hosts: readonly string[]): Preflight {
  if (hosts.length === 0 || hosts.some((host) => host === name)) return preflight
  const message = `The config key "hosts" lists ${hosts.join(', ')} but not ${name}, so the next run will not prepare the site for ${name}. Add "${name}" to the key, or remove the key.`
  return { ...preflight, problems: [...preflight.problems, { severity: 'warns', code: 'left-out', message }] }
}

/** The commands that deploy, for the working folder. */
function commandsOf(target: Target, facts: SiteFacts): string[] {
  const above = dirname(facts.folder)
  return [...(above === process.cwd() ? [] : [`cd ${quoteShell(above)}`]), ...target.deploy(facts)]
}

/** A path relative to the working folder if it is below it, else the whole path. */
function shown(path: string): string {
  const below = relative(process.cwd(), path)
  return below.startsWith('..') || below === '' ? path : below
}

function parseTarget(name: string | undefined): Target {
  const names = TARGETS.map((target) => target.name)
  const known = names.join(', ')
  if (name === undefined) throw new UsageError(`host: expected a host. Known hosts: ${known}.`)
  const target = findTarget(name)
  if (target !== undefined) return target
  const why = UNSUITABLE[name.toLowerCase()]
  throw new UsageError(
    why === undefined
      ? `host: unknown host "${name}".${suggestNearest(name, names)} Known hosts: ${known}.`
      : `host: ${why}`,
  )
}

interface HostReport {
  readonly target: Target
  readonly site: string
  readonly base: string
  readonly preflight: Preflight
  readonly written: Written | undefined
  readonly next: readonly string[]
}

function print({ terminal, json, quiet }: Invocation, report: HostReport): void {
  const { target, site, base, preflight, written, next } = report
  if (json) {
    const { name, query, deviations } = target
    terminal.out(
      JSON.stringify({ target: name, site, base, query, deviations, preflight, written, next }, null, 2),
    )
    return
  }
  for (const { severity, message } of preflight.problems)
    terminal.err(
      severity === 'breaks' ? escapeControls(`refused: ${message}`) : renderWarning(message, terminal.paint),
    )
  if (!quiet) terminal.out(escapeControls(renderHost(report)))
}

/** The files that were written, and the next commands. */
function renderHost({ target: { title, query }, site, preflight, written, next }: HostReport): string {
  const { files, bytes, problems } = preflight
  const refused = problems.filter(({ severity }) => severity === 'breaks').length
  const size = `${renderPlural(files, 'file')}, ${renderBytes(bytes)}`
  if (refused > 0) return `${site} (${size}) cannot be deployed to ${title}. Nothing was written.`
  if (written === undefined) return `${site} (${size}) can be deployed to ${title}.`
  const lines = [
    ...written.removed
      .filter((path) => !isCompressed(path))
      .map((path) => `removed ${shown(join(site, path))}`),
    ...renderCompressed('removed', written.removed.filter(isCompressed)),
    ...written.site.map((path) => `wrote ${shown(join(site, path))}`),
    ...written.deploy.map((path) => `wrote ${shown(path)}`),
    ...renderCompressed('wrote', written.compressed),
  ]
  return [
    ...lines,
    `${site} (${size}) is ready for ${title}.${query === 'host' ? '' : ' This host ignores query strings: pages redirect browsers to the data, other clients use index.json and index.xml.'}`,
    '',
    'Deploy it:',
    ...next.map((line) => `  ${line}`),
  ].join('\n')
}

const isCompressed = (path: string) => /\.(?:br|gz|zst)$/.test(path)

// One line: there are several beside each file of the site.
function renderCompressed(verb: 'wrote' | 'removed', paths: readonly string[]): string[] {
  return paths.length > 0
    ? [`${verb} ${renderPlural(paths.length, 'compressed copy', 'compressed copies')}`]
    : []
}
