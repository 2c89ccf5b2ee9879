import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'yaml'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { ROOT } from '../support/files.ts'
import { prepareStates } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { datasetRoutes, writeRepository } from './support/repository.ts'
import { lintWorkflow, readWorkflow, runBash, runStep, stepOf } from './support/workflow.ts'

const SHARDED = 'docs/deploy/github/mirror-shards.yml'
const codes = Array.from({ length: 20 }, (_, at) => `set-${at}`)
const read = (name: string) => readFileSync(join(ROOT, 'docs/deploy', name), 'utf8')

/** A service, and machines with a checkout for its mirror. */
async function start(t: TestContext) {
  const folder = temporaryFolder(t)
  const origin = await startScripted(t, datasetRoutes(codes))
  const machine = async (name: string) => {
    const cwd = join(folder, name)
    if (!existsSync(cwd)) await writeRepository(cwd, { origin: origin.base, formats: ['json'], retries: 0 })
    return cwd
  }
  return { folder, origin, machine }
}

/** Asserts that a state folder has all datasets of the service, and no shards. */
function assertWhole(state: string): void {
  const { manifest } = findCurrent(state) ?? assert.fail(`no snapshot in ${state}`)
  assert.deepEqual([...manifest.codes.order].sort(), [...codes].sort())
  assert.equal(manifest.complete, true)
  assert.ok(!existsSync(join(state, 'shards')))
}

