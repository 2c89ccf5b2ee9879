import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check, runCheck } from './support/checking.ts'
import { type Alter, type Answers, startProxy } from './support/proxy.ts'
import { copySite, mirrorSmall, replaceFile } from './support/sites.ts'

const folder = temporaryFolder({ after })
let site: string
let host: RunningServer
before(async () => {
  site = await mirrorSmall({ after } as TestContext, folder)
  host = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: '/' })
})
after(() => host?.close())

const answers: Answers = new Map()
const startAltered = (t: TestContext, alter: Alter) => startProxy(t, host.url, alter, answers)

describe('a host that is busy', () => {
  it('passes if it limits the request rate, which is then respected', async (t) => {
    let [count, full] = [0, 0]
    const proxy = await startAltered(t, () => {
      // It refuses for a second after 150 answers, however long these took.
      if (count >= 150 && Date.now() - full >= 1000) count = 0
      if (++count === 150) full = Date.now()
      // Its page is longer than many a file.
      const body = Buffer.from(`<h1>429 Too Many Requests</h1>${'.'.repeat(9000)}`)
      return count > 150 ? { status: 429, headers: { 'retry-after': '1' }, body } : undefined
    })
    const { code, of, noted } = await check(proxy.url, '--sample', '0')
    assert.deepEqual([code, of('fail'), of('unchecked')], [0, [], []])
    assert.match(noted('repeated-requests').join(), /\d+ \(\d+ answered 429\)/)
  })

  it('passes if it answers 429 once for each address of a list, in pauses of at most half a second, which are reported', async (t) => {
    const refused = new Set<string>()
    const proxy = await startAltered(t, ({ target }) => {
      if (!target.startsWith('api/v1/list/') || refused.has(target)) return undefined
      refused.add(target)
      return { status: 429 }
    })
    const { code, of, noted } = await check(proxy.url, '--sample', '0')
    assert.deepEqual([code, of('fail'), of('unchecked')], [0, [], []])
    const seconds = Number(/[\d.]+(?= s)/.exec(noted('paused').join())?.[0])
    assert.ok(
      refused.size > 20 && seconds <= refused.size * 0.5,
      `${seconds} s for ${refused.size} addresses`,
    )
  })

  it('could not be checked where it accepts no request, which is no failure', async (t) => {
    const proxy = await startAltered(t, ({ target }) =>
      target === 'api/v1/list_oivs/index.json' ? { status: 429, headers: { 'retry-after': '0' } } : undefined,
    )
    const { code, stdout } = await runCheck(proxy.url, '--sample', '0')
    assert.equal(code, 3)
    assert.match(stdout, /^ {2}unchecked {2}data +\d of \d+ /m)
    assert.match(
      stdout,
      /^unchecked {2}data\n {2}http:\S+\/api\/v1\/list_oivs\/index\.json\n {4}saw {7}429$/m,
    )
    assert.match(stdout, /\n.*\(429\): data/)
    assert.doesNotMatch(stdout, /failed|checks passed/)
  })

  it('passes if one in forty of its answers is 503, and the report states how many were', async (t) => {
    let requests = 0
    const proxy = await startAltered(t, () => (++requests % 40 === 0 ? { status: 503 } : undefined))
    const { code, of, noted } = await check(proxy.url, '--sample', '0')
    assert.deepEqual([code, of('fail')], [0, []])
    assert.match(noted('repeated-requests').join(), /\d+ \(\d+ answered 503\)/)
  })

  it('fails for a body that is slower than minRate, without waiting for its end', async (t) => {
    const trickle = async function* () {
      for (;;) {
        yield Buffer.from(' ')
        await setTimeout(100, undefined, { ref: false })
      }
    }
    const slow = await startScripted(t, { 'manifest.json': () => ({ body: trickle() }) })
    const config = join(temporaryFolder(t), 'slow.config.ts')
    writeFileSync(config, 'export default { deadlines: { idle: 1 }, minRate: 1000 }')
    const { code, find } = await check(slow.base, '--config', config)
    assert.equal(code, 6)
    assert.match(find('statements').examples[0]?.saw ?? '', /\b1000\b.*\bminRate\b/)
  })

  it('gets at most --rate requests per second', async (t) => {
    const times: number[] = []
    const proxy = await startAltered(t, ({ method, target }) => {
      if (method !== 'HEAD' || target !== 'status.json') times.push(performance.now())
      return undefined
    })
    const { code } = await check(proxy.url, '--sample', '0', '--rate', '200')
    assert.equal(code, 0)
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
    assert.ok(times.length / seconds < 210, `${times.length} requests in ${seconds} s`)
  })
})

describe('a large file without a record of its length', () => {
  it('is read to its end', async (t) => {
    const large = copySite(t, site)
    replaceFile(large, 'api/v1/list/index.csv', Buffer.alloc(65_000_000, 'a,b\r\n'))
    const server = await serveSite({ folder: large, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => server.close())
    const { code, of } = await check(server.url, '--sample', '0')
    assert.deepEqual([code, of('fail')], [0, []])
  })
})
