import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { exitCodeOf } from '../../scripts/cli/exit-codes.ts'
import { ROOT } from '../support/files.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { runBash } from './support/workflow.ts'

const read = (name: string) => readFileSync(join(ROOT, 'docs/deploy', name), 'utf8')
const missing =
  spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'there is no systemd-analyze here'

describe('the units for systemd', () => {
  it('are valid units', { skip: missing }, (t) => {
    const folder = temporaryFolder(t)
    const files = ['mirror.service', 'mirror.timer'].map((name) => {
      // What need not be here: npm at that place, and the user.
      const text = read(`systemd/${name}`)
        .replaceAll('/usr/bin/npm', '/bin/true')
        .replace('User=mirror', 'User=root')
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  })

  it('treat a mirror with gaps and a run that was stopped as a success, and nothing else', () => {
    assert.deepEqual(/^SuccessExitStatus=(.*)$/m.exec(read('systemd/mirror.service'))?.[1]?.split(' '), [
      String(exitCodeOf('gaps')),
      String(exitCodeOf('interrupted')),
      /^KillSignal=(.*)$/m.exec(read('systemd/mirror.service'))?.[1],
    ])
  })

  it('run daily', { skip: missing }, () => {
    const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(read('systemd/mirror.timer')) ?? []
    const { status, stderr } = spawnSync('systemd-analyze', ['calendar', '--iterations=2', calendar], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
  })
})

describe('the line for cron', () => {
  const line = read('cron/crontab').trim().split('\n').at(-1) ?? ''

  it('is in the docs, and runs an existing script', () => {
    assert.match(line, /^\d+ \d+ \* \* \* sh \/srv\/mirror\/docs\/deploy\/cron\/run\.sh$/)
    assert.ok(read('schedule.md').includes(`    ${line}\n`))
  })

  it('prints nothing on success, and else how the run ended', async (t) => {
    const folder = temporaryFolder(t)
    const script = join(folder, 'docs/deploy/cron/run.sh')
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, read('cron/run.sh'))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "$@" >> called; exit "$CODE"\n')
    chmodSync(join(folder, 'bin/npm'), 0o755)
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
    const run = async (CODE: string, env = {}) => {
      rmSync(join(folder, 'called'), { force: true })
      return (await runBash(['-c', 'exec sh "$1"', 'sh', script], '/', { CODE, PATH, ...env })).printed
    }
    assert.equal(await run('0'), '')
    assert.equal(await run('4'), 'The mirror ended with 4.\n')
    const mirror = 'run --silent mirror -- --quiet\n'
    assert.equal(readFileSync(join(folder, 'called'), 'utf8'), mirror)
    // The address of a deployed mirror, of which the check ends as the run does.
    const deployed = (CODE: string) => run(CODE, { MIRROR_URL: 'https://mirror.example.org/' })
    assert.equal(await deployed('0'), '')
    const check = 'run --silent mirror -- check https://mirror.example.org/ --quiet\n'
    assert.equal(readFileSync(join(folder, 'called'), 'utf8'), mirror + check)
    assert.equal(
      await deployed('4'),
      'The mirror ended with 4.\nThe check of https://mirror.example.org/ ended with 4.\n',
    )
    assert.equal(await deployed('7'), 'The mirror ended with 7.\n')
    assert.equal(readFileSync(join(folder, 'called'), 'utf8'), mirror)
  })
})
