import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { beginWithLocks } from '../../scripts/job/folders.ts'
import { checkHosts } from '../../scripts/job/hosts.ts'
import { buildSite } from '../../scripts/job/site.ts'
import { ConfigError } from '../../src/lib/config/index.ts'
import {
  findHostsRecord,
  findTarget,
  TARGET_NAMES,
  type Target,
  type TargetName,
  verifySite,
  writeHosts,
} from '../../src/lib/site/index.ts'
import { mirrorSmall } from '../check/support/sites.ts'
import { differences, readTree } from '../support/files.ts'
import { AWKWARD, buildWithBundle, mirrorPackage, runHere, runMirror, settingsIn } from '../support/mirror.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { copyOf } from './site.ts'

const folder = temporaryFolder({ after })
let site: string
/** A site with codes that some hosts refuse. */
let awkward: string
before(async () => {
  site = await mirrorSmall({ after } as TestContext, join(folder, 'small'))
  awkward = (await mirrorAwkward(join(folder, 'awkward'))).out
})

const host = (copy: string, ...args: string[]) => runHere(['host', args[0] ?? '', copy, ...args.slice(1)])
const findingsOf = (copy: string) => verifySite(copy).findings
const copyFor = (context: TestContext) => copyOf(site, temporaryFolder(context))
const writeFor = (copy: string, names: readonly TargetName[]) =>
  writeHosts(
    names.map((name) => findTarget(name) as Target),
    { site: copy, facts: { folder: copy, base: '/' }, now: new Date() },
  )

