import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type SiteFacts, writeHosts } from '../../src/lib/site/index.ts'
import { SERVERS } from '../host/servers/servers.ts'
import { freePort, hasProgram } from '../host/servers/started.ts'
import { copyOf } from '../host/site.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check } from './support/checking.ts'
import { mirrorSmall } from './support/sites.ts'

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = await mirrorSmall({ after } as TestContext, folder)
})

describe('a mirror on a real server with its generated rules', () => {
  for (const { name, target, program, start } of SERVERS) {
    if (target === undefined) continue
    const missing = program !== undefined && !hasProgram(program) && `${program} is not on this machine`
    const skip = missing
    it(`passes on ${name}, with its documented differences as notes`, { skip }, async (t) => {
      const scratch = mkdtempSync(join(folder, 'host-'))
      // Apache does not run as root, and its own user must come here.
      for (const place of [folder, scratch]) chmodSync(place, 0o755)
      const facts: SiteFacts = { folder: copyOf(site, scratch), base: '/data/' }
      await writeHosts([target], { site: facts.folder, facts, now: new Date() })
      const started = await start({ facts, files: target.render(facts), scratch, port: await freePort() })
      t.after(() => started.close())
      const { code, report, of } = await check(started.url)
      assert.deepEqual([of('fail'), of('unsupported').filter((one) => one !== 'range'), code], [[], [], 0])
      assert.deepEqual(report.hosts, [target.name])
      assert.equal(report.host, 'rules')
      assert.equal(report.datasets, report.of)
    })
  }
})
