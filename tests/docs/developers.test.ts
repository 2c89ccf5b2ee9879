import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { codeOf, readText, tableUnder } from './support/markdown.ts'

const run = promisify(execFile)
const FILE = 'api/v1/get_dataset/airports/index.json'
const DATA = [{ name: 'Аэропорт' }]
const TABLE = '\ufeffname,runways\r\nАэропорт,2\r\n"a, ""b""",\r\n'

describe('the lines of docs/developers.md', () => {
  const folder = temporaryFolder({ after })
  let server: RunningServer
  before(async () => {
    mkdirSync(join(folder, 'site', FILE, '..'), { recursive: true })
    writeFileSync(join(folder, 'site', FILE), JSON.stringify(DATA))
    writeFileSync(join(folder, 'site', FILE.replace('.json', '.csv')), TABLE)
    server = await serveSite({ folder: join(folder, 'site'), host: '127.0.0.1', port: 0, base: '/' })
  })
  after(() => server?.close())

  const lineOf = (program: string) => {
    const row = tableUnder(readText('docs/developers.md'), '# For developers').find(
      ({ Program }) => Program === program,
    )
    return codeOf(row?.Line ?? '').replace('https://mirror.example.org/', server.url)
  }

  test('curl saves the file', async (context) => {
    const [program = '', ...args] = lineOf('curl').split(' ')
    try {
      await run(program, args, { cwd: folder })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return context.skip('curl is not on this machine')
    }
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')), DATA)
  })

  test('Python reads it', async (context) => {
    const code = `import json, urllib.request\nprint(json.dumps(${lineOf('Python')}))`
    try {
      assert.deepEqual(JSON.parse((await run('python3', ['-c', code])).stdout), DATA)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      context.skip('python3 is not on this machine')
    }
  })

  test('pandas reads the table', async (context) => {
    const code = `import sys\ntry:\n  import pandas\nexcept ImportError:\n  sys.exit(9)\nprint(${lineOf('pandas')}.to_json(orient="values", force_ascii=False))`
    try {
      assert.deepEqual(JSON.parse((await run('/usr/bin/python3', ['-c', code])).stdout), [
        ['Аэропорт', 2],
        ['a, "b"', null],
      ])
    } catch (error) {
      if (!['ENOENT', 9].includes((error as { code: string | number }).code)) throw error
      context.skip('pandas is not on this machine')
    }
  })

  test('R reads the table', async (context) => {
    const code = `x <- ${lineOf('R')}; cat(names(x), x[[1]], is.na(x[[2]]), sep = "|")`
    try {
      const { stdout } = await run('Rscript', ['-e', code], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
      assert.equal(stdout, 'name|runways|Аэропорт|a, "b"|FALSE|TRUE')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      context.skip('R is not on this machine')
    }
  })

  test('JavaScript reads it', async () => {
    const code = `console.log(JSON.stringify(${lineOf('JavaScript')}))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code])
    assert.deepEqual(JSON.parse(stdout), DATA)
  })
})