describe('a server that host writes', () => {
  // Deno names a fault where it is asked to serve; a port that is in use, for example.
  const substitute =
    "globalThis.Deno={env:{get:(name)=>process.env[name]},serve(){throw new Error('Address already in use')}}"
  const onWindows =
    "import path from 'node:path';import{syncBuiltinESMExports}from'node:module';path.sep='%5C%5C';syncBuiltinESMExports()"

  it('names in one line why it cannot start, and ends with 1', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['node', 'deno'])
    const start = (name: string, program: string, env: NodeJS.ProcessEnv) =>
      spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${program}`, join(dirname(copy), 'deploy', name, 'server.mjs')],
        { encoding: 'utf8', env: { ...process.env, HOST: '127.0.0.1', ...env }, timeout: 20_000 },
      )
    const other = createServer().listen(0, '127.0.0.1')
    context.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const [name, program, env, reason] of [
      ['node', '', { PORT: String(port) }, /EADDRINUSE.*\. HOST and PORT set where it listens\.$/m],
      ['node', '', { PORT: 'eighty' }, /port eighty: /],
      ['node', '', { HOST: '192.0.2.1', PORT: '0' }, /at 192\.0\.2\.1, port 0: .*EADDRNOTAVAIL/],
      ['node', onWindows, {}, /Windows is not supported/],
      ['deno', substitute, {}, /port 8080: Address already in use\. HOST and PORT set where it listens\.$/m],
      ['deno', `${substitute};${onWindows}`, {}, /Windows is not supported/],
    ] as const) {
      const { status, stdout, stderr } = start(name, program, env)
      assert.deepEqual([status, stdout], [1, ''], stderr)
      assert.match(stderr, reason)
      assert.match(stderr, /^[^\n]+\n$/)
    }
  })

  it('warns of a folder that is not there, and takes an empty variable for one that is not set', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['node'])
    const server = join(dirname(copy), 'deploy/node/server.mjs')
    const ended = (env: NodeJS.ProcessEnv) =>
      spawnSync(
        process.execPath,
        // It ends as soon as it listens.
        [
          '--import',
          'data:text/javascript,console.log=(line)=>{process.stdout.write(line);process.exit()}',
          server,
        ],
        { encoding: 'utf8', env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...env }, timeout: 20_000 },
      )
    const absent = ended({ MIRROR_ROOT: '/none' })
    assert.match(absent.stderr, /^There is no \/none: [^\n]*404[^\n]*\n$/)
    const { stdout, stderr } = ended({ MIRROR_ROOT: '' })
    assert.equal(stderr, '')
    assert.match(stdout, /\/dist\/ at http:\/\/127\.0\.0\.1:\d+\/$/)
  })
})

describe('mirror host', () => {
  it('writes nothing while the site is being built, and waits for that with --wait', async (context) => {
    const copy = copyFor(context)
    const before = readTree(copy)
    const settings = { ...settingsIn(temporaryFolder(context), {}), out: copy }
    const release = await beginWithLocks(settings)
    const { code, stdout } = await host(copy, 'nginx', '--json')
    assert.deepEqual([code, JSON.parse(stdout).code], [8, 'in-use'])
    assert.deepEqual(differences(before, readTree(copy)), [])
    assert.equal((await host(copy, 'nginx', '--check')).code, 0)
    const waiting = host(copy, 'nginx', '--wait')
    release()
    assert.equal((await waiting).code, 0)
    assert.deepEqual(findingsOf(copy), [])
  })

  it('writes what the host needs, prints how to deploy it, and leaves a valid site', async (context) => {
    const copy = copyFor(context)
    const { code, stdout, stderr } = await host(copy, 'nginx')
    assert.equal(code, 0, stderr)
    const above = dirname(copy)
    assert.ok(stdout.includes(`\nwrote ${above}/deploy/nginx/mirror.conf\n`), stdout)
    assert.ok(stdout.includes(`\nDeploy it:\n  cd ${above}\n  sudo cp deploy/nginx/mirror.conf `), stdout)
    assert.match(readFileSync(join(copy, '../deploy/nginx/mirror.conf'), 'utf8'), /^map \$args/m)
    assert.deepEqual(findingsOf(copy), [])
  })

  it('refuses a second host, and names the config key that takes several', async () => {
    const { code, stderr } = await runHere(['host', 'nginx', 'caddy'])
    assert.equal(code, 2)
    assert.match(stderr, /saw a second, "caddy"\. .*"hosts"/)
  })

  it('names the files of another host that it removes, and counts compressed copies in one line', async (context) => {
    const copy = copyFor(context)
    assert.match((await host(copy, 'caddy')).stdout, /^wrote [\d,]+ compressed copies$/m)
    const { code, stdout, stderr } = await host(copy, 'apache')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^removed [\d,]+ compressed copies$/m)
    assert.doesNotMatch(stdout, /\.(?:br|gz|zst)$/m)
    assert.ok((await host(copy, 'plain')).stdout.includes(`removed ${copy}/.htaccess\n`))
  })

  it('uses the path and the name of the host from the configured address of the site', async (context) => {
    const copy = copyFor(context)
    const config = join(copy, '../own.config.ts')
    writeFileSync(config, `export default { site: 'https://mirror.example.org/data/' }`)
    assert.equal((await host(copy, 'nginx', '--config', config)).code, 0)
    const written = readFileSync(join(copy, '../deploy/nginx/mirror.example.org-data.conf'), 'utf8')
    assert.match(written, /^ {2}server_name mirror\.example\.org;\n[\s\S]*^ {2}location \/data\/ \{$/m)
  })

  it('prints paths and commands relative to the working folder', async (context) => {
    const copy = copyFor(context)
    const { stdout } = await runMirror(['host', 'nginx', 'dist'], { cwd: dirname(copy) })
    assert.match(stdout, /^wrote deploy\/nginx\/mirror\.conf$/m)
    assert.match(stdout, /^Deploy it:\n {2}sudo cp deploy\/nginx\/mirror\.conf /m)
    const spaced = `${dirname(copy)}/it's $HOME`
    mkdirSync(spaced)
    cpSync(copy, join(spaced, 'dist'), { recursive: true })
    const { next } = JSON.parse((await host(join(spaced, 'dist'), 'nginx', '--json')).stdout)
    assert.equal(next[0], `cd '${dirname(copy)}/it'\\''s $HOME'`)
  })

  it('links to the home page from the 404 page, below the configured path', async (context) => {
    const copy = copyFor(context)
    const home = () => /<a id="home" href="([^"]*)"/.exec(readFileSync(join(copy, '404.html'), 'utf8'))?.[1]
    assert.equal((await host(copy, 'nginx', '--base', '/repo/')).code, 0)
    assert.equal(home(), '/repo/')
    assert.match(readFileSync(join(copy, '404.html'), 'utf8'), /<form id="find" action="\/repo\/search\/"/)
    assert.deepEqual(
      gunzipSync(readFileSync(join(copy, '404.html.gz'))),
      readFileSync(join(copy, '404.html')),
    )
    assert.deepEqual(findingsOf(copy), [])
    assert.equal((await host(copy, 'plain')).code, 0)
    assert.equal(home(), '/')
  })

  it('warns of a folder that the user of the server cannot enter', async (context) => {
    const copy = copyFor(context)
    chmodSync(dirname(copy), 0o700)
    const { stderr } = await host(copy, 'nginx', '--check')
    assert.match(stderr, /^warning: \/.* .*mode 700.*nginx.*www-data\. .*chmod o\+x \//m)
    assert.doesNotMatch((await host(copy, 'node', '--check')).stderr, /is closed/)
  })

  for (const base of ['/a"b$c/', '/a b/', '../..'])
    it(`refuses a path that hosts interpret differently, as serve does: ${base}`, {
      timeout: 60_000,
    }, async (context) => {
      const copy = copyFor(context)
      for (const ended of [
        await host(copy, 'nginx', '--base', base),
        await runHere(['serve', copy, '--port', '0', '--base', base]),
      ]) {
        assert.equal(ended.code, 2)
        assert.equal(
          ended.stderr,
          `--base: expected a path of letters, digits and - . _ ~ for a host, saw ${base}\n`,
        )
      }
    })

  it('only checks with --check', async (context) => {
    const copy = copyFor(context)
    const { code, stdout } = await host(copy, 'apache', '--check')
    assert.equal(code, 0)
    assert.match(stdout, /can be deployed to Apache httpd\.\n$/)
    assert.deepEqual(differences(readTree(site), readTree(copy)), [])
    assert.ok(!existsSync(join(copy, '../deploy')))
  })

  it('ends with 6 and writes nothing when the host would refuse the site', async (context) => {
    const copy = copyOf(awkward, temporaryFolder(context))
    const { code, stdout, stderr } = await host(copy, 'netlify')
    assert.equal(code, 6)
    assert.match(
      stderr,
      /^refused: 6 names are refused: Netlify refuses names with # or \?: api\/.*what\?#frag/m,
    )
    assert.match(stdout, /Nothing was written\.\n$/)
    assert.deepEqual(differences(readTree(awkward), readTree(copy)), [])
  })

  it('leaves the site unchanged if the files beside it cannot be written', async (context) => {
    const copy = copyFor(context)
    writeFileSync(join(copy, '../deploy'), 'mine')
    const { code } = await host(copy, 'nginx')
    assert.equal(code, 1)
    assert.deepEqual(differences(readTree(site), readTree(copy)), [])
  })

  it('leaves the files of others where they are: folders, links and repositories', async (context) => {
    const copy = copyFor(context)
    mkdirSync(join(copy, '.git/refs/tags'), { recursive: true })
    writeFileSync(join(copy, '.git/HEAD'), 'ref: refs/heads/main')
    symlinkSync('../elsewhere', join(copy, 'link'))
    assert.equal((await host(copy, 'plain')).code, 0)
    assert.equal(readFileSync(join(copy, '.git/HEAD'), 'utf8'), 'ref: refs/heads/main')
    assert.ok(existsSync(join(copy, '.git/refs/tags')))
    assert.equal(readlinkSync(join(copy, 'link')), '../elsewhere')
  })

  it('prints the same as json', async (context) => {
    const copy = copyFor(context)
    const report = JSON.parse((await host(copy, 'apache', '--json')).stdout)
    assert.equal(report.target, 'apache')
    assert.deepEqual(report.written.site, ['.htaccess', 'hosts.json'])
    assert.deepEqual(
      report.preflight.problems.filter(({ severity }: { severity: string }) => severity === 'breaks'),
      [],
    )
    assert.equal(report.next[0], `cd ${dirname(copy)}`)
  })

  const wrong: readonly (readonly [args: string[], says: RegExp])[] = [
    [['host'], /^host: .*\bnginx, apache,/],
    [['host', 'iis'], /^host: .*"iis"\. .*\bnginx, apache, .*plain\.$/m],
    [['host', 'firebase'], /^host: Firebase .* Use the target "node"/],
    [['host', 'azure-static-web-apps'], /^host: Azure Static Web Apps .* Use the target "node"/],
    [['host', 'nginx', 'no-such-folder'], /^host: .*no-such-folder\. Build one/],
    [['host', 'nginx', 'dist', 'more'], /^host takes two operands, saw a third, "more"\.$/m],
  ]
  for (const [args, says] of wrong)
    it(`ends with 2 and says what is wrong: ${args.join(' ')}`, async () => {
      const { code, stderr } = await runHere(args)
      assert.equal(code, 2, stderr)
      assert.match(stderr, says)
    })
})

