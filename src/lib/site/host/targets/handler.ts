import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTextFile } from '../../../snapshot/index.ts'
import { rulesOf } from '../rules.ts'
import type { HostFile, SiteFacts } from '../types.ts'

/** A file of the handler, as it is. */
export function readPart(name: string): string {
  return readTextFile(fileURLToPath(new URL(`../../handler/${name}`, import.meta.url)))
}

/** The handler and its server, copied, with the rules and the place of the site beside them. */
export function copyServer(
  { base, folder }: SiteFacts,
  server: string,
  parts: readonly string[],
): HostFile[] {
  // From deploy/<target>, which lies beside the site.
  const site = `../../${encodeURIComponent(basename(folder))}/`
  const config = `export default ${JSON.stringify({ site, rules: rulesOf(base) }, null, 2)}\n`
  return [
    { where: 'deploy', path: 'server.mjs', content: readPart(server) },
    { where: 'deploy', path: 'config.mjs', content: config },
    ...parts.map((name): HostFile => ({ where: 'deploy', path: name, content: readPart(name) })),
  ]
}
