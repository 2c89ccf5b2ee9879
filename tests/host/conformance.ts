import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { OPEN_API } from '../../src/lib/site/view/index.ts'
import { requestsOf } from '../support/api-requests.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { HANDLER_CASES } from './cases/handler.ts'
import { askRaw, assertCase, CASES } from './cases.ts'
import { type Server, type Serving, serveOn } from './servers/servers.ts'
import { hasProgram } from './servers/started.ts'
import { awkwardSite } from './site.ts'

/** Describes, for each server at the root of a host and below a path, that it answers every request as the interface does. */
export function describeConformance(servers: readonly Server[]): void {
  const folder = temporaryFolder({ after })
  let site: string
  before(async () => {
    site = await awkwardSite(folder)
  })
  for (const server of servers)
    for (const base of ['/', '/data/'])
      describe(`${server.name} at ${base}`, () => conforms(server, base, folder, () => site))
}

function conforms(server: Server, base: string, room: string, site: () => string): void {
  const { target, program, deviations, compresses = [] } = server
  if (program !== undefined && !hasProgram(program)) {
    it('answers as the interface does', { skip: `${program} is not on this machine` }, () => {})
    return
  }
  let started: Serving
  before(async () => {
    started = await serveOn(server, { site: site(), room, base })
  })
  after(() => started?.close())

  const isOwn = target === undefined || target.name === 'node' || target.name === 'deno'
  for (const one of isOwn ? [...CASES, ...HANDLER_CASES] : CASES)
    it(one.name, () =>
      assertCase({ ask: askRaw(started.url), folder: started.facts.folder, base }, one, deviations),
    )

  it('answers every address of its description with every media type that it states', async () => {
    const requests = requestsOf(JSON.parse(readFileSync(join(started.facts.folder, OPEN_API), 'utf8')))
    assert.ok(requests.length > 40)
    for (const { path, status, mediaType } of requests) {
      const answer = await askRaw(started.url)(path)
      assert.equal(answer.status, status, path)
      assert.equal(answer.headers['content-type']?.split(';')[0], mediaType, path)
    }
  })

  it('answers a target in absolute-form like one in origin-form', async () => {
    const { origin, hostname, port } = new URL(started.url)
    const answerTo = (path: string) =>
      new Promise((resolve, reject) =>
        request({ hostname, port, path }, (answer) => {
          answer.resume().on('end', () => {
            const { location, etag } = answer.headers
            resolve({ status: answer.statusCode, location: location?.replace(origin, ''), etag })
          })
        })
          .on('error', reject)
          .end(),
      )
    const paths = ['api/v1/list/?type=json', 'api/v1/list?type=json', '', 'none/']
    // Other servers choose a site by the name in the address.
    for (const named of isOwn ? [origin, 'http://mirror.example'] : [origin])
      for (const path of paths)
        assert.deepEqual(await answerTo(`${named}${base}${path}`), await answerTo(`${base}${path}`), path)
    if (!isOwn) return
    assert.deepEqual(await answerTo('HTTP://mirror.example'), await answerTo('/'), 'no path')
    assert.deepEqual(await answerTo('http://mirror.example?a=b'), await answerTo('/?a=b'), 'no path, a query')
  })

  const siblings = (target?.compressed ?? []).map((ending) => ({ br: 'br', gz: 'gzip', zst: 'zstd' })[ending])
  for (const name of new Set([...siblings, ...compresses]))
    it(`sends pages and data in ${name}`, async () => {
      for (const path of ['api/v1/list/', 'api/v1/list/?type=json', 'api/v1/list/?type=xml']) {
        const { headers } = await askRaw(started.url)(path, { headers: { 'accept-encoding': name } })
        assert.equal(headers['content-encoding'], name, path)
      }
    })
}
