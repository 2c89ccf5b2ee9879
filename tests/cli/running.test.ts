import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { crawlOrigin } from '../../scripts/job/crawl-origin.ts'
import { buildLockOf } from '../../scripts/job/folders.ts'
import { findProblem } from '../../scripts/require-node.mjs'
import { findCurrent, type Generation, layout, withLock, withState } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT, readTree } from '../support/files.ts'
import {
  AWKWARD,
  buildWithBundle,
  MIRROR,
  mirrorInto,
  prepareStates,
  runHere,
  runMirror,
  settingsIn,
  takeBundle,
  withBundle,
} from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('runs', () => {
  test('a run with --wait waits until another run has ended, and prints that it waits', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const state = join(temporaryFolder(t), 'state')
    const { promise: waits, resolve } = Promise.withResolvers<void>()
    const args = ['crawl', '--wait', '--origin', origin.base, '--state', state]
    let run: ReturnType<typeof runMirror> | undefined
    await withState(state, async () => {
      run = runMirror(args, {
        onOutput: (all) => {
          if (all.includes(`process ${process.pid}`)) resolve()
        },
      })
      await Promise.race([waits, run])
      assert.deepEqual(origin.requests, [])
    })
    const ended = await (run as ReturnType<typeof runMirror>)
    assert.equal(ended.code, 0, ended.stderr)
    assert.match(ended.stderr, new RegExp(`\\(process ${process.pid}\\) .*state\\b`))
  })

  test('a build that waited reports the generation that it built, not one from before', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const settings = settingsIn(temporaryFolder(t), { origin: origin.base })
    const { state, out } = settings
    const crawl = () => crawlOrigin(settings, () => {}, new AbortController().signal)
    await crawl()
    takeBundle(state)
    const { promise: waits, resolve } = Promise.withResolvers<void>()
    let run: ReturnType<typeof runMirror> | undefined
    const inUse = () => new Error('nobody else uses it')
    await withLock(buildLockOf(out), inUse, async () => {
      run = runMirror(['build', '--wait', '--json', '--state', state, '--out', out], {
        onOutput: (all) => {
          if (all.includes(`process ${process.pid}`)) resolve()
        },
      })
      await Promise.race([waits, run])
      await crawl()
    })
    const { code, stdout, stderr } = await (run as ReturnType<typeof runMirror>)
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).generation, findCurrent(state)?.manifest.generation)
  })

  test('a run without an origin crawls the service that the snapshot is of', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const [state, out] = [join(temporaryFolder(t), 'state'), join(temporaryFolder(t), 'dist')]
    await prepareStates(state)
    assert.equal((await runHere(['crawl', '--quiet', '--origin', origin.base, '--state', state])).code, 0)
    for (const args of [['plan'], ['crawl'], ['mirror', '--out', out]]) {
      origin.forget()
      const { code, stdout, stderr } = await runHere([...args, '--state', state])
      assert.equal(code, 0, stderr)
      assert.match(stdout + stderr, new RegExp(`(Crawling|crawl of) ${origin.base}`))
      assert.ok(origin.requests.length > 0)
    }
  })

  /** Resolves when a process and all that have its output open have ended. */
  const closed = (child: ChildProcess) => new Promise((resolve) => child.on('close', resolve))

  test('a signal that ends npm ends the program that npm runs, also one that npm does not pass on', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const settings = settingsIn(temporaryFolder(t), { origin: origin.base })
    await mirrorInto(settings)
    const endBy = async (signal: NodeJS.Signals) => {
      const child = spawn('npm', ['run', '--silent', 'mirror', '--', 'serve', '--port', '0', settings.out], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      t.after(() => child.kill())
      const { promise: serves, resolve } = Promise.withResolvers<void>()
      let printed = ''
      child.stdout.on('data', (chunk) => {
        printed += chunk
        if (/http:\/\/\S+/.test(printed)) resolve()
      })
      await serves
      const [address = ''] = /http:\/\/[^\s]+/.exec(printed) ?? []
      child.kill(signal)
      await closed(child)
      await assert.rejects(fetch(address), signal)
    }
    await Promise.all((['SIGTERM', 'SIGHUP', 'SIGKILL'] as const).map(endBy))
  })

  test('a terminal that is closed interrupts a crawl', async (t) => {
    let hangUp = () => {}
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      'api/v1/get_dataset/a/?type=json': () => {
        hangUp()
        return { ending: 'hang' }
      },
    })
    const args = ['crawl', '--quiet', '--origin', origin.base, '--state', join(temporaryFolder(t), 'state')]
    const { code, stderr } = await runMirror(args, {
      onStart: (kill) => {
        hangUp = () => kill('SIGHUP')
      },
    })
    assert.equal(code, 130, stderr)
    assert.match(stderr, /^Interrupted\.[^\n]*\n$/)
  })

  test('an interruption ends a command while it reads a site, with 130 and without a result', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x'.repeat(2000), b: 'y' }))
    const folder = temporaryFolder(t)
    const { out } = settingsIn(folder, { origin: origin.base })
    await mirrorInto(settingsIn(folder, { origin: origin.base }))
    // Signals itself once, when it opens the first file of the site.
    const interrupting = `import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { openSync } = fs
      let isDue = true
      fs.openSync = (path, ...more) => {
        if (isDue && String(path).startsWith(process.env.TEST_SITE)) {
          isDue = false
          process.kill(process.pid, 'SIGINT')
        }
        return openSync(path, ...more)
      }
      syncBuiltinESMExports()`
    const env = {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(interrupting)}`,
      TEST_SITE: realpathSync(out),
    }
    for (const args of [
      ['verify', out],
      ['host', 'caddy', out],
      ['pack', out, '--out', join(folder, 'mirror.zip')],
      ['pack', out, '--sqlite', '--out', join(folder, 'mirror.sqlite')],
    ]) {
      const { code, stdout, stderr } = await runMirror(args, { env })
      assert.deepEqual([code, stdout], [130, ''], args.join(' '))
      assert.match(stderr, /^Interrupted\.[^\n]*\n$/)
    }
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('mirror.')),
      [],
    )
  })

  test('Windows, an old Node.js and a folder that cannot be bundled from are refused with one line that states what to do', () => {
    const here = {
      platform: 'linux' as NodeJS.Platform,
      version: '24.1.0',
      folder: '/srv/a b/\'q\' "d" [x] 100% %41 жй/',
      hasWorkingFolder: true,
    }
    for (const folder of ['/srv/#1/', '/srv/what?/', '/srv/*/'])
      assert.match(
        findProblem('npm run mirror', { ...here, folder }) ?? '',
        /^The program cannot run in \/srv\/.*\. Move it to a folder without these characters\.$/,
      )
    assert.equal(findProblem('npm run mirror', here), undefined)
    assert.match(findProblem('npm run mirror', { ...here, platform: 'win32' }) ?? '', /^Windows .*Linux/)
    const old = findProblem('npm run mirror', { ...here, version: '20.20.2' }) ?? ''
    assert.match(old, /^Node\.js 22\.19 .* 20\.20\.2\. .*"npm ci".*--ignore-scripts/)
    const faked = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})"
    // `astro build` loads the second one, whose work is the same.
    for (const entry of ['scripts/mirror.mjs', 'astro.config.mjs']) {
      const { status, stderr } = spawnSync(process.execPath, ['--import', faked, join(ROOT, entry)], {
        encoding: 'utf8',
      })
      assert.equal(status, 2, entry)
      assert.match(stderr, /^Windows [^\n]*\n$/)
    }
    assert.deepEqual(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).os, ['!win32'])
  })

  test('a crawl into a named folder prints the command that builds from that folder', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const state = join(temporaryFolder(t), "a city's state")
    const { stdout } = await runHere(['crawl', '--origin', origin.base, '--state', state])
    assert.ok(stdout.includes(`npm run mirror -- build --state '${state.replace("'", "'\\''")}'\n`), stdout)
  })

  test('a run keeps compiled modules in a state folder that has a snapshot, for one version of Node.js, and nowhere else', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const folder = temporaryFolder(t)
    const state = join(folder, 'state')
    const compiled = join(state, 'compiled')
    // Tests have such a cache of their own.
    const run = (...args: string[]) => runMirror(args, { env: { NODE_COMPILE_CACHE: undefined } })
    const crawl = async () => {
      const { code, stderr } = await run('crawl', '--origin', origin.base, '--state', state)
      assert.equal(code, 0, stderr)
    }
    await crawl()
    assert.equal(existsSync(compiled), false, 'there was no snapshot yet')
    await crawl()
    const [version = '', ...others] = readdirSync(compiled)
    assert.deepEqual(others, [])
    assert.ok(readdirSync(join(compiled, version)).length > 50)
    mkdirSync(join(compiled, 'v1.0.0'))
    await crawl()
    assert.deepEqual(readdirSync(compiled), [version])
    const foreign = join(folder, 'foreign')
    mkdirSync(foreign)
    await run('build', '--state', foreign)
    await run('plan', '--origin', origin.base, '--state', foreign)
    assert.deepEqual(readdirSync(foreign), [])
  })

  test('a state folder that the file system does not create ends the run with what to do', async (t) => {
    if (!existsSync('/proc/self')) return t.skip('there is no /proc')
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const { code, stderr } = await runHere(['crawl', '--origin', origin.base, '--state', '/proc/new/state'])
    assert.equal(code, 1, stderr)
    assert.match(stderr, /\/proc\/new.*The disk accepts no new folder/)
    assert.equal(origin.requests.length, 0)
  })
})

describe('closed pipes', () => {
  test('a crawl continues after the reader of its output closes, as in `| head`', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const state = temporaryFolder(t)
    const args = ['crawl', '--verbose', '--origin', origin.base, '--state', state]
    const child = spawn(process.execPath, [`${ROOT}scripts/mirror.mjs`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    child.stderr.destroy()
    const [code] = await once(child, 'exit')
    assert.equal(code, 0)
    assert.equal(findCurrent(state)?.manifest.complete, true)
  })

  const FULL = '/dev/full'
  const UNWRITTEN =
    'The output could not be written (ENOSPC). The disk is full. Free some space there, then run again.\n'

  test('a crawl whose log or result cannot be written continues; without the result it ends with 1 and a line', async (t) => {
    if (!existsSync(FULL)) return t.skip(`there is no ${FULL}`)
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const full = openSync(FULL, 'w')
    t.after(() => closeSync(full))
    for (const [stdout, stderr, wanted] of [
      [full, 'pipe', 1],
      ['pipe', full, 0],
    ] as const) {
      const state = temporaryFolder(t)
      const args = ['crawl', '--json', '--origin', origin.base, '--state', state]
      const child = spawn(process.execPath, [`${ROOT}scripts/mirror.mjs`, ...args], {
        stdio: ['ignore', stdout, stderr],
      })
      const [[code], lines] = await Promise.all([
        once(child, 'exit'),
        buffer((child.stderr ?? child.stdout) as Readable),
      ])
      assert.equal(code, wanted)
      if (wanted === 1) assert.equal(lines.toString(), UNWRITTEN)
      assert.equal(findCurrent(state)?.manifest.complete, true)
    }
  })

  test('a server that cannot print its address ends with 1 and a line', async (t) => {
    if (!existsSync(FULL)) return t.skip(`there is no ${FULL}`)
    const full = openSync(FULL, 'w')
    t.after(() => closeSync(full))
    const site = temporaryFolder(t)
    writeFileSync(join(site, 'index.html'), '')
    for (const args of [
      ['serve', site, '--port', '0'],
      ['origin', AWKWARD, '--quiet', '--port', '0'],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [MIRROR, ...args], {
        stdio: ['ignore', full, 'pipe'],
        timeout: 60_000,
        encoding: 'utf8',
      })
      assert.deepEqual([status, stderr], [1, UNWRITTEN], args[0])
    }
  })
})

test('a system that ends the process that bundles, for want of memory, ends the run with a sentence', async (t) => {
  const folder = temporaryFolder(t)
  const killer = join(folder, 'killer.cjs')
  writeFileSync(killer, "if (/bundle\\.process/.test(process.argv[1])) process.kill(process.pid, 'SIGKILL')")
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const { code, stdout, stderr } = await runMirror(['--json', '--origin', origin.base], {
    cwd: folder,
    env: { NODE_OPTIONS: `--require ${killer}` },
  })
  assert.match(
    stderr,
    /^The process that bundles the templates ended \(SIGKILL\)\. Memory may have run out: [^\n]+\n$/,
  )
  assert.deepEqual([code, JSON.parse(stdout).code], [1, 'system'])
  assert.ok(!existsSync(join(folder, 'dist')))
})

describe('the working folder', () => {
  const { signal } = new AbortController()

  test('the config is read from the working folder, and nothing is written there if the site and the state are elsewhere', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const [cwd, elsewhere] = [temporaryFolder(t), temporaryFolder(t)]
    const [out, state] = [join(elsewhere, 'new/dist'), join(elsewhere, 'state')]
    const config = { origin: origin.base, title: 'Named here', out, state }
    writeFileSync(join(cwd, 'mirror.config.ts'), `export default ${JSON.stringify(config)}`)
    await prepareStates(state)
    const seen = new Set<string>()
    const { code, stderr } = await runMirror(['mirror', '--verbose'], {
      cwd,
      env: { NODE_COMPILE_CACHE: undefined },
      onOutput: () => {
        for (const name of readdirSync(cwd)) seen.add(name)
      },
    })
    assert.equal(code, 0, stderr)
    assert.ok(existsSync(join(out, 'api/v1/get_dataset/a/index.json')))
    assert.deepEqual([...seen], ['mirror.config.ts'])
    assert.deepEqual(readdirSync(cwd), ['mirror.config.ts'])
    assert.deepEqual(readdirSync(join(elsewhere, 'new')), ['dist'])
  })

  test('a build keeps the working folder of the process', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const settings = settingsIn(temporaryFolder(t), { origin: origin.base })
    await crawlOrigin(settings, () => {}, signal)
    const before = process.cwd()
    const seen = new Set<string>()
    const watch = setInterval(() => seen.add(process.cwd()), 1)
    await buildWithBundle(settings).finally(() => clearInterval(watch))
    assert.deepEqual([...seen], [before])
  })

  test('a working folder that was removed ends every command with one line that states what to do', (t) => {
    for (const args of ['', 'plan', '--version']) {
      const script = `cd "$1" && mkdir gone && cd gone && rmdir "$PWD" && exec "$2" "$3" ${args}`
      const { status, stdout, stderr } = spawnSync(
        'sh',
        ['-c', script, 'sh', temporaryFolder(t), process.execPath, join(ROOT, 'scripts/mirror.mjs')],
        { encoding: 'utf8' },
      )
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, /^The working folder was removed, [^\n]+ \(cd\), then run again\.\n$/)
    }
  })
})

describe('warnings', () => {
  test('a build that mends a damaged file of the state folder warns like a crawl', async (t) => {
    const folder = temporaryFolder(t)
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    assert.equal((await runHere(['crawl', '--quiet', '--origin', origin.base, '--state', state])).code, 0)
    truncateSync(layout.changes((findCurrent(state) as Generation).folder))
    const build = () => withBundle(state, () => runHere(['build', '--quiet', '--state', state, '--out', out]))
    assert.match(
      (await build()).stderr,
      /^warning: changes\.json — It was damaged in the state folder[^\n]*\n$/,
    )
    assert.equal((await build()).stderr, '')
  })
})

describe('the umask', () => {
  const WARNING = /^warning: Only this user can read \S+, so a web server .* Build it with umask 022 .*\n/m

  test('a run whose umask closes the site to web servers warns, and the next one with another umask opens it', async (t) => {
    const before = process.umask()
    t.after(() => process.umask(before))
    const folder = temporaryFolder(t)
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    const run = (...args: string[]) => runHere([...args, '--quiet', '--state', state, '--out', out])
    const build = () => withBundle(state, () => run('build'))
    const closed = () =>
      [...readTree(out).keys()].filter((path) => (statSync(join(out, path)).mode & 0o044) !== 0o044)
    process.umask(0o077)
    assert.equal((await runHere(['crawl', '--quiet', '--origin', origin.base, '--state', state])).code, 0)
    assert.match((await build()).stderr, WARNING)
    assert.match((await run('build')).stderr, WARNING)
    const host = await runHere(['host', 'nginx', out])
    assert.match(host.stderr, WARNING)
    assert.equal(statSync(state).mode & 0o777, 0o700)
    process.umask(0o022)
    assert.deepEqual(await build(), { code: 0, stdout: '', stderr: '' })
    assert.deepEqual(closed(), [])
    process.umask(0o027)
    assert.deepEqual(await build(), { code: 0, stdout: '', stderr: '' })
  })
})
