import { basename, dirname, join } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import {
  checkHost,
  deployFolderOf,
  findConflict,
  findEdited,
  findHostsRecord,
  findOutdated,
  findTarget,
  planDeploy,
  type SiteFacts,
  type Target,
  type TargetName,
  writeDeploy,
  writeHosts,
} from '../../src/lib/site/host/index.ts'
import { isOurSite, openPublished, publishedFolderOf } from '../../src/lib/site/published.ts'
import { BASE_PATH } from '../../src/lib/snapshot/index.ts'

/**
 * What the rules of a host depend on. The base path is `base`, or else the path of `address`, where the site is published, or else `/`.
 * Throws a ConfigError for a path that hosts would interpret differently.
 */
export function factsOf(folder: string, address: string | undefined, base?: string): SiteFacts {
  const url = address === undefined ? undefined : new URL(address)
  const named = base ?? url?.pathname ?? ''
  if (!BASE_PATH.test(named))
    throw new ConfigError(
      `${base === undefined ? 'site' : '--base'}: expected a path of letters, digits and - . _ ~ for a host, saw ${named}`,
    )
  const pathOf = (text: string) => `/${text}/`.replace(/\/+/g, '/')
  return {
    folder,
    base: pathOf(named),
    ...(base !== undefined && { namedBase: pathOf(base) }),
    ...(url && { host: url.host }),
  }
}

/** Throws a ConfigError if one site cannot be prepared for all configured hosts. */
export function checkHosts({ hosts, out, site }: Pick<Settings, 'hosts' | 'out' | 'site'>): void {
  const conflict = findConflict(targetsOf(hosts), factsOf(out, site))
  if (conflict !== undefined) throw new ConfigError(`hosts: ${conflict}`)
}

/**
 * Prepares a new site, in the folder `site`, for the hosts of the config. If it names none, for those that the published site (`out`) was prepared
 * for; if none is published, for those of the mirror that the snapshot (`state`) was restored from. Throws a ConfigError if a host would refuse it.
 */
export async function prepareHosts(settings: Settings, site: string, signal: AbortSignal): Promise<void> {
  const { hosts, out } = settings
  const plan = planHosts(settings)
  if (plan === undefined) return
  const { targets, facts } = plan
  for (const target of targets) {
    const broken = checkHost(target, { site, facts }).problems.filter(({ severity }) => severity === 'breaks')
    if (broken.length > 0)
      throw new ConfigError(
        [
          `hosts: ${basename(dirname(out))}/${basename(out)} cannot be deployed to ${target.title}:`,
          ...broken.map(({ message }) => `  ${message}`),
          ...(hosts.length > 0
            ? []
            : [
                "  The published site was prepared for this host. To change that, set the config key hosts; ['plain'] prepares for no host.",
              ]),
        ].join('\n'),
      )
  }
  await writeHosts(targets, { site, facts, published: out, now: new Date(), signal })
}

/** Writes deployment files of a published site that are missing. */
export function writeDeployFiles(settings: Settings): void {
  const plan = planHosts(settings)
  if (plan !== undefined) writeDeploy(planDeploy(plan.targets, plan.facts), plan.facts)
}

/** Warnings about deployment files that were edited, which new ones will not replace, and about those that have to be deployed again. */
export function warnOfDeployFiles(settings: Settings): string[] {
  const plan = planHosts({ ...settings, out: publishedFolderOf(settings.out) })
  if (plan === undefined) return []
  const { targets, facts } = plan
  const news = planDeploy(targets, facts).filter(({ action }) => action === 'beside')
  return [
    ...findEdited(news, facts).map(({ message }) => message),
    ...findOutdated(targets, facts).map(
      ({ name }) =>
        `The files in ${join(deployFolderOf(facts), name)} change in this run, with the program or the config. Deploy them again: npm run mirror -- host ${name} prints the commands.`,
    ),
  ]
}

// The hosts that a build prepares its site for: those of the config, or else the recorded ones.
function planHosts({
  hosts,
  site: address,
  out,
  state,
}: Settings): { targets: Target[]; facts: SiteFacts } | undefined {
  const site = openPublished(out)
  const before = hosts.length > 0 ? undefined : findHostsRecord(isOurSite(site) ? site : state)
  const targets = targetsOf(before?.targets ?? hosts)
  return targets.length === 0 ? undefined : { targets, facts: factsOf(out, address, before?.base) }
}

function targetsOf(hosts: readonly TargetName[]): Target[] {
  return hosts.flatMap((name) => findTarget(name) ?? [])
}
