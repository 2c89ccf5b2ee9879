import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPackage, type RunningOrigin, startOrigin } from '../../scripts/origin/index.ts'
import { type Manifest, PROBLEM_CODES, type StatedProblem } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { AWKWARD, prepareStates, runHere, runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('a wrong command line', () => {
  const cases: [args: string[], says: RegExp][] = [
    [['fetch'], /"fetch"\. .*\bmirror, crawl, (?:\w+, )+origin\./],
    [['--config', 'missing.ts'], /^--config: .*missing\.ts/],
    [['origin', '--shape', 'round'], /^--shape: unknown shape "round"\. Known shapes: plain, /],
    [['origin', '--shape', 'plian'], /"plian"\. Did you mean plain\? Known shapes: plain, /],
    [['host', 'nignx'], /^host: unknown host "nignx"\. Did you mean nginx\? Known hosts: nginx, /],
    [['origin', 'missing.json'], /missing\.json/],
    [['serve', 'no-such-folder'], /^serve: .*no-such-folder\. Build one/],
    [['verify', 'no-such-folder'], /^verify: .*no-such-folder\. Build one/],
    [['verify', 'package.json'], /^verify: .*package\.json\. Build one/],
  ]
  for (const [args, says] of cases)
    it(`ends with 2 and says what is wrong: ${args.join(' ')}`, async () => {
      const { code, stderr, stdout } = await runHere(args)
      assert.equal(code, 2, stderr)
      assert.match(stderr, says)
      assert.doesNotMatch(stderr, /\n {4}at /)
      assert.equal(stdout, '')
    })

  it('names every wrong key of a config, with what was seen and what is expected', async (context) => {
    const config = join(temporaryFolder(context), 'wrong.config.ts')
    writeFileSync(config, `export default { concurency: 3, retries: -1, deadlines: { idle: 'long' } }`)
    const { code, stderr } = await runHere(['--config', config])
    assert.equal(code, 2)
    assert.match(stderr, /concurency: unknown key\. Did you mean concurrency\? .*origin, out,/)
    assert.match(stderr, /retries: expected a whole number from 0 to 20, saw -1/)
    assert.match(stderr, /deadlines\.idle: expected seconds, .*saw "long"/)
  })

  it('is one line with the required version if Node.js is too old', async (context) => {
    if (!existsSync('/usr/bin/node')) return context.skip('there is no Node of the system here')
    const { code, stderr } = await runMirror(['--help'], { node: '/usr/bin/node' })
    if (code === 0) return context.skip('the Node of the system is new enough')
    assert.equal(code, 2)
    assert.match(stderr, /^[^\n]*Node\.js 22\.19 [^\n]*"npm ci"[^\n]*\n$/)
  })
})

describe('a build without a snapshot', () => {
  it('ends with 3 and states what to do, as text and as json', async (context) => {
    const state = temporaryFolder(context)
    const { code, stdout, stderr } = await runHere(['build', '--json', '--state', state])
    assert.ok(stderr.includes(state) && stderr.includes('npm run mirror -- crawl'), stderr)
    assert.deepEqual(JSON.parse(stdout), { error: stderr.trimEnd(), code: 'no-snapshot', exitCode: 3 })
    assert.equal(code, 3)
  })
})

describe('the whole job on a data package', () => {
  let origin: RunningOrigin
  const folder = temporaryFolder({ after })
  before(async () => {
    origin = await startOrigin(await openPackage(AWKWARD))
    await prepareStates(join(folder, 'state'))
  })
  after(() => origin?.close())
  const places = () => ['--state', join(folder, 'state'), '--out', join(folder, 'dist')]

  it('prints plain lines in a pipe, then a summary and how to view the site', async () => {
    const { code, stdout, stderr } = await runMirror(['--origin', origin.url, ...places()])
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Crawling http:/)
    assert.match(stderr, /datasets \(\d+\)/)
    // One line names what a site without an address lacks.
    assert.equal(
      stderr.match(/^The config does not state .*catalog\.ttl, .*sitemap\.xml/gm)?.length,
      1,
      stderr,
    )
    assert.doesNotMatch(stderr + stdout, /\x1b|\r/)
    for (const name of ['resources', 'representations', 'bytes', 'unchanged', 'gaps', 'time'])
      assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'))
    assert.match(stdout, / {2}npm run mirror -- serve /)
    assert.deepEqual(readdirSync(folder).sort(), ['dist', 'state'])
  })

  it('counts unchanged files in a second run, as json', async () => {
    const { code, stdout } = await runHere(['--json', '--origin', origin.url, ...places()])
    assert.equal(code, 0)
    const report = JSON.parse(stdout)
    assert.equal(report.counts.unchanged, report.representations)
    assert.equal(report.received, 0)
    assert.equal(report.complete, true)
  })

  it('is verified: changes are found', async () => {
    const dist = join(folder, 'dist')
    assert.equal((await runHere(['verify', dist])).code, 0)
    appendFileSync(join(dist, 'api/v1/list/index.json'), ' ')
    rmSync(join(dist, 'api/v1/list_oivs/index.html'))
    writeFileSync(join(dist, 'api/v1/extra.txt'), 'x')
    const { code, stderr } = await runHere(['verify', dist])
    assert.equal(code, 6)
    assert.match(stderr, /altered: api\/v1\/list\/index\.json/)
    assert.match(stderr, /missing: api\/v1\/list_oivs\/index\.html/)
    assert.match(stderr, /unexpected: api\/v1\/extra\.txt/)
    assert.match(stderr, /dead link: .* api\/v1\/list_oivs\/index\.html\b/)
  })

  it('is refused if the snapshot is of another service, with what to do', async (context) => {
    const other = await startScripted(context, {})
    const address = other.base.replace('127.0.0.1', 'localhost')
    const elsewhere = ['--state', join(folder, 'state'), '--out', join(folder, 'other')]
    const { code, stderr } = await runHere(['--origin', address, ...elsewhere])
    assert.equal(code, 2)
    assert.match(stderr, /^state: .* http:\/\/127\.0\.0\.1:\d+\/, not of http:\/\/localhost/m)
    assert.match(stderr, /--state/)
  })

  it('is not replaced by a mirror of another service, which is refused before any request', async (context) => {
    const before = readTree(join(folder, 'dist'))
    const other = await startScripted(context, serviceRoutes({ b: 'x' }))
    const state = ['--quiet', '--state', join(temporaryFolder(context), 'state')]
    const out = ['--out', join(folder, 'dist')]
    const [otherOne, sample] = [['--origin', other.base, ...state], state]
    for (const args of [otherOne, sample]) {
      const { code, stderr } = await runHere(['mirror', ...args, ...out])
      assert.equal(code, 2, stderr)
      assert.match(
        stderr,
        /^out: .*dist contains a mirror of http:\S+, not of (http:|the bundled sample).* --out/,
      )
    }
    assert.deepEqual(other.requests, [])
    assert.equal((await runHere(['crawl', ...otherOne])).code, 0)
    const built = await runHere(['build', ...state, ...out])
    assert.equal(built.code, 2, built.stderr)
    assert.match(built.stderr, /^out: .*dist contains a mirror of /)
    assert.deepEqual(differences(readTree(join(folder, 'dist')), before), [])
  })

  it('uses the existing snapshot if the origin cannot be reached, and ends with 7', async () => {
    const { goodUntil } = JSON.parse(readFileSync(join(folder, 'dist/status.json'), 'utf8'))
    await origin.close()
    const args = ['--json', '--origin', origin.url, '--config', noRetries({ after }), ...places()]
    const { code, stdout, stderr } = await runHere(args)
    assert.equal(code, 7, stderr)
    assert.ok(stderr.includes(origin.url), stderr)
    assert.match(stderr, /Continuing with the snapshot of /)
    assert.match(JSON.parse(stdout).unreachable, /ECONNREFUSED/)
    assert.equal(JSON.parse(stdout).exitCode, 7)
    assert.equal(JSON.parse(stdout).code, 'origin-unreachable')
    const status = JSON.parse(readFileSync(join(folder, 'dist/status.json'), 'utf8'))
    assert.equal(status.outcome, 'unreachable')
    assert.ok(status.triedAt > status.answeredAt)
    assert.equal(status.goodUntil, goodUntil)
    assert.ok(existsSync(join(folder, 'dist/api/v1/list/index.html')))
  })

  it('is refused before the crawl if the site would replace the snapshot or other files', async () => {
    const inside = ['--state', join(folder, 'site/state'), '--out', join(folder, 'site')]
    const refused = await runHere(['--origin', 'http://127.0.0.1:9', ...inside])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /^out: .*site .*site\/state /)
    assert.doesNotMatch(refused.stderr, /Crawling|Fetching/)
  })

  it('leaves other files next to its folders and in its state folder unchanged', async (context) => {
    const place = temporaryFolder(context)
    for (const name of ['dist.old', 'dist.pages', 'dist.building']) writeFileSync(join(place, name), 'mine')
    const args = ['--state', join(place, 'state'), '--out', join(place, 'dist')]
    const sample = await startScripted(context, { 'api/v1/list_datasets/?type=json': '[]' })
    sample.otherwise('[]')
    const run = () => runHere(['--origin', sample.base, '--config', noRetries(context), ...args])
    await prepareStates(join(place, 'state'))
    await run()
    writeFileSync(join(place, 'state/notes.txt'), 'mine')
    await run()
    for (const name of ['dist.old', 'dist.pages', 'dist.building', 'state/notes.txt'])
      assert.equal(readFileSync(join(place, name), 'utf8'), 'mine')
    assert.deepEqual(readdirSync(place).sort(), ['dist', 'dist.building', 'dist.old', 'dist.pages', 'state'])
  })

  it('names a file that it deletes with the old site, even if nothing else has changed', async () => {
    const site = join(folder, 'strange')
    const args = ['build', '--state', join(folder, 'state'), '--out', site]
    const first = await runHere(args)
    assert.doesNotMatch(first.stderr, /warning: /)
    writeFileSync(join(site, 'notes.txt'), 'mine')
    assert.match((await runHere(args)).stderr, /warning: .*strange .*notes\.txt/)
    assert.ok(!readdirSync(site).includes('notes.txt'))
  })

  it('never replaces a folder it did not write', async () => {
    const mine = join(folder, 'mine')
    mkdirSync(mine)
    writeFileSync(join(mine, 'thesis.txt'), 'years of work')
    const { code, stderr } = await runHere(['build', '--state', join(folder, 'state'), '--out', mine])
    assert.equal(code, 2)
    assert.match(stderr, /mine .*\(thesis\.txt\)/)
    assert.equal(readFileSync(join(mine, 'thesis.txt'), 'utf8'), 'years of work')
  })
})

