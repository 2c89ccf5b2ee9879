import assert from 'node:assert/strict'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { ROOT } from '../support/files.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { makeKey, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { datasetRoutes, writeRepository } from './support/repository.ts'
import {
  lintWorkflow,
  readWorkflow,
  runStep,
  type StepRun,
  stepOf,
  WORKFLOW_FILE,
} from './support/workflow.ts'

const { jobs, ...workflow } = readWorkflow()

describe('the workflow for GitHub', () => {
  it('passes a workflow linter, which would find a mistake', async () => {
    const text = readFileSync(join(ROOT, WORKFLOW_FILE), 'utf8')
    assert.deepEqual(await lintWorkflow(text, WORKFLOW_FILE), [])
    assert.notDeepEqual(
      await lintWorkflow(text.replace('steps.mirror.outputs', 'steps.mirrors.outputs'), WORKFLOW_FILE),
      [],
    )
  })

  it('names every action by its full commit, and its version beside it', () => {
    const uses = [...readFileSync(join(ROOT, WORKFLOW_FILE), 'utf8').matchAll(/uses: (.*)$/gm)]
    assert.equal(
      uses.length,
      Object.values(jobs).flatMap(({ steps }) => steps.filter((step) => step.uses)).length,
    )
    for (const [, used] of uses) assert.match(used ?? '', /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('gives every job a time limit and no more rights than it needs', () => {
    assert.deepEqual(workflow.permissions, {})
    const rights = Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))
    assert.deepEqual(rights, {
      build: { contents: 'read', pages: 'read' },
      deploy: { pages: 'write', 'id-token': 'write' },
      attest: { contents: 'read', 'id-token': 'write', attestations: 'write' },
      check: { contents: 'read' },
      report: { issues: 'write' },
      'keep-alive': { actions: 'write' },
    })
    for (const job of Object.values(jobs)) assert.ok(Number(job['timeout-minutes']) > 0)
  })

  it('attests the checksums and the manifest, if the repository wants that', () => {
    const { attest, build } = jobs
    const [uploaded, attested] = [build, attest].map((job) =>
      job?.steps.findLast((step) => step.with && /upload-artifact|attest@/.test(step.uses ?? '')),
    )
    assert.equal(attested?.with?.['subject-path'], 'dist/SHA256SUMS\ndist/manifest.json\n')
    assert.equal(uploaded?.with?.path, attested?.with?.['subject-path'])
    for (const condition of [attest?.if, uploaded?.if])
      assert.match(condition ?? '', /^vars\.MIRROR_ATTEST == 'true'/)
  })

  it('runs on a schedule, manually and after a push, one at a time', () => {
    assert.deepEqual(Object.keys(workflow.on), ['schedule', 'push', 'workflow_dispatch'])
    assert.deepEqual(workflow.concurrency, { group: 'mirror', 'cancel-in-progress': false })
  })

  it('passes outside values only through environment variables', () => {
    for (const { run } of Object.values(jobs).flatMap(({ steps }) => steps))
      assert.doesNotMatch(run ?? '', /\$\{\{/)
  })

  it('is in a place where no host runs it', () => {
    assert.ok(!existsSync(join(ROOT, '.github/workflows/mirror.yml')))
  })
})

describe('the runs of the workflow', () => {
  const suite = suiteContext()
  const codes = Array.from({ length: 20 }, (_, at) => `set-${at}`)
  const folder = temporaryFolder({ after })
  const published = join(folder, 'published')
  let origin: ScriptedOrigin
  let host: RunningServer
  let site: string
  before(async () => {
    origin = await startScripted(suite, datasetRoutes(codes))
    mkdirSync(published)
    host = await serveSite({ folder: published, host: '127.0.0.1', port: 0, base: '/repository/' })
    site = host.url.slice(0, -1)
  })
  after(() => host?.close())

  // A new machine for every run, as on GitHub; deployed files go to the host.
  async function run(env: Record<string, string> = {}): Promise<StepRun & { report: string }> {
    const cwd = join(folder, 'checkout')
    rmSync(cwd, { recursive: true, force: true })
    await writeRepository(cwd, { origin: origin.base, formats: ['json'], retries: 0 })
    const mirror = await runStep(stepOf('build', 'Crawl and build'), cwd, { SITE: site, ...env })
    const { code } = mirror.outputs
    if (mirror.code !== 0) return { ...mirror, report: '' }
    const { outputs, printed, code: ended } = await runStep(stepOf('build', 'Write the report'), cwd, {})
    assert.equal(ended, 0, printed)
    if (code !== '5') {
      const verified = await runStep(stepOf('build', 'Verify'), cwd, {})
      assert.equal(verified.code, 0, verified.printed)
      rmSync(published, { recursive: true })
      cpSync(join(cwd, 'dist'), published, { recursive: true, preserveTimestamps: true })
    }
    return { ...mirror, report: outputs.report ?? '' }
  }
  const gaps = () => JSON.parse(readFileSync(join(published, 'manifest.json'), 'utf8')).problems.length

  it('the first one starts without a mirror, and its pages know their address', async () => {
    const { code, outputs, printed } = await run()
    assert.deepEqual([code, outputs.code], [0, '0'], printed)
    assert.ok(existsSync(join(published, '.nojekyll')))
    assert.match(
      readFileSync(join(published, 'index.html'), 'utf8'),
      new RegExp(`rel="canonical" href="${site}/`),
    )
  })

  it('each is checked after it was deployed, and fails if a page is not as it was built', async () => {
    assert.equal(jobs.check?.needs, 'deploy')
    const check = () =>
      runStep(stepOf('check', 'Check the published mirror'), join(folder, 'checkout'), { URL: site })
    const good = await check()
    assert.equal(good.code, 0, good.printed)
    const page = join(published, 'about/index.html')
    const built = readFileSync(page)
    writeFileSync(page, 'another page')
    const bad = await check()
    writeFileSync(page, built)
    assert.equal(bad.code, 6, bad.printed)
  })

  it('the next one starts with the published mirror', async () => {
    const history = readFileSync(join(published, 'changes.json'), 'utf8')
    const { outputs, printed } = await run()
    assert.equal(outputs.code, '0', printed)
    assert.equal(readFileSync(join(published, 'changes.json'), 'utf8'), history)
  })

  it('one with a key in the secrets is refused until the unsigned mirror is accepted, and then every one is signed', {
    skip: withoutSshKeygen,
  }, async () => {
    const SIGNING_KEY = readFileSync(makeKey(join(folder, 'key')), 'utf8').trim()
    // The published mirror is not signed yet.
    const refused = await run({ SIGNING_KEY })
    assert.equal(refused.outputs.code, '5', refused.printed)
    const [, plan = ''] = /with `accept_removals`: `([^`]+)`/.exec(refused.report) ?? []
    const accepted = await run({ SIGNING_KEY, ACCEPT_REMOVALS: plan })
    assert.equal(accepted.outputs.code, '0', accepted.printed)
    assert.ok(existsSync(join(published, 'SHA256SUMS.sig')))
    const { outputs, printed } = await run({ SIGNING_KEY })
    assert.equal(outputs.code, '0', printed)
  })

  it('one with gaps is published, and its report lists them', async () => {
    origin.set({ 'api/v1/get_dataset/set-3/?type=json': { status: 500, body: 'no' } })
    const { outputs, report, printed } = await run()
    assert.equal(outputs.code, '4', printed)
    assert.ok(gaps() > 0)
    assert.match(report, /Without a fresh copy: 1\n\n {4}.*set-3.*500/)
    origin.set(datasetRoutes(codes))
  })

  it('one that is refused publishes nothing, and says how to accept it', async () => {
    const before = readFileSync(join(published, 'manifest.json'), 'utf8')
    origin.set(datasetRoutes(codes.slice(0, 10)))
    const refused = await run()
    assert.equal(refused.outputs.code, '5', refused.printed)
    assert.equal(readFileSync(join(published, 'manifest.json'), 'utf8'), before)
    const [, plan = ''] = /with `accept_removals`: `([^`]+)`/.exec(refused.report) ?? []
    assert.match(refused.report, /^ {6}list_datasets: 10 of 20 left$/m)
    const accepted = await run({ ACCEPT_REMOVALS: plan })
    assert.equal(accepted.outputs.code, '0', accepted.printed)
  })

  it('one whose origin is unreachable publishes the existing snapshot, and says so', async () => {
    origin.otherwise({ status: 503 })
    origin.set(
      Object.fromEntries(
        Object.keys(datasetRoutes(codes)).map((path) => [path, { status: 500, body: 'no' }]),
      ),
    )
    const { outputs, report, printed } = await run()
    assert.equal(outputs.code, '7', printed)
    assert.match(report, /^The origin could not be reached\. The last snapshot is published again\.\n\n {4}/)
  })

  it('one without origin and without a published mirror fails', async () => {
    const { code, outputs } = await run({ START_ANEW: 'true' })
    assert.deepEqual([code, outputs.code], [3, '3'])
  })
})

describe('a report', () => {
  it('shows text of the origin as text, whatever it contains, and is never too long for an issue', async () => {
    const cwd = temporaryFolder({ after })
    const message = '```\n@everyone [x](javascript:alert(1)) \u001b[31m\nEND-OF-REPORT\ncode=0'
    const problems = Array.from({ length: 5000 }, () => ({ severity: 'gap', subject: '"a"', message }))
    writeFileSync(join(cwd, 'result.json'), JSON.stringify({ problems }))
    const { outputs, printed } = await runStep(stepOf('build', 'Write the report'), cwd, {})
    assert.deepEqual(Object.keys(outputs), ['report'], printed)
    const lines = (outputs.report ?? '').split('\n')
    assert.ok(lines.filter((line) => line.includes('everyone')).every((line) => line.startsWith('    "a"')))
    assert.ok((outputs.report ?? '').length <= 20_000)
  })
})

describe('the issue', () => {
  const folder = temporaryFolder({ after })
  const calls = join(folder, 'calls')
  before(() => {
    const gh = join(folder, 'gh')
    writeFileSync(
      gh,
      `#!/bin/bash\nprintf '%s|' "$@" >> ${calls}; echo >> ${calls}\n[ "$1 $2" != 'issue list' ] || printf '%s' "$OPEN"\n`,
    )
    chmodSync(gh, 0o755)
  })

  async function report(code: string, open: string): Promise<string[]> {
    writeFileSync(calls, '')
    const env = { CODE: code, OPEN: open, REPORT: 'Text\n\n    one', RUN: 'https://example.org/run' }
    const step = stepOf('report', 'Open, update or close')
    const { code: ended, printed } = await runStep(step, folder, {
      ...env,
      PATH: `${folder}:${process.env.PATH}`,
    })
    assert.equal(ended, 0, printed)
    return readFileSync(calls, 'utf8').trim().split('\n').slice(1)
  }

  it('is opened for gaps, for a refusal and for an origin that cannot be reached', async () => {
    const label = 'label|create|mirror|--description|The state of the mirror|--force|'
    const create = (title: string) => `issue|create|--label|mirror|--title|${title}|--body-file|body.md|`
    assert.deepEqual(await report('4', ''), [label, create('The mirror has gaps')])
    assert.deepEqual(await report('5', ''), [label, create('The mirror waits for your consent')])
    assert.deepEqual(await report('7', ''), [label, create('The origin cannot be reached')])
    assert.equal(
      readFileSync(join(folder, 'body.md'), 'utf8'),
      'Text\n\n    one\n\nLast run: https://example.org/run\n',
    )
  })

  it('is updated while it is open', async () => {
    const edit = 'issue|edit|7|--title|The mirror has gaps|--body-file|body.md|'
    assert.deepEqual(await report('4', '7'), [edit])
  })

  it('is closed by a complete run, and need not exist', async () => {
    assert.deepEqual(await report('0', '7'), [
      'issue|close|7|--comment|Complete again: https://example.org/run|',
    ])
    assert.deepEqual(await report('0', ''), [])
  })

  it('keeps the schedule alive by enabling the workflow that runs', async () => {
    writeFileSync(calls, '')
    const { code } = await runStep(stepOf('keep-alive', 'gh api'), folder, {
      PATH: `${folder}:${process.env.PATH}`,
      GH_REPO: 'owner/repository',
      GITHUB_WORKFLOW_REF: 'owner/repository/.github/workflows/mirror.yml@refs/heads/a@b',
    })
    assert.equal(code, 0)
    assert.equal(
      readFileSync(calls, 'utf8').trim(),
      'api|--method|PUT|repos/owner/repository/actions/workflows/mirror.yml/enable|',
    )
  })
})
