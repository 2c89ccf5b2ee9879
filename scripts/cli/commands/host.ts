import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  checkedStatements,
  checkHost,
  findTarget,
  isOurSite,
  openPublished,
  type Preflight,
  quoteShell,
  type SiteFacts,
  TARGETS,
  type Target,
  toDiskFault,
  UNSUITABLE,
  type Written,
  writeHosts,
} from '../../../src/lib/site/index.ts'
import { factsOf } from '../../job/hosts.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Invocation } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { printable } from '../terminal.ts'
import { renderBytes, renderPlural } from '../text.ts'
import { noBuiltSite, UsageError } from '../usage-error.ts'

/** Makes a site ready for a host, or says why it cannot be. Gives the exit code. */
export async function runHostCommand(invocation: Invocation): Promise<number> {
  const { operand, secondOperand, overrides, configFile, base, check } = invocation
  const target = parseTarget(operand)
  const settings = await loadSettings(configFile, overrides)
  const site = openPublished(secondOperand ?? settings.out)
  // It replaces and removes files there.
  if (!existsSync(join(site, 'index.html')) || !isOurSite(site)) throw noBuiltSite('host', site)
  checkedStatements(site)
  const facts = factsOf(site, settings.site, base)
  const preflight = withLeftOut(checkHost(target, { site, facts }), target, settings.hosts)
  const refused = preflight.problems.some(({ severity }) => severity === 'breaks')
  const written =
    check || refused
      ? undefined
      : await writeHosts([target], { site, facts, now: new Date() }).catch((error) => {
          throw toDiskFault(error, site, 'what is not written yet is missing', '')
        })
  tell(invocation, { target, site, base: facts.base, preflight, written, next: commandsOf(target, facts) })
  return refused ? EXIT_CODES.unverified : EXIT_CODES.complete
}

// The config's list is the one the next run goes by.
function withLeftOut(preflight: Preflight, { name }: Target, hosts: readonly string[]): Preflight {
  if (hosts.length === 0 || hosts.some((host) => host === name)) return preflight
  const message = `The config key "hosts" names ${hosts.join(', ')}: the next run makes the site ready for that alone. Add "${name}" to it, or remove the key.`
  return { ...preflight, problems: [...preflight.problems, { severity: 'warns', code: 'left-out', message }] }
}

/** The commands that deploy, as a person types them here. */
function commandsOf(target: Target, facts: SiteFacts): string[] {
  const above = dirname(facts.folder)
  return [...(above === process.cwd() ? [] : [`cd ${quoteShell(above)}`]), ...target.deploy(facts)]
}

/** A path as a person here names it. */
function shown(path: string): string {
  const below = relative(process.cwd(), path)
  return below.startsWith('..') || below === '' ? path : below
}

function parseTarget(name: string | undefined): Target {
  const known = TARGETS.map((target) => target.name).join(', ')
  if (name === undefined) throw new UsageError(`host: name a host. Known are ${known}.`)
  const target = findTarget(name)
  if (target !== undefined) return target
  const why = UNSUITABLE[name.toLowerCase()]
  throw new UsageError(
    why === undefined ? `host: there is no host "${name}". Known are ${known}.` : `host: ${why}`,
  )
}

interface Told {
  readonly target: Target
  readonly site: string
  readonly base: string
  readonly preflight: Preflight
  readonly written: Written | undefined
  readonly next: readonly string[]
}

function tell({ terminal, json, quiet }: Invocation, told: Told): void {
  const { target, site, base, preflight, written, next } = told
  if (json) {
    const { name, query, deviations } = target
    terminal.out(
      JSON.stringify({ target: name, site, base, query, deviations, preflight, written, next }, null, 2),
    )
    return
  }
  for (const { severity, message } of preflight.problems)
    terminal.err(printable(`${severity === 'breaks' ? 'refused' : 'warning'}: ${message}`))
  if (!quiet) terminal.out(printable(renderHost(told)))
}

/** What was done, and how to go on. */
function renderHost({ target: { title, query }, site, preflight, written, next }: Told): string {
  const { files, bytes, problems } = preflight
  const refused = problems.filter(({ severity }) => severity === 'breaks').length
  const size = `${renderPlural(files, 'file')}, ${renderBytes(bytes)}`
  if (refused > 0) return `${site} (${size}) cannot be deployed to ${title}. Nothing was written.`
  if (written === undefined) return `${site} (${size}) can be deployed to ${title}.`
  const lines = [
    ...written.removed.map((path) => `removed ${path}`),
    ...written.site.map((path) => `wrote ${shown(join(site, path))}`),
    ...written.deploy.map((path) => `wrote ${shown(path)}`),
    ...(written.compressed.length > 0
      ? [`compressed ${renderPlural(written.compressed.length, 'file')}`]
      : []),
  ]
  return [
    ...lines,
    `${site} (${size}) is ready for ${title}.${query === 'host' ? '' : ' It does not look at queries: browsers are led to the file by the page, other clients ask for index.json and index.xml.'}`,
    '',
    'Deploy it:',
    ...next.map((line) => `  ${line}`),
  ].join('\n')
}
