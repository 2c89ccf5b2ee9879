import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { askRaw } from './cases.ts'
import { SERVERS, serveOn } from './servers/servers.ts'
import { hasProgram } from './servers/started.ts'

/** What means something in one of the languages of the hosts: variables, placeholders, patterns, quotes, escapes, comments. */
const ODD = `$HOME \${HOME} {env.HOME} } "it's" *? \`#%41`
/** Caddy refuses the last two, and Node loads no module from below a folder with the last. */
const MORE: Readonly<Record<string, string>> = {
  Caddy: '',
  nginx: ' [a-z] \\d',
  Apache: ' [a-z] \\d',
  lighttpd: ' [a-z] \\d',
}

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = (await mirrorAwkward(folder)).out
})

describe('a site in a folder whose name has special characters of its host', () => {
  for (const server of SERVERS.filter(({ name }) => !/htaccess/.test(name))) {
    const { name, program } = server
    it(`is served by ${name}`, {
      skip: program !== undefined && !hasProgram(program) && `${program} is not on this machine`,
    }, async (context) => {
      const place = join(`above ${ODD}`, `${ODD}${MORE[name] ?? ' [a-z]'}`)
      const { facts, url, close } = await serveOn(server, { site, room: folder, base: '/', place })
      context.after(close)
      const ask = askRaw(url)
      for (const [path, status, file] of [
        ['', 200, 'index.html'],
        ['api/v1/list/?type=json', 200, 'api/v1/list/index.json'],
        ['api/v1/list', 301, undefined],
        ['api/v1/list/index.html', 301, undefined],
        ['none/', 404, '404.html'],
      ] as const) {
        const { status: answered, body } = await ask(path)
        assert.equal(answered, status, path)
        if (file !== undefined) assert.ok(body.equals(readFileSync(join(facts.folder, file))), path)
      }
    })
  }
})