test('the workflow with shards passes a linter, and pins its actions', async () => {
  const text = readFileSync(join(ROOT, SHARDED), 'utf8')
  assert.deepEqual(await lintWorkflow(text, SHARDED), [])
  assert.notDeepEqual(
    await lintWorkflow(text.replace('needs.plan.outputs.code', 'needs.plans.outputs.code'), SHARDED),
    [],
  )
  const uses = [...text.matchAll(/uses: (.*)$/gm)]
  for (const [, used] of uses) assert.match(used ?? '', /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('the workflow with shards does the rest like that for one machine, with no more rights', () => {
  const [one, many] = [readWorkflow(), readWorkflow(SHARDED)]
  assert.deepEqual({ ...many, jobs: {} }, { ...one, jobs: {} })
  const { plan, crawl, build, ...rest } = many.jobs
  const { build: _, ...others } = one.jobs
  assert.deepEqual(rest, others)
  assert.deepEqual(
    [plan, crawl, build].map((job) => job?.permissions),
    [{ contents: 'read', pages: 'read' }, { contents: 'read' }, { contents: 'read' }],
  )
  const write = (workflow: typeof one) => workflow.jobs.build?.steps.find(({ id }) => id === 'report')?.run
  assert.equal(write(many), write(one))
  for (const { run } of Object.values(many.jobs).flatMap(({ steps }) => steps))
    assert.doesNotMatch(run ?? '', /\$\{\{/)
})

test('the jobs of the workflow, which are for eight shards, crawl a service in as many as there are, and build its site', async (t) => {
  const { origin, machine } = await start(t)
  const shards = readWorkflow(SHARDED).jobs.crawl?.strategy?.matrix.shard ?? []
  assert.deepEqual(shards, [1, 2, 3, 4, 5, 6, 7, 8])
  const env = { SITE: `${origin.base}published`, START_ANEW: '' }
  const planner = await machine('planner')
  const planned = await runStep(stepOf('plan', 'Plan', SHARDED), planner, env)
  assert.deepEqual([planned.code, planned.outputs], [0, { code: '0' }], planned.printed)
  const builder = await machine('builder')
  cpSync(join(planner, 'plan.json'), join(builder, 'plan.json'))
  const some = shards.slice(0, 2)
  for (const shard of some) {
    const cwd = await machine(`fetcher ${shard}`)
    cpSync(join(planner, 'plan.json'), join(cwd, 'plan.json'))
    const fetched = await runStep(stepOf('crawl', 'Fetch a shard', SHARDED), cwd, {
      ...env,
      ...{ SHARD: String(shard), SHARDS: String(some.length) },
    })
    assert.equal(fetched.code, 0, fetched.printed)
    cpSync(join(cwd, `shard-${shard}.tgz`), join(builder, `shard-${shard}.tgz`))
  }
  const built = await runStep(stepOf('build', 'Merge and build', SHARDED), builder, {
    ...env,
    ...{ CRAWL: 'success', ACCEPT_REMOVALS: '' },
  })
  assert.deepEqual([built.code, built.outputs], [0, { code: '0' }], built.printed)
  assertWhole(join(builder, '.mirror'))
  assert.ok(existsSync(join(builder, 'dist/index.html')))
})

test('the jobs of the workflow report a refusal without fetching a shard', async (t) => {
  const { origin, machine } = await start(t)
  const cwd = await machine('builder')
  const crawled = await runBash(['-c', 'npm run --silent mirror -- crawl'], cwd)
  assert.equal(crawled.code, 0, crawled.printed)
  origin.set(datasetRoutes(codes.slice(10)))
  const env = { SITE: `${origin.base}published`, START_ANEW: 'true', ACCEPT_REMOVALS: '' }
  const planned = await runStep(stepOf('plan', 'Plan', SHARDED), cwd, env)
  assert.deepEqual([planned.code, planned.outputs], [0, { code: '5' }], planned.printed)
  const built = await runStep(stepOf('build', 'Merge and build', SHARDED), cwd, { ...env, CRAWL: 'skipped' })
  assert.deepEqual([built.code, built.outputs], [0, { code: '5' }], built.printed)
  const { accept } = JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8')).removal
  assert.ok(!existsSync(join(cwd, 'dist')))
  const accepted = await runStep(stepOf('plan', 'Plan', SHARDED), cwd, { ...env, ACCEPT_REMOVALS: accept })
  assert.deepEqual([accepted.code, accepted.outputs], [0, { code: '0' }], accepted.printed)
})

test('the pipeline for GitLab crawls a service in shards, and builds its site', async (t) => {
  const pipeline = parse(read('gitlab/shards.gitlab-ci.yml'))
  assert.deepEqual(pipeline.stages, ['plan', 'crawl', 'build', 'deploy', 'check'])
  assert.equal(pipeline.crawl.parallel, 8)
  const { complete, check, pages } = parse(read('gitlab/.gitlab-ci.yml'))
  assert.deepEqual([pipeline.complete, pipeline.check], [complete, check])
  assert.deepEqual(pipeline.pages.artifacts, pages.artifacts)
  const { origin, machine } = await start(t)
  const run = async (job: string, cwd: string, env = {}) => {
    const script = pipeline[job].script.filter((line: string) => !line.startsWith('npm ci')).join('\n')
    const variables = { ACCEPT_REMOVALS: '', START_ANEW: 'false', CI_PAGES_URL: `${origin.base}published` }
    const ended = await runBash(['-eo', 'pipefail', '-c', script], cwd, { ...variables, ...env })
    assert.equal(ended.code, 0, ended.printed)
  }
  const builder = await machine('builder')
  await run('plan', builder)
  for (const index of [1, 2, 3]) {
    const cwd = await machine(`fetcher ${index}`)
    cpSync(join(builder, 'plan.json'), join(cwd, 'plan.json'))
    await run('crawl', cwd, { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: '3' })
    cpSync(join(cwd, `shard-${index}.tgz`), join(builder, `shard-${index}.tgz`))
  }
  await run('pages', builder)
  assertWhole(join(builder, '.mirror'))
  assert.equal(readFileSync(join(builder, 'mirror.env'), 'utf8'), 'MIRROR_CODE=0\n')
})

test('the jobs for Kubernetes crawl a service in shards on one volume, and build its site', async (t) => {
  const jobs = ['plan', 'crawl', 'merge'].map((name) => parse(read(`kubernetes/${name}.yaml`)))
  const claim = parse(read('kubernetes/volume.yaml'))
  assert.deepEqual([claim.kind, claim.spec.accessModes], ['PersistentVolumeClaim', ['ReadWriteMany']])
  for (const [at, { apiVersion, kind, metadata, spec }] of jobs.entries()) {
    assert.deepEqual(
      [apiVersion, kind, metadata.name],
      ['batch/v1', 'Job', `mirror-${['plan', 'crawl', 'merge'][at]}`],
    )
    const [volume] = spec.template.spec.volumes
    assert.equal(volume.persistentVolumeClaim.claimName, claim.metadata.name)
    assert.deepEqual(spec.template.spec.containers[0].volumeMounts, [
      { name: volume.name, mountPath: '/data' },
    ])
  }
  const [plan, crawl, merge] = jobs
  assert.deepEqual(
    [crawl.spec.completionMode, crawl.spec.completions, crawl.spec.parallelism],
    ['Indexed', 8, 8],
  )
  const { folder, machine } = await start(t)
  const data = join(folder, 'data')
  await prepareStates(join(data, 'state'))
  const run = async (job: typeof plan, env = {}, code = 0) => {
    const [{ command, args }] = job.spec.template.spec.containers
    assert.deepEqual(command, ['sh', '-euc'])
    const script = args[0].replaceAll('/data', data)
    const cwd = await machine('image')
    const ended = await runBash(['-c', 'exec sh -euc "$1"', 'sh', script], cwd, env)
    assert.equal(ended.code, code, ended.printed)
  }
  await run(plan)
  await Promise.all(Array.from({ length: 8 }, (_, at) => run(crawl, { JOB_COMPLETION_INDEX: String(at) })))
  await run(merge)
  assertWhole(join(data, 'state'))
  assert.ok(existsSync(join(data, 'site/index.html')))
  rmSync(join(data, 'site'), { recursive: true })
  await run(merge, { PATH: withPrograms(await machine('image'), { npm: UNREACHED }) }, 7)
  assert.ok(existsSync(join(data, 'site/index.html')))
})

/** Puts programs into a folder of `cwd`; the search path on which they stand before those of the system. */
function withPrograms(cwd: string, programs: Record<string, string>): string {
  mkdirSync(join(cwd, 'bin'), { recursive: true })
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return `${join(cwd, 'bin')}:${process.env.PATH}`
}

const NPM = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim()
/** An npm whose `merge` ends as where the origin cannot be reached. */
const UNREACHED = `case "$*" in *merge*) exit 7 ;; esac\nexec '${NPM}' "$@"`

/** A machine with the script, and with programs that stand before those of the system. */
async function withScript(machine: (name: string) => Promise<string>, programs: Record<string, string>) {
  const cwd = await machine('checkout')
  cpSync(join(ROOT, 'docs/deploy/parallel'), join(cwd, 'docs/deploy/parallel'), { recursive: true })
  const PATH = withPrograms(cwd, programs)
  const run = (args: string, env = {}) =>
    runBash(['-c', `exec sh docs/deploy/parallel/run.sh ${args}`], cwd, { PATH, ...env })
  return { cwd, run }
}

test('the script crawls a service in shards, and builds its site', async (t) => {
  const { origin, machine } = await start(t)
  const { cwd, run } = await withScript(machine, {})
  const first = await run('2')
  assert.equal(first.code, 0, first.printed)
  assertWhole(join(cwd, '.mirror'))
  assert.ok(existsSync(join(cwd, 'dist/index.html')))
  origin.set(datasetRoutes(codes.slice(10)))
  assert.equal((await run('2')).code, 5)
  assertWhole(join(cwd, '.mirror'))
  origin.set(datasetRoutes(codes))
  rmSync(join(cwd, 'dist'), { recursive: true })
  const unreached = await run('2', { PATH: withPrograms(cwd, { npm: UNREACHED }) })
  assert.equal(unreached.code, 7, unreached.printed)
  assert.ok(existsSync(join(cwd, 'dist/index.html')))
})

test('the script starts only those shards again that failed, and ends when one has failed three times', async (t) => {
  const { machine } = await start(t)
  const { cwd, run } = await withScript(machine, {
    npm: `case "$*" in *crawl*)
      echo "$*" >>starts
      case "$*" in *"$FAILS") [ "$(grep -c "$FAILS" starts)" -gt "$TIMES" ] || exit 1 ;; esac ;;
    esac
    exec '${NPM}' "$@"`,
  })
  const starts = () => {
    const lines = readFileSync(join(cwd, 'starts'), 'utf8').trim().split('\n')
    rmSync(join(cwd, 'starts'))
    return lines.map((line) => line.slice(-3)).sort()
  }
  const never = await run('3', { FAILS: '3/3', TIMES: '3' })
  assert.deepEqual([never.code, starts()], [1, ['1/3', '2/3', '3/3', '3/3', '3/3']], never.printed)
  assert.equal(findCurrent(join(cwd, '.mirror')), undefined)
  const once = await run('3', { FAILS: '2/3', TIMES: '1' })
  assert.deepEqual([once.code, starts()], [0, ['1/3', '2/3', '2/3', '3/3']], once.printed)
  assertWhole(join(cwd, '.mirror'))
})

const lacking = ['parallel', 'rsync'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
)
test('the script crawls in shards on another machine, twice, and builds the site here', {
  skip: lacking.length > 0 && `${lacking.join(' and ')} not installed`,
}, async (t) => {
  const { machine } = await start(t)
  const other = await machine('other')
  // The other machine is a folder of this one, with a name: `ssh [-l user] other [--] command`. Like sshd, it sets SHELL, which GNU parallel
  // runs its jobs with.
  const { cwd, run } = await withScript(machine, {
    ssh: 'while [ "$1" != other ]; do shift; done; shift; [ "$1" != -- ] || shift; SHELL=/bin/sh exec sh -c "$*"',
  })
  const script = join(cwd, 'docs/deploy/parallel/run.sh')
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll('/srv/mirror', `'${other}'`))
  rmSync(join(cwd, '.mirror'), { recursive: true })
  for (const env of [{}, { MIRROR_URL: join(cwd, 'dist') }]) {
    const ended = await run('2 other', env)
    assert.equal(ended.code, 0, ended.printed)
    assertWhole(join(cwd, '.mirror'))
    assert.ok(existsSync(join(cwd, 'dist/index.html')))
    const sent = [cwd, other].flatMap((folder) =>
      readdirSync(folder).filter((name) => /tgz$|plan/.test(name)),
    )
    assert.deepEqual(sent, ['plan.json'])
  }
})

/** A checkout with the script, in which npm runs `commands` for the step of `STEP`, and does nothing for others. */
function withSteps(t: TestContext, commands: string) {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'docs/deploy/parallel'), { recursive: true })
  cpSync(join(ROOT, 'docs/deploy/parallel'), join(folder, 'docs/deploy/parallel'), { recursive: true })
  const log = join(folder, 'log')
  const PATH = withPrograms(folder, {
    npm: `case "$* " in *" $STEP "*) echo began >>'${log}'; ${commands} ;; *) echo {} ;; esac`,
  })
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').toSorted() : [])
  /** Starts the script, until so many commands have begun. */
  const startScript = async (STEP: string, began: number) => {
    rmSync(log, { force: true })
    const script = spawn('sh', ['docs/deploy/parallel/run.sh', '2'], {
      cwd: folder,
      env: { ...process.env, PATH, STEP },
      stdio: 'ignore',
    })
    const ended = once(script, 'exit')
    for (let tries = 0; tries < 200 && lines().length < began; tries++) await setTimeout(50)
    return { script, ended }
  }
  return { folder, log, lines, startScript }
}

for (const [step, jobs] of Object.entries({ plan: 1, crawl: 2, merge: 1, build: 1 }))
  test(`the script ends what it runs when it is ended, and starts no more: ${step}`, async (t) => {
    const { log, lines, startScript } = withSteps(
      t,
      `trap 'echo ended >>log; kill $!; exit 130' TERM; sleep 60 & wait`,
    )
    const { script, ended } = await startScript(step, jobs)
    script.kill('SIGTERM')
    assert.deepEqual(await ended, [130, null])
    const one = (word: string) => Array.from({ length: jobs }, () => word)
    assert.deepEqual(lines(), [...one('began'), ...one('ended')], readFileSync(log, 'utf8'))
  })

test('the script ends programs that ignore the first of the signals, as GNU parallel does until its first job runs', async (t) => {
  const { startScript } = withSteps(
    t,
    "exec perl -e '$SIG{TERM} = sub {}; $SIG{INT} = sub { exit 255 }; sleep 1 for 1 .. 60'",
  )
  const { script, ended } = await startScript('plan', 1)
  await setTimeout(500)
  const before = Date.now()
  script.kill('SIGTERM')
  assert.deepEqual(await ended, [130, null])
  assert.ok(Date.now() - before < 10_000)
})

test('a second run of the script in a checkout is refused, and changes nothing', async (t) => {
  const { folder, startScript } = withSteps(t, 'sleep 60')
  const shard = join(folder, '.mirror/shards/1-of-2')
  const { script, ended } = await startScript('crawl', 2)
  mkdirSync(shard, { recursive: true })
  const second = await runBash(['-c', 'exec sh docs/deploy/parallel/run.sh 2'], folder)
  assert.equal(second.code, 8, second.printed)
  assert.match(second.printed, new RegExp(`Another run \\(process ${script.pid}\\) is using`))
  assert.ok(existsSync(shard))
  script.kill('SIGTERM')
  await ended
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('plan.lock')),
    [],
  )
})

test('a lock of a run of the script that was killed, whose process number another program has by now, does not count', async (t) => {
  const { folder, startScript } = withSteps(t, 'exit 1')
  for (const pid of [process.pid, 2 ** 22 + 1]) {
    writeFileSync(join(folder, 'plan.lock'), `${pid}\n`)
    const { ended } = await startScript('plan', 1)
    assert.deepEqual(await ended, [1, null])
    assert.ok(!existsSync(join(folder, 'plan.lock')))
  }
})

test('the scripts for several machines are scripts for any shell', () => {
  for (const name of ['parallel/run.sh', 'kubernetes/run.sh']) {
    const { status, stderr } = spawnSync('sh', ['-n', join(ROOT, 'docs/deploy', name)], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''], name)
  }
})