describe('a prepared site', () => {
  it('is unchanged when it is prepared again', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['caddy', 'apache'])
    const first = readTree(copy, { times: true })
    await writeFor(copy, ['caddy', 'apache'])
    assert.deepEqual(differences(first, readTree(copy, { times: true })), [])
  })

  it('has no files of the previous host, and is then as before', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['node', 'cloudflare'])
    assert.ok(existsSync(join(copy, '_worker.js')) && existsSync(join(copy, 'api/v1/list/index.html.br')))
    const { removed } = await writeFor(copy, ['plain'])
    assert.ok(removed.includes('_worker.js') && removed.includes('api/v1/list/index.html.br'))
    assert.deepEqual(differences(readTree(site), readTree(copy)), ['SHA256SUMS', 'hosts.json'])
    assert.deepEqual(findingsOf(copy), [])
  })

  it('is repaired after a killed run', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['nginx'])
    const sums = readFileSync(join(site, 'SHA256SUMS'))
    writeFileSync(join(copy, 'SHA256SUMS'), sums)
    assert.notDeepEqual(findingsOf(copy), [])
    await writeFor(copy, ['nginx'])
    assert.deepEqual(findingsOf(copy), [])
  })

  it('has compressed copies of the same bytes, with the same time, each of them smaller', async (context) => {
    const copy = copyFor(context)
    const { compressed } = await writeFor(copy, ['node'])
    assert.ok(compressed.length > 50, `only ${compressed.length}`)
    for (const path of compressed) {
      const source = path.replace(/\.(?:br|gz|zst)$/, '')
      const bytes = readFileSync(join(copy, path))
      const decode = { br: brotliDecompressSync, gz: gunzipSync, zst: zstdDecompressSync }
      const decoded = decode[path.slice(source.length + 1) as 'br' | 'gz' | 'zst'](bytes)
      assert.ok(decoded.equals(readFileSync(join(copy, source))), path)
      assert.equal(statSync(join(copy, path)).mtimeMs, statSync(join(copy, source)).mtimeMs, path)
      assert.ok(bytes.length < decoded.length, path)
    }
  })

  it('has a new compressed copy if its source has changed', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['nginx'])
    const stale = join(copy, 'api/v1/list/index.html.gz')
    utimesSync(stale, 1, 1)
    await writeFor(copy, ['nginx'])
    assert.equal(statSync(stale).mtimeMs, statSync(join(copy, 'api/v1/list/index.html')).mtimeMs)
  })
})

