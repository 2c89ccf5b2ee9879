import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { cloudflare } from '../../../src/lib/site/host/targets/cloudflare.ts'
import { githubPages } from '../../../src/lib/site/host/targets/github-pages.ts'
import { gitlabPages } from '../../../src/lib/site/host/targets/gitlab-pages.ts'
import { netlify } from '../../../src/lib/site/host/targets/netlify.ts'
import { s3Cloudfront } from '../../../src/lib/site/host/targets/s3-cloudfront.ts'
import { vercel } from '../../../src/lib/site/host/targets/vercel.ts'
import { ROOT } from '../../support/mirror.ts'

for (const target of [cloudflare, netlify, vercel, s3Cloudfront, githubPages, gitlabPages])
  describe(`the docs of ${target.title}`, () => {
    const facts = { folder: '/srv/dist', base: '/' }
    const text = readFileSync(join(ROOT, `docs/deploy/${target.name}.md`), 'utf8')
    const section = (heading: string) => text.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''

    it('list what it does otherwise than the rules say: that, and nothing more', () => {
      const documented = section('Differences').matchAll(/^- (.*)$/gm)
      assert.deepEqual(
        [...documented].map(([, sentence]) => sentence),
        [...target.deviations],
      )
    })

    it('show the commands that deploy', () => {
      for (const command of target.deploy(facts))
        assert.ok(section('Deploy').includes(`    ${command}\n`), command)
    })

    it('name every file it is given', () => {
      for (const { path } of target.render(facts)) assert.ok(text.includes(`\`${path}\``), path)
    })

    it('state what could not be tested', () => {
      assert.match(section('Tested and not tested'), /^- /m)
    })

    it('are rendered the same every time, with and without a base', () => {
      assert.deepEqual(target.render(facts), target.render(facts))
      for (const { content } of target.render({ ...facts, base: '/data/' }))
        assert.doesNotMatch(content, /["'/]undefined|undefined["'/]/)
    })
  })
