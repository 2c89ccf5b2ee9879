import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  findTarget,
  type SiteFacts,
  serveSite,
  type Target,
  type TargetName,
  writeHosts,
} from '../../../src/lib/site/index.ts'
import type { Deviations } from '../cases.ts'
import { startApache, startApacheWithHtaccess } from './apache.ts'
import { startCaddy } from './caddy.ts'
import { startLighttpd } from './lighttpd.ts'
import { startNginx } from './nginx.ts'
import { startDeno, startHandler, startNode } from './node.ts'
import { freePort, type Ready, type Started } from './started.ts'

/** A server that is tested with every case. */
export interface Server {
  readonly name: string
  /** What its site is made ready for; absent for the one that needs nothing. */
  readonly target?: Target
  /** The program it needs. */
  readonly program?: string
  readonly deviations?: Deviations
  /** The content codings it uses if a client accepts them, besides those of `target.compressed`. */
  readonly compresses?: readonly string[]
  start(ready: Ready): Promise<Started>
}

const target = (name: TargetName): Target => findTarget(name) as Target

/** Every server that can be run on a machine without a network. */
export const SERVERS: readonly Server[] = [
  {
    name: 'mirror serve',
    compresses: ['gzip'],
    start: ({ facts: { folder, base }, port }) => serveSite({ folder, host: '127.0.0.1', port, base }),
  },
  { name: 'nginx', target: target('nginx'), program: 'nginx', start: startNginx },
  { name: 'Apache', target: target('apache'), program: 'apache2', compresses: ['gzip'], start: startApache },
  {
    name: 'Apache with .htaccess',
    target: target('apache'),
    program: 'apache2',
    compresses: ['gzip'],
    start: startApacheWithHtaccess,
    deviations: {
      'With `.htaccess` alone, an address with `%2F` is 404 with a page of Apache.': /^has nothing at .*%2F/,
      'With `.htaccess` alone, a name longer than 255 bytes is 403 instead of 404.': /^has nothing at .*aaa…/,
      'With `.htaccess` alone, on a host with MultiViews, `/x/index` is one of the files of `/x/`, and `/404` the page for missing files.':
        /^has nothing at (?:api\/v1\/list\/index|404)$/,
    },
  },
  {
    name: 'Caddy',
    target: target('caddy'),
    program: 'caddy',
    start: startCaddy,
    deviations: {
      'A dataset whose code contains a backslash has no redirects: its address without a slash is 404, and its `index.html` is served.':
        /^redirects .*back%5Cslash/,
    },
  },
  {
    name: 'lighttpd',
    target: target('lighttpd'),
    program: 'lighttpd',
    compresses: ['gzip', 'br'],
    start: startLighttpd,
    deviations: {
      'A folder without a page (`api/v1/`) is 403 instead of 404, with the page of the mirror.':
        /^has no page at|^has nothing at api\/v1\/get_dataset\/(?:\?.*)?$/,
      'A doubled slash is treated as one.': /^has nothing at (?:.*\/\/|\/)/,
      'An address whose query contains a control character, bytes that are not UTF-8 or a second `?` is 400.':
        /\/\?(?:type=json%0[0A]|\?type=json|q=%ff&type=xml)$/,
      'The query of a redirect may be encoded differently: `/` for `%2F`.': /^redirects .*\?a=%2F/,
      'A client that refuses gzip with `q=0` gets gzip.': /^sends no content coding that a client refuses/,
      'An address that ends in `/index.html` redirects to its folder even if there is none; that is then 404.':
        /^has nothing at none\/index\.html$/,
      'An address with `%2F` is treated as one with a slash.': /^has nothing at .*%2F/,
      'A slash after the name of a file is ignored: `index.json/` is `index.json`.':
        /^has nothing at .*index\.json\/$/,
    },
  },
  { name: 'the server for Node', target: target('node'), start: startNode },
  { name: 'the server for Deno, under Node', target: target('deno'), start: startHandler },
  { name: 'Deno', target: target('deno'), program: 'deno', start: startDeno },
]

/** A server under test, with the site that it serves. */
export interface Serving extends Started {
  readonly facts: SiteFacts
}

/**
 * Copies a site, makes it ready for a server and starts the server in a new folder below `room`, which is removed when it is closed.
 * `place` names the folder of the site below that folder.
 */
export async function serveOn(
  { target, program, start }: Server,
  { site, room, base, place = 'dist' }: { site: string; room: string; base: string; place?: string },
): Promise<Serving> {
  // Deno reads below /dev, where folders in memory are, only with all rights.
  const scratch = mkdtempSync(join(program === 'deno' ? tmpdir() : room, 'mirror-host-'))
  const facts = { folder: join(scratch, place), base }
  cpSync(site, facts.folder, { recursive: true, preserveTimestamps: true })
  // Apache does not run as root, and its own user must come here.
  for (const folder of [room, scratch, dirname(facts.folder)]) chmodSync(folder, 0o755)
  if (target) await writeHosts([target], { site: facts.folder, facts, now: new Date() })
  const { url, close } = await start({
    facts,
    files: target?.render(facts) ?? [],
    scratch,
    port: await freePort(),
  })
  return {
    facts,
    url,
    async close() {
      await close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