describe('a deployment file that somebody wrote or edited', () => {
  const at = (copy: string, path: string) => join(copy, '../deploy/nginx', path)
  const read = (copy: string, path: string) => readFileSync(at(copy, path), 'utf8')

  it('stays: the new one is written next to it once, and host reports it', async (context) => {
    const copy = copyFor(context)
    mkdirSync(at(copy, '.'), { recursive: true })
    writeFileSync(at(copy, 'mirror.conf'), 'mine')
    const { code, stdout, stderr } = await host(copy, 'nginx')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^warning: \/.*\/deploy\/nginx\/mirror\.conf .*by hand\. .*\.new\./m)
    assert.match(stdout, /^wrote .*\/mirror\.conf\.new$/m)
    assert.equal(read(copy, 'mirror.conf'), 'mine')
    const made = read(copy, 'mirror.conf.new')
    rmSync(at(copy, 'mirror.conf.new'))
    const again = await host(copy, 'nginx')
    assert.doesNotMatch(again.stdout, /^wrote .*mirror\.conf/m)
    assert.match(again.stderr, /by hand\. It is left unchanged\.$/m)
    assert.equal(read(copy, 'mirror.conf'), 'mine')
    writeFileSync(at(copy, 'mirror.conf'), made)
    assert.doesNotMatch((await host(copy, 'nginx', '--check')).stderr, /edited by hand/)
  })

  it('stays next to every later version, and so does an edited new one', async (context) => {
    const copy = copyFor(context)
    const write = (address: string) =>
      writeHosts([findTarget('node') as Target], {
        site: copy,
        facts: { folder: copy, base: address },
        now: new Date(),
      })
    const file = (name: string) => join(copy, '../deploy/node', name)
    await write('/')
    await write('/a/')
    assert.ok(readFileSync(file('config.mjs'), 'utf8').includes('"/a/"'), 'ours, unedited: replaced')
    writeFileSync(file('config.mjs'), 'mine')
    await write('/b/')
    writeFileSync(file('config.mjs.new'), 'mine too')
    await write('/c/')
    assert.equal(readFileSync(file('config.mjs'), 'utf8'), 'mine')
    assert.equal(readFileSync(file('config.mjs.new'), 'utf8'), 'mine too')
    assert.ok(readFileSync(file('config.mjs.new-2'), 'utf8').includes('"/c/"'))
    // Taken over as it was made, it is ours again.
    cpSync(file('config.mjs.new-2'), file('config.mjs'))
    await write('/d/')
    assert.ok(readFileSync(file('config.mjs'), 'utf8').includes('"/d/"'))
  })

  it('stays in later runs, which warn only if there is a new version', async (context) => {
    const own = temporaryFolder(context)
    const out = await mirrorSmall(context, own)
    assert.equal((await host(out, 'nginx')).code, 0)
    const config = join(own, 'own.config.ts')
    const build = async (settings: object) => {
      writeFileSync(config, `export default ${JSON.stringify(settings)}`)
      return runHere(['build', '--config', config, '--state', join(own, 'state'), '--out', out])
    }
    writeFileSync(at(out, 'mirror.conf'), 'mine')
    const quiet = await build({})
    assert.equal(quiet.code, 0, quiet.stderr)
    assert.doesNotMatch(quiet.stderr, /warning/)
    rmSync(join(own, 'deploy/SHA256SUMS'))
    assert.match((await build({})).stderr, /^warning: .*mirror\.conf was written or edited by hand\. /m)
    assert.equal(read(out, 'mirror.conf'), 'mine')
  })
})

