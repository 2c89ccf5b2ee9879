import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { SERVERS, serveOn } from '../host/servers/servers.ts'
import { hasProgram } from '../host/servers/started.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check } from './support/checking.ts'
import { mirrorSmall } from './support/sites.ts'

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = await mirrorSmall({ after } as TestContext, folder)
})

describe('a mirror on a real server with its generated rules', () => {
  for (const server of SERVERS) {
    const { name, target, program } = server
    if (target === undefined) continue
    const skip = program !== undefined && !hasProgram(program) && `${program} is not on this machine`
    it(`passes on ${name}, with its documented differences as notes`, { skip }, async (t) => {
      const { url, close } = await serveOn(server, { site, room: folder, base: '/data/' })
      t.after(close)
      const { code, report, of } = await check(url)
      assert.deepEqual([of('fail'), of('unsupported').filter((one) => one !== 'range'), code], [[], [], 0])
      assert.deepEqual(report.hosts, [target.name])
      assert.equal(report.host, 'rules')
      assert.equal(report.datasets, report.of)
    })
  }
})
