import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { openPackage } from '../../scripts/origin/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { openApart } from '../support/apart.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

const DATA = 'api/v1/get_dataset/large/index.json'

/** What somebody puts in the place of a file. */
const ODD: Readonly<Record<string, (path: string) => void>> = {
  folder: (path) => mkdirSync(path),
  'named pipe': (path) => execFileSync('mkfifo', [path]),
  device: (path) => symlinkSync('/dev/zero', path),
}

function replace(path: string, make: (path: string) => void): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  rmSync(path, { recursive: true, force: true })
  make(path)
  if (stats === undefined) return
  // The time of the file that was there: nothing but what it is gives it away.
  lutimesSync(path, stats.atime, stats.mtime)
  if (lstatSync(path).isDirectory()) utimesSync(path, stats.atime, stats.mtime)
}

describe('something else in place of a regular file', () => {
  const template = temporaryFolder({ after })
  const apart = openApart()
  after(() => apart.close())
  let origin: ScriptedOrigin
  const suite = suiteContext()
  before(async () => {
    const routes = serviceRoutes({ a: 'one', large: 'x'.repeat(100_000) })
    origin = await startScripted(suite, routes)
    await mirrorInto(settingsIn(template, { origin: origin.base }))
  })

  /** A copy of the state folder and the site. A command that waits is ended with the test. */
  function open(t: TestContext, kind: string) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    // Reading a pipe or a device may never end, and only a process can be killed.
    t.after(() => apart.stop())
    const run = (...args: string[]) => (kind === 'folder' ? runHere(args) : apart.run(args))
    const generation = layout.generation(state, findCurrent(state)?.manifest.generation ?? '')
    const mirror = (command: 'crawl' | 'build' | 'mirror') =>
      run(
        command,
        '--quiet',
        ...['--state', state],
        ...(command === 'build' ? [] : ['--origin', origin.base]),
        ...(command === 'crawl' ? [] : ['--out', out]),
      )
    return { folder, state, out, generation, run, mirror }
  }

  for (const [kind, make] of Object.entries(ODD)) {
    for (const name of ['current', 'current.next', 'status.json', 'draft.journal', 'lock'])
      it(`is reported if the state folder has a ${kind} as ${name}`, { timeout: 240_000 }, async (t) => {
        const { state, mirror } = open(t, kind)
        replace(join(state, name), make)
        const { code, stderr } = await mirror('crawl')
        assert.equal(code, 1, stderr)
        assert.match(
          stderr,
          new RegExp(`/state/${name} is a ${kind}, not a file\\. Remove it, then run again\\.\\n$`),
        )
      })

    it(`is fetched again by a crawl, and reported by a build, if the snapshot has a ${kind}`, {
      timeout: 240_000,
    }, async (t) => {
      for (const path of [DATA, 'api/v1/list_datasets/index.json']) {
        const { state, out, generation, mirror } = open(t, kind)
        // Else what is published already is taken from there.
        rmSync(out, { recursive: true })
        replace(join(generation, path), make)
        const built = await mirror('build')
        assert.equal(built.code, 1)
        assert.match(built.stderr, new RegExp(`^\\S+/${path} is damaged: .* Crawl again`))
        const crawled = await mirror('crawl')
        assert.equal(crawled.code, 0, crawled.stderr)
        assert.ok(statSync(join(findCurrent(state)?.folder ?? '', path)).isFile())
      }
    })

    it(`is ignored if a draft, a reading or the changes are a ${kind}`, {
      timeout: 240_000,
    }, async (t) => {
      const { state, generation, mirror } = open(t, kind)
      mkdirSync(join(state, 'draft', DATA, '..'), { recursive: true })
      replace(join(state, 'draft', DATA), make)
      replace(layout.changes(generation), make)
      for (const name of readdirSync(layout.derived(state))) replace(join(layout.derived(state), name), make)
      const { code, stderr } = await mirror('mirror')
      assert.equal(code, 0, stderr)
    })

    it(`is replaced by the next build if the published data is a ${kind}`, {
      timeout: 240_000,
    }, async (t) => {
      const { out, mirror } = open(t, kind)
      replace(join(out, DATA), make)
      replace(join(out, 'index.html'), make)
      const { code, stderr } = await mirror('mirror')
      assert.equal(code, 0, stderr)
      assert.ok(statSync(join(out, DATA)).isFile())
    })

    for (const name of ['SHA256SUMS', 'manifest.json', 'status.json', DATA])
      it(`is a finding of verify, and not packed, if ${name} of a site is a ${kind}`, {
        timeout: 240_000,
      }, async (t) => {
        const { folder, out, run } = open(t, kind)
        replace(join(out, name), make)
        const verified = await run('verify', out)
        assert.equal(verified.code, 6)
        assert.match(verified.stderr, new RegExp(name))
        assert.equal((await run('pack', out, '--out', join(folder, 'a.zip'))).code, 6)
      })

    it(`is left out and reported when a snapshot is restored from a folder with a ${kind}`, {
      timeout: 240_000,
    }, async (t) => {
      const { folder, out, run } = open(t, kind)
      const restore = (state: string) =>
        run('crawl', '--origin', origin.base, '--restore', out, '--state', join(folder, state))
      replace(join(out, DATA), make)
      const { stderr } = await restore('second')
      assert.match(stderr, new RegExp(`/${DATA} is a ${kind}, not a file.*not restored`))
      replace(join(out, 'manifest.json'), make)
      const refused = await restore('third')
      assert.equal(refused.code, 3)
      assert.match(refused.stderr, new RegExp(`/manifest\\.json is a ${kind}, not a file`))
    })

    it(`is reported if a ${kind} is given as a config, a certificate or a data package`, {
      timeout: 240_000,
    }, async (t) => {
      const { folder, run } = open(t, kind)
      const odd = join(folder, 'odd')
      make(odd)
      const config = join(folder, 'config.ts')
      writeFileSync(config, `export default { origin: '${origin.base}', ca: '${odd}' }`)
      const state = ['--state', join(folder, 'new')]
      const lines = [
        { line: ['crawl', '--config', odd, ...state], message: `--config: ${odd} is a ${kind}, not a file.` },
        { line: ['crawl', '--config', config, ...state], message: `ca: ${odd} is a ${kind}, not a file.` },
      ]
      for (const { line, message } of lines) {
        const { code, stderr } = await run(...line)
        assert.equal(code, 2, stderr)
        assert.ok(stderr.endsWith(`${message}\n`), stderr)
      }
      const descriptor = join(folder, 'package/datapackage.json')
      mkdirSync(join(folder, 'package'))
      make(descriptor)
      const { code, stderr } = await run('origin', '--port', '0', join(folder, 'package'))
      assert.equal(code, 2, stderr)
      assert.match(stderr, /package\/datapackage\.json: it is not a file/)
    })

    it(`is reported if a published site has a ${kind} as hosts.json`, { timeout: 240_000 }, async (t) => {
      const { out, mirror } = open(t, kind)
      make(join(out, 'hosts.json'))
      const { code, stderr } = await mirror('build')
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`/dist/hosts\\.json is a ${kind}, not a file\\.`))
    })

    it(`is replaced if a ${kind} has the name of a temporary file`, {
      timeout: 240_000,
    }, async (t) => {
      const { state, out, mirror, run } = open(t, kind)
      for (const path of [
        join(state, 'status.json.part'),
        join(state, 'draft.journal.part'),
        join(out, 'index.html.gz.part'),
      ])
        make(path)
      const { code, stderr } = await run('host', 'nginx', out)
      assert.equal(code, 0, stderr)
      assert.equal((await mirror('mirror')).code, 0)
    })

    it(`is not served if a site has a ${kind}, and never waited for`, {
      timeout: 240_000,
    }, async (t) => {
      const { out } = open(t, kind)
      for (const path of ['404.html', DATA]) replace(join(out, path), make)
      const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
      t.after(() => server.close())
      for (const path of ['nowhere', DATA, '404.html']) assert.equal(await statusOf(server.url + path), 404)
      assert.equal(await statusOf(server.url), 200)
    })
  }

  const NO_FOLDERS = {
    'named pipe': (path: string) => void execFileSync('mkfifo', [path]),
    file: (path: string) => writeFileSync(path, 'mine'),
  }
  for (const [kind, make] of Object.entries(NO_FOLDERS))
    it(`is reported if the state folder has a ${kind} in place of a folder`, async (t) => {
      for (const name of [
        'draft',
        'draft.incoming',
        'draft.restoring',
        'derived',
        'bundle',
        'generations',
        'shards',
      ]) {
        const { state, mirror } = open(t, 'folder')
        replace(join(state, name), make)
        for (const command of ['crawl', 'build'] as const) {
          const { code, stderr } = await mirror(command)
          assert.equal(code, 2, stderr)
          assert.match(
            stderr,
            new RegExp(`/state/${name} is a ${kind}, not a folder\\. Remove it, then run again\\.\\n$`),
          )
        }
      }
    })

  it('is reported if the lock is a symbolic link to itself', async (t) => {
    const { state, mirror } = open(t, 'folder')
    symlinkSync('lock', join(state, 'lock'))
    const { code, stderr } = await mirror('build')
    assert.equal(code, 1)
    assert.match(stderr, /state\/lock is a symbolic link, not a file\. Remove it/)
  })

  it('is damage if it is in place of a folder of the snapshot, and a crawl fetches its files again', async (t) => {
    for (const make of [NO_FOLDERS.file, (path: string) => symlinkSync('api', path)]) {
      const { generation, mirror } = open(t, 'folder')
      replace(join(generation, 'api'), make)
      const { code, stderr } = await mirror('crawl')
      assert.equal(code, 0, stderr)
    }
    for (const make of Object.values(NO_FOLDERS)) {
      const { generation, mirror } = open(t, 'folder')
      replace(generation, make)
      const { code, stderr } = await mirror('build')
      assert.equal(code, 1)
      assert.match(stderr, /manifest\.json is damaged, .*: it is missing\. .*--restore/)
    }
  })

  it('is left out of a data package, and so are links to files outside of it', async (t) => {
    const folder = temporaryFolder(t)
    mkdirSync(join(folder, 'package'))
    const file = (name: string, text: string) => execFileSync('tee', [join(folder, name)], { input: text })
    file('secret.csv', 'secret\n1\n')
    file('package/good.csv', 'a\n1\n')
    symlinkSync('../secret.csv', join(folder, 'package/link.csv'))
    symlinkSync('good.csv', join(folder, 'package/inner.csv'))
    execFileSync('mkfifo', [join(folder, 'package/pipe.csv')])
    mkdirSync(join(folder, 'package/folder.csv'))
    const names = ['good', 'inner', 'link', 'pipe', 'folder']
    const resources = names.map((name) => ({ name, path: `${name}.csv` }))
    file('package/datapackage.json', JSON.stringify({ name: 'p', resources }))
    const { datasets, skipped } = await openPackage(join(folder, 'package'))
    assert.deepEqual(
      datasets.map(({ code }) => code),
      ['good', 'inner'],
    )
    assert.deepEqual(
      skipped.map(({ name, reason }) => `${name} ${reason}`),
      [
        'link its path link.csv leads outside the package through a symbolic link',
        'pipe its path pipe.csv is not a file',
        'folder its path folder.csv is not a file',
      ],
    )
  })
})

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}