describe('a deployment file of an earlier version', () => {
  it('is replaced by a run, which warns once that it has to be deployed again', async (context) => {
    const own = temporaryFolder(context)
    const out = await mirrorSmall(context, own)
    assert.equal((await host(out, 'nginx')).code, 0)
    const build = async (settings: object) => {
      const config = join(own, `${Object.keys(settings).join()}.config.ts`)
      writeFileSync(config, `export default ${JSON.stringify(settings)}`)
      return runHere(['build', '--config', config, '--state', join(own, 'state'), '--out', out])
    }
    const again = /^warning: The files in \/.*\/deploy\/nginx change .* npm run mirror -- host nginx /m
    assert.doesNotMatch((await build({})).stderr, again)
    const [file, sums] = [join(own, 'deploy/nginx/mirror.conf'), join(own, 'deploy/SHA256SUMS')]
    const made = readFileSync(file, 'utf8')
    const earlier = `# of an earlier version\n${made}`
    writeFileSync(file, earlier)
    const sumOf = (text: string) => hash('sha256', text)
    writeFileSync(sums, readFileSync(sums, 'utf8').replace(sumOf(made), sumOf(earlier)))
    assert.match((await build({})).stderr, again)
    assert.equal(readFileSync(file, 'utf8'), made)
    assert.doesNotMatch((await build({})).stderr, again)
    const named = await build({ site: 'https://mirror.example.org/' })
    assert.match(named.stderr, again, 'its file has another name')
  })
})

