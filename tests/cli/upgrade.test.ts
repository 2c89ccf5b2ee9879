import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
import { runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const LATE = 'scripts/job/astro.ts'

const UPGRADES: readonly [name: string, upgrade: (checkout: string) => void][] = [
  ['a file that is written', (checkout) => writeFileSync(join(checkout, LATE), 'export const renamed = 1')],
  [
    'a file that is replaced by one with an old time',
    (checkout) => {
      writeFileSync(join(checkout, LATE), 'export const renamed = 1')
      utimesSync(join(checkout, LATE), new Date(0), new Date(0))
    },
  ],
  [
    'another checkout under the same name',
    (checkout) => {
      renameSync(checkout, join(checkout, '../before'))
      renameSync(join(checkout, '../after'), checkout)
    },
  ],
  ['a checkout that is moved away', (checkout) => renameSync(checkout, join(checkout, '../before'))],
]

// In the same folder for each, so that what was compiled is used again.
const folder = temporaryFolder({ after })
const checkout = join(folder, 'checkout')

for (const [name, upgrade] of UPGRADES)
  test(`an upgrade while a run crawls ends the run with a sentence: ${name}`, async (t) => {
    for (const one of readdirSync(folder)) rmSync(join(folder, one), { recursive: true })
    copyProgram(checkout)
    copyProgram(join(folder, 'after'))
    writeFileSync(join(folder, 'after', LATE), 'export const renamed = 1')
    utimesSync(join(folder, 'after', LATE), new Date(0), new Date(0))
    const routes = serviceRoutes({ a: 'x' })
    const last = 'api/v1/get_dataset/a/?type=xml'
    const origin = await startScripted(t, {
      ...routes,
      [last]: () => {
        upgrade(checkout)
        return routes[last] as string
      },
    })
    const { code, stdout, stderr } = await runMirror(['--json', '--origin', origin.base], {
      program: join(checkout, 'scripts/mirror.mjs'),
      cwd: folder,
    })
    assert.match(
      stderr,
      /^The program was changed while it ran, for example by an upgrade \(.+\)\. .+ run again\.\n$/,
    )
    assert.deepEqual([code, JSON.parse(stdout).code], [1, 'program-changed'])
    assert.ok(!existsSync(join(folder, 'dist')))
  })

test('an error is printed as it is if only the links, owners or permissions of the program changed', async (t) => {
  for (const one of readdirSync(folder)) rmSync(join(folder, one), { recursive: true })
  copyProgram(checkout)
  writeFileSync(join(checkout, LATE), 'export const renamed = 1')
  const routes = serviceRoutes({ a: 'x' })
  const last = 'api/v1/get_dataset/a/?type=xml'
  const origin = await startScripted(t, {
    ...routes,
    [last]: () => {
      for (const name of ['package.json', LATE]) {
        linkSync(join(checkout, name), join(folder, basename(name)))
        chmodSync(join(checkout, name), 0o600)
      }
      return routes[last] as string
    },
  })
  const { code, stdout, stderr } = await runMirror(['--json', '--origin', origin.base], {
    program: join(checkout, 'scripts/mirror.mjs'),
    cwd: folder,
  })
  assert.match(stderr, /SyntaxError: .+ does not provide an export/)
  assert.deepEqual([code, JSON.parse(stdout).code], [1, 'internal'])
})

function copyProgram(to: string): void {
  for (const name of ['scripts', 'src', 'public', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(to, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'))
}
