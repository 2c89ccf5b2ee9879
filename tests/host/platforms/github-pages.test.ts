import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { githubPages } from '../../../src/lib/site/host/targets/github-pages.ts'
import { differences, readTree } from '../../support/files.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { awkwardSite } from '../site.ts'
import { deployed } from './deployed.ts'

it('the commands for GitHub Pages publish the site, also again without changes, as the only commit of its branch', async (t) => {
  const folder = temporaryFolder(t)
  const at = join(folder, 'checkout')
  mkdirSync(at)
  const site = deployed(await awkwardSite(folder), at, githubPages)
  const before = readTree(site)
  const remote = join(folder, 'remote.git')
  const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' }
  const env = { ...process.env, ...person, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' }
  const run = (script: string) =>
    execFileSync('sh', ['-ec', script], { cwd: at, env, stdio: 'pipe', encoding: 'utf8' })
  run(`git init --quiet --bare ${remote}`)
  const commands = githubPages.deploy({ folder: site, base: '/' }).join('\n').replace('<repository>', remote)
  for (let times = 0; times < 2; times++) run(commands)
  assert.equal(run(`git -C ${remote} rev-list --count gh-pages`), '1\n')
  run(`git clone --quiet --branch gh-pages ${remote} ../clone && rm -r ../clone/.git`)
  assert.deepEqual(differences(before, readTree(join(folder, 'clone'))), [])
  assert.deepEqual(differences(before, readTree(site)), [])
})
