import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { githubPages } from '../../../src/lib/site/host/targets/github-pages.ts'
import { listFiles } from '../../../src/lib/site/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { awkwardSite } from '../site.ts'
import { deployed } from './deployed.ts'

it('the commands for GitHub Pages push every file of the site, again and again, and leave its folder as it is', async (t) => {
  const folder = temporaryFolder(t)
  const at = join(folder, 'checkout')
  mkdirSync(at)
  const site = deployed(await awkwardSite(folder), at, githubPages)
  const files = listFiles(site).toSorted()
  const remote = join(folder, 'remote.git')
  execFileSync('git', ['init', '--quiet', '--bare', remote])
  const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' }
  const env = { ...process.env, ...person, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' }
  for (const message of ['first', 'second'])
    for (const command of githubPages.deploy({ folder: site, base: '/' })) {
      const text = command
        .replace('<repository>', remote)
        .replace('commit -m', `commit --allow-empty -qm ${message} -m`)
      execFileSync('sh', ['-c', text], { cwd: at, env, stdio: 'pipe' })
    }
  const pushed = execFileSync('git', ['--git-dir', remote, 'ls-tree', '-rz', '--name-only', 'gh-pages'])
  assert.deepEqual(pushed.toString('utf8').split('\0').filter(Boolean).toSorted(), files)
  assert.deepEqual(listFiles(site).toSorted(), files)
})