describe('two sites in one folder', () => {
  it('have separate deployment files and separate names at a provider', async (context) => {
    const copy = copyFor(context)
    const other = join(copy, '../public_html')
    cpSync(copy, other, { recursive: true })
    // Hosts with the same compressed files one after the other: the files stay.
    const compressedFor = (name: TargetName) => String(findTarget(name)?.compressed)
    for (const name of TARGET_NAMES.toSorted((a, b) => compressedFor(a).localeCompare(compressedFor(b)))) {
      const target = findTarget(name) as Target
      if (target.render({ folder: copy, base: '/' }).every(({ where }) => where === 'site')) continue
      await writeFor(copy, [name])
      const first = readTree(join(copy, '../deploy', name))
      await writeFor(other, [name])
      assert.deepEqual(differences(first, readTree(join(copy, '../deploy', name))), [], name)
      for (const line of target.deploy({ folder: other, base: '/' }))
        assert.doesNotMatch(line, /(?:^|[ =])deploy\//, name)
      for (const { where, path } of target.render({ folder: other, base: '/' }))
        if (where === 'deploy') assert.ok(existsSync(join(copy, '../deploy-public_html', name, path)), path)
    }
    for (const name of ['cloudflare', 's3-cloudfront'] as const) {
      const report = (address: string) =>
        findTarget(name)?.deploy({ folder: copy, base: '/', host: address }).join('\n') ?? ''
      const nameIn = (text: string) =>
        /--(?:stack|project)-name ([a-z][a-z0-9-]{0,53})(?: |$)/m.exec(text)?.[1]
      const names = ['a-b.example.org', 'a.b.example.org', `${'long.'.repeat(45)}example.org`].map(
        (address) => nameIn(report(address)),
      )
      assert.ok(
        names.every((text) => text !== undefined),
        names.join(),
      )
      assert.equal(new Set(names).size, 3)
    }
  })
})

describe('a folder whose name is invalid for a host', () => {
  it('is refused, or there is a warning if only the image is affected', async (context) => {
    const above = temporaryFolder(context)
    const named = (name: string) => {
      const copy = join(above, name)
      cpSync(site, copy, { recursive: true })
      return copy
    }
    const caddy = await host(named('a[b'), 'caddy', '--check')
    assert.equal(caddy.code, 6)
    assert.match(caddy.stderr, /^refused: .*a\[b, .*Caddy takes \[/m)
    const gitlab = await host(named('a$b'), 'gitlab-pages', '--check')
    assert.equal(gitlab.code, 6)
    const node = await host(join(above, 'a$b'), 'node', '--check')
    assert.equal(node.code, 0)
    assert.match(node.stderr, /^warning: .*Dockerfile.* folder a\$b\b/m)
  })
})

describe('a site that was changed by hand', () => {
  it('has no compressed copy of a file that is no longer worth compressing', async (context) => {
    const copy = copyFor(context)
    await writeFor(copy, ['nginx'])
    writeFileSync(join(copy, 'api/v1/list/index.html'), '<p>short')
    await writeFor(copy, ['nginx'])
    assert.ok(!existsSync(join(copy, 'api/v1/list/index.html.gz')))
  })
})

describe('a run after mirror host', () => {
  it('prepares the new site for the same host, below the same path', async (context) => {
    const own = temporaryFolder(context)
    const out = await mirrorSmall(context, own)
    assert.equal((await host(out, 'nginx', '--base', '/data/')).code, 0)
    const ready = readTree(out)
    rmSync(join(own, 'deploy'), { recursive: true })
    await buildSite(settingsIn(own, {}), new AbortController().signal)
    const changed = differences(ready, readTree(out))
    assert.deepEqual(
      changed.filter((path) => !['manifest.json', 'status.json'].includes(path)),
      [],
    )
    assert.ok(readTree(out).has('api/v1/list/index.html.gz'))
    assert.match(
      readFileSync(join(own, 'deploy/nginx/mirror-data.conf'), 'utf8'),
      /^ {2}location \/data\/ \{$/m,
    )
    assert.deepEqual(findingsOf(out), [])
  })

  it('uses the hosts in the config, of which mirror host warns', async (context) => {
    const copy = copyFor(context)
    const config = join(copy, '../own.config.ts')
    writeFileSync(config, `export default { hosts: ['apache', 'caddy'] }`)
    const { stderr } = await host(copy, 'nginx', '--config', config)
    assert.match(stderr, /^warning: .*"hosts".* apache, caddy .*"nginx"/m)
    assert.doesNotMatch((await host(copy, 'caddy', '--config', config)).stderr, /"hosts"/)
  })
})

describe('the config key hosts', () => {
  it('prepares every build, and leaves an unchanged one unchanged', async (context) => {
    const own = temporaryFolder(context)
    const config = { hosts: ['apache', 'nginx'], site: 'https://mirror.example.org/data/' } as const
    const built = await mirrorSmall(context, own)
    await buildWithBundle(settingsIn(own, { ...config, hosts: [...config.hosts] }))
    assert.match(readFileSync(join(built, '.htaccess'), 'utf8'), /^ErrorDocument 404 \/data\/404\.html$/m)
    assert.ok(existsSync(join(own, 'deploy/nginx/mirror.example.org-data.conf')))
    assert.deepEqual(findingsOf(built), [])
    const first = readTree(built, { times: true })
    await buildSite(settingsIn(own, { ...config, hosts: [...config.hosts] }), new AbortController().signal)
    const changed = differences(first, readTree(built, { times: true }))
    assert.deepEqual(
      changed.filter((path) => !['manifest.json', 'status.json'].includes(path)),
      [],
    )
  })

  it('refuses two hosts that interpret one file differently', () => {
    assert.throws(
      () => checkHosts({ hosts: ['cloudflare', 'netlify'], out: '/srv/dist', site: undefined }),
      (error: Error) =>
        error instanceof ConfigError &&
        /^hosts: cloudflare and netlify both read _headers, /.test(error.message),
    )
    checkHosts({ hosts: ['apache', 'nginx', 'cloudflare'], out: '/srv/dist', site: undefined })
  })

  for (const base of ['/a"; evil {', '/../up/', '/./', '..'])
    it(`ignores a record whose path hosts would interpret differently: ${base}`, (context) => {
      const site = temporaryFolder(context)
      const write = (text: string) =>
        writeFileSync(join(site, 'hosts.json'), JSON.stringify({ hosts: 1, targets: ['nginx'], base: text }))
      write('/a.b/..c/')
      assert.equal(findHostsRecord(site)?.base, '/a.b/..c/')
      write(base)
      assert.equal(findHostsRecord(site), undefined)
    })

  it('publishes nothing when a host would refuse it', async (context) => {
    const own = temporaryFolder(context)
    await assert.rejects(
      mirrorPackage(own, AWKWARD, { hosts: ['netlify'] }),
      /hosts: .* cannot be deployed to Netlify:\n {2}6 names/,
    )
    assert.ok(!existsSync(join(own, 'dist')))
  })
})