describe('a crawl', () => {
  it('ends with 3 if there is neither an origin nor a snapshot', async (context) => {
    const gone = await startScripted(context, {})
    gone.close()
    const { code, stderr } = await runHere([
      'crawl',
      '--origin',
      gone.base,
      '--config',
      noRetries(context),
      '--state',
      temporaryFolder(context),
    ])
    assert.equal(code, 3)
    assert.match(stderr, /http:.*:\n.*ECONNREFUSED/)
  })

  it('ends with 4 and reports the address and the reason of every gap; everything else is mirrored', async (context) => {
    const list = JSON.stringify([{ code: 'good' }, { code: 'gone' }])
    const origin = await startScripted(context, {
      'api/v1/list_datasets/?type=json': list,
      'api/v1/get_dataset/good/?type=json': '[{"a":1}]',
      'api/v1/get_dataset/good/?type=xml': '<rows><row><a>1</a></row></rows>',
      'api/v1/get_dataset/gone/?type=json': { status: 410 },
    })
    const state = temporaryFolder(context)
    const { code, stderr } = await runHere([
      'crawl',
      '--origin',
      origin.base,
      '--config',
      noRetries(context),
      '--state',
      state,
    ])
    assert.equal(code, 4, stderr)
    assert.match(stderr, /gap: http:.*\/api\/v1\/get_dataset\/gone\/\?type=json — It answered 410/)
    const [generation = ''] = readdirSync(join(state, 'generations'))
    assert.equal(
      readFileSync(join(state, 'generations', generation, 'api/v1/get_dataset/good/index.json'), 'utf8'),
      '[{"a":1}]',
    )
  })

  it('gives each problem a code, in --json and in the manifest', async (context) => {
    const list = JSON.stringify(['good', 'gone', 'lost', 'shut', 'ill', 'fault'].map((code) => ({ code })))
    const data = (code: string) => `api/v1/get_dataset/${code}/?type=json`
    const origin = await startScripted(context, {
      'api/v1/list_datasets/?type=json': list,
      [data('good')]: '[{"a":1}]',
      [data('gone')]: { status: 410 },
      [data('lost')]: { status: 404 },
      [data('shut')]: { status: 403 },
      [data('ill')]: '[{"a":]',
      [data('fault')]: '{"error":"the database is away"}',
    })
    const state = temporaryFolder(context)
    const config = noRetries(
      context,
      "formats: ['json'], lists: { list: 'none', categories: 'none', oivs: 'none' }, fields: { code: 'code' }",
    )
    const args = ['--json', '--origin', origin.base, '--config', config, '--state', state]
    const { code, stdout, stderr } = await runHere(['crawl', ...args])
    assert.equal(code, 4, stderr)
    const { problems, snapshot } = JSON.parse(stdout)
    const codeOf = (name: string) =>
      problems.find(({ subject }: StatedProblem) => subject === `${origin.base}${data(name)}`)?.code
    assert.deepEqual(['gone', 'lost', 'shut', 'ill', 'fault'].map(codeOf), [
      'gone',
      'not-found',
      'access-denied',
      'malformed',
      'error-in-place-of-data',
    ])
    const manifest: Manifest = JSON.parse(readFileSync(join(snapshot, 'manifest.json'), 'utf8'))
    assert.deepEqual(manifest.problems, problems)
    for (const { code = '' } of manifest.problems)
      assert.ok(
        PROBLEM_CODES.some((known) => known === code),
        code,
      )
  })

  it('ends with 130 when it is interrupted, and the next one resumes it', async (context) => {
    let release = () => {}
    const stuck = new Promise<void>((resolve) => {
      release = resolve
    })
    const origin = await startScripted(context, {
      'api/v1/list_datasets/?type=json': JSON.stringify(
        Array.from({ length: 100 }, (_, index) => ({ code: `d${index}` })),
      ),
      'api/v1/get_dataset/d99/?type=json': { body: '[{"a":1}]', after: stuck },
    })
    origin.otherwise(({ path }) =>
      path.includes('no-such-dataset')
        ? { status: 404 }
        : JSON.stringify([{ [path.split('/')[2] ?? '']: path }]),
    )
    const state = temporaryFolder(context)
    const config = noRetries(context, "formats: ['json'], codes: ['d0'], fields: { code: 'code' }")
    const args = ['crawl', '--json', '--origin', origin.base, '--config', config, '--state', state]
    const { code, stdout, stderr } = await runMirror(args, {
      onStart: (kill) =>
        origin.set({
          'api/v1/get_dataset/d98/?type=json': () => {
            kill('SIGINT')
            return '[{"a":1}]'
          },
        }),
    })
    assert.equal(code, 130, stderr)
    assert.match(stderr, /^Interrupted\./m)
    assert.equal(JSON.parse(stdout).exitCode, 130)
    assert.equal(JSON.parse(stdout).code, 'interrupted')
    release()
    origin.forget()
    const again = await runMirror(args)
    assert.equal(again.code, 0, again.stderr)
    const requested = origin.requests.filter(({ path }) => path.includes('get_dataset'))
    assert.ok(requested.length < 20, `${requested.length} of 100 datasets were requested again`)
  })
})

function noRetries(context: Parameters<typeof temporaryFolder>[0], more = ''): string {
  const config = join(temporaryFolder(context), 'mirror.config.ts')
  writeFileSync(config, `export default { retries: 0, ${more} }`)
  return config
}
