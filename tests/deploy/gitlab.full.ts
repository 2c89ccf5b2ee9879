import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { gitlabPages } from '../../src/lib/site/host/targets/gitlab-pages.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { ROOT } from '../support/files.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { datasetRoutes, writeRepository } from './support/repository.ts'
import { runBash } from './support/workflow.ts'

const pipeline = parse(readFileSync(join(ROOT, 'docs/deploy/gitlab/.gitlab-ci.yml'), 'utf8'))

describe('the pipeline for GitLab', () => {
  it('publishes the folder of the site, one run at a time, on the default branch only', () => {
    assert.deepEqual(pipeline.pages.pages, { publish: 'dist' })
    assert.equal(pipeline.pages.resource_group, 'mirror')
    assert.deepEqual(pipeline.workflow.rules, [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }])
  })

  it('is a warning for gaps, and for nothing else', () => {
    assert.deepEqual(pipeline.complete.allow_failure, { exit_codes: 4 })
    assert.deepEqual(pipeline.complete.script, ['exit "$MIRROR_CODE"'])
    assert.equal(pipeline.pages.allow_failure, undefined)
  })

  it('checks the published site after it was deployed', () => {
    assert.deepEqual(pipeline.stages, ['build', 'deploy', 'check'])
    assert.equal(pipeline.check.stage, 'check')
    assert.match(pipeline.check.script.at(-1), /^npm run --silent mirror -- check "\$\{CI_PAGES_URL%\/\}\/"$/)
  })

  it('publishes a site from the repository if there is only that', () => {
    const [file] = gitlabPages.render({ folder: '/srv/dist', base: '/' })
    assert.deepEqual(parse(file?.content ?? '').pages.pages, { publish: 'dist' })
  })
})

describe('the runs of the pipeline', () => {
  const suite = suiteContext()
  const codes = Array.from({ length: 20 }, (_, at) => `set-${at}`)
  const folder = temporaryFolder({ after })
  const cwd = join(folder, 'checkout')
  const published = join(folder, 'published')
  let origin: ScriptedOrigin
  let host: RunningServer
  before(async () => {
    origin = await startScripted(suite, datasetRoutes(codes))
    mkdirSync(published)
    host = await serveSite({ folder: published, host: '127.0.0.1', port: 0, base: '/repository/' })
  })
  after(() => host?.close())

  // GitLab joins the lines of a script; a shell of Debian's slim images has bash.
  async function run(env: Record<string, string> = {}): Promise<{ code: number | null; printed: string }> {
    rmSync(cwd, { recursive: true, force: true })
    await writeRepository(cwd, { origin: origin.base, formats: ['json'], retries: 0 })
    const script = pipeline.pages.script.filter((line: string) => !line.startsWith('npm ci')).join('\n')
    const ended = await runBash(['-eo', 'pipefail', '-c', script], cwd, {
      ACCEPT_REMOVALS: pipeline.variables.ACCEPT_REMOVALS.value,
      START_ANEW: pipeline.variables.START_ANEW.value,
      CI_PAGES_URL: host.url.slice(0, -1),
      ...env,
    })
    if (ended.code === 0) {
      rmSync(published, { recursive: true })
      cpSync(join(cwd, 'dist'), published, { recursive: true, preserveTimestamps: true })
    }
    return ended
  }
  const readEnv = () => readFileSync(join(cwd, 'mirror.env'), 'utf8')

  it('publish a complete mirror, and one with gaps', async () => {
    const first = await run()
    assert.deepEqual([first.code, readEnv()], [0, 'MIRROR_CODE=0\n'], first.printed)
    origin.set({ 'api/v1/get_dataset/set-3/?type=json': { status: 500, body: 'no' } })
    const second = await run()
    assert.deepEqual([second.code, readEnv()], [0, 'MIRROR_CODE=4\n'], second.printed)
    assert.match(second.printed, /Restored/i)
    origin.set(datasetRoutes(codes))
  })

  it('fail when they are refused, with the plan id in the log, and accept it', async () => {
    origin.set(datasetRoutes(codes.slice(0, 10)))
    const refused = await run()
    assert.equal(refused.code, 5, refused.printed)
    const [, plan = ''] = /--accept-removals (\S+)/.exec(refused.printed) ?? []
    const accepted = await run({ ACCEPT_REMOVALS: plan })
    assert.equal(accepted.code, 0, accepted.printed)
  })
})
