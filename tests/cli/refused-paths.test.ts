import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Settings } from '../../src/lib/config/index.ts'
import { layout } from '../../src/lib/snapshot/index.ts'
import { runHere, runMirror } from '../support/mirror.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const LONG = 'x'.repeat(300)

/** Paths at which the file system allows nothing, in a folder with the file `file`. */
const PATHS: Readonly<Record<string, (folder: string) => string>> = {
  'a path below a file': (folder) => join(folder, 'file/y'),
  'a name that is too long': (folder) => join(folder, LONG),
  'a folder whose name is too long': (folder) => join(folder, LONG, 'y'),
  ...(existsSync('/proc/self') && { 'a folder of the system': () => '/proc/y' }),
}

describe('a path that the file system refuses', () => {
  const folder = temporaryFolder({ after })
  let settings: Settings
  before(async () => {
    settings = await mirrorAwkward(folder)
    writeFileSync(join(folder, 'file'), '')
  })

  const linesWith = (path: string): string[][] => {
    const { out, state } = settings
    const origin = ['--origin', 'http://127.0.0.1:9']
    return [
      ['build', '--state', state, '--out', path],
      ['build', '--state', path, '--out', join(folder, 'new')],
      ['build', '--state', state, '--out', out, '--config', path],
      ['crawl', '--state', path, ...origin],
      ['forget', 'a', '--state', path],
      ['verify', path],
      ['serve', path],
      ['host', 'nginx', path],
      ['pack', path],
      ['pack', out, '--out', path],
      ['pack', out, '--sqlite', '--out', path],
      ['merge', '--plan', path, ...origin],
      ['crawl', '--plan', path, '--shard', '1/2', ...origin],
      ['check', origin[1] as string, '--since', path],
      ['origin', path],
    ]
  }

  for (const [what, pathIn] of Object.entries(PATHS))
    it(`ends every command with one line that names it and says what to do: ${what}`, async () => {
      const path = pathIn(folder)
      for (const line of linesWith(path)) {
        const { code, stderr } = await runHere([...line, '--quiet'])
        assert.ok(code === 1 || code === 2 || code === 3, `${line.join(' ')}: ${code} ${stderr}`)
        assert.match(stderr, /^[^\n]+\. [A-Z][^\n]+\n$/, line.join(' '))
        assert.doesNotMatch(stderr, /E[A-Z]+: |, [a-z]+ '/, line.join(' '))
        assert.match(stderr, /\/file\b|x{300}|\/proc\b/)
      }
    })

  for (const key of ['signingKey', 'ca', 'branding.logo', 'branding.css'])
    it(`is reported with the key of the config: ${key}`, async () => {
      const config = join(folder, `${key}.config.mjs`)
      const [name = '', below] = key.split('.')
      const path = join(folder, below === 'logo' ? 'file/y.svg' : 'file/y')
      writeFileSync(config, `export default ${JSON.stringify({ [name]: below ? { [below]: path } : path })}`)
      const { state, out } = settings
      const lines = [
        ['build', '--config', config, '--state', state, '--out', out],
        ['crawl', '--config', config, '--state', join(folder, 'new'), '--origin', 'http://127.0.0.1:9'],
      ]
      const { code, stderr } = await runHere(lines[key === 'ca' ? 1 : 0] as string[])
      assert.equal(code, 2, stderr)
      assert.match(
        stderr,
        new RegExp(
          `${key}: ${path} could not be (?:read|opened) \\(ENOTDIR\\)\\. A part [^\n]+, then run again\\.\n$`,
        ),
      )
      assert.doesNotMatch(stderr, /not a directory/)
    })

  it('is the folder for temporary files: plan and the first build name it and its variable', async () => {
    const { state, out } = settings
    rmSync(layout.bundle(state), { recursive: true })
    const TMPDIR = join(folder, 'none')
    const lines = [
      ['plan', '--origin', 'http://127.0.0.1:9'],
      ['build', '--state', state, '--out', out, '--quiet'],
    ]
    for (const line of lines) {
      const { code, stderr } = await runMirror(line, { env: { TMPDIR } })
      assert.equal(code, 1, stderr)
      assert.match(
        stderr,
        /^No temporary folder could be created in \S+\/none \(ENOENT\)\. Set the variable TMPDIR [^\n]+\n$/,
      )
    }
  })
})
