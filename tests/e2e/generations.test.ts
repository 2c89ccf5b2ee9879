import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { restoreSnapshot } from '../../scripts/job/restore.ts'
import { serveSite, verifySite } from '../../src/lib/site/index.ts'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { check, runCheck } from '../check/support/checking.ts'
import { buildWithBundle, settingsIn } from '../support/mirror.ts'
import { openMirrored } from './edited-mirror.ts'

async function openChained(t: TestContext) {
  const { service, config, folder, crawl } = await openMirrored(t)
  const settings = { ...settingsIn(folder, config) }
  const warnings: string[] = []
  const file = layout.chain(settings.out)
  return {
    service,
    folder,
    settings,
    warnings,
    file,
    lines: () => readFileSync(file, 'utf8').split(/(?<=\n)/),
    crawl: () => crawl(settings),
    async run(full = false) {
      await crawl(settings)
      await buildWithBundle(settings, { full, onWarning: (warning) => warnings.push(warning) })
      assert.deepEqual(verifySite(settings.out).findings, [])
    },
    change: (row: string) => void service.datasets.get('a')?.rows.push(row),
    /** What other programs compute. */
    shell: (command: string) =>
      spawnSync('sh', ['-c', command], { cwd: settings.out, encoding: 'utf8' }).stdout.slice(0, 64),
  }
}

describe('the chain of generations', () => {
  it('gets a line when a run changes data, which other programs can compute', async (t) => {
    const { settings, lines, crawl, run, change, shell } = await openChained(t)
    await run()
    const [first] = lines()
    await run()
    await run(true)
    Object.assign(settings, { language: 'ru', hosts: ['nginx'] })
    await run()
    assert.deepEqual(lines(), [first])
    change('second')
    await crawl()
    change('third')
    await run()
    await run(true)
    assert.deepEqual([lines().length, lines()[0]], [3, first])
    const { data, prev, generation } = JSON.parse(lines().at(-1) as string)
    assert.equal(data, shell("grep -E '  api/v1/.*/index[.](json|xml)$' SHA256SUMS | sha256sum"))
    assert.equal(prev, shell('sed -n 2p generations.jsonl | sha256sum'))
    assert.ok(generation < (findCurrent(settings.state)?.manifest.generation ?? ''))
  })

  it('is continued after a restore, and with the published one if that of the state folder is lost, damaged or from a backup', async (t) => {
    const { folder, settings, lines, run, change, warnings, service } = await openChained(t)
    await run()
    change('second')
    await run()
    const known = lines()
    const chainOfState = () => layout.chain(findCurrent(settings.state)?.folder ?? '')
    Object.assign(settings, { state: join(folder, 'restored') })
    await restoreSnapshot(settings, settings.out, 'settings', {
      signal: new AbortController().signal,
      accept: undefined,
    })
    assert.deepEqual(readFileSync(chainOfState(), 'utf8'), known.join(''))
    change('third')
    await run()
    writeFileSync(chainOfState(), 'damaged')
    change('fourth')
    await run()
    rmSync(chainOfState())
    service.datasets.delete('b')
    await run()
    const longer = lines()
    assert.deepEqual([longer.length, longer.slice(0, 2), warnings], [5, known, []])
    cpSync(settings.state, join(folder, 'backup'), { recursive: true })
    change('fifth')
    await run()
    const longest = lines()
    Object.assign(settings, { state: join(folder, 'backup') })
    change('sixth')
    await run()
    assert.deepEqual([lines().slice(0, 6), warnings], [longest, []])
  })

  it('that begins again is reported by the run, and by a check that knows the earlier one', async (t) => {
    const { folder, settings, file, lines, run, change, warnings } = await openChained(t)
    await run()
    change('second')
    await run()
    const [before, later] = ['before', 'later'].map((name) => join(folder, name)) as [string, string]
    copyFileSync(file, before)
    change('third')
    await run()
    copyFileSync(file, later)
    const host = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => host.close())
    const good = await check(host.url, '--since', before)
    assert.deepEqual([good.code, good.of('fail'), good.find('history').outcome], [0, [], 'pass'])
    Object.assign(settings, { state: join(folder, 'new') })
    await run()
    assert.match(
      warnings.join(),
      /^generations\.jsonl — The chain of generations does not continue the earlier one/,
    )
    assert.equal(lines().length, 1)
    const { code, of, find } = await check(host.url, '--since', later)
    assert.deepEqual([code, of('fail')], [6, ['history']])
    assert.match(find('history').examples[0]?.saw ?? '', /^it has another line 1 than was known/)
    const wrong = await runCheck(host.url, '--since', join(folder, 'absent'))
    assert.deepEqual([wrong.code, /--since: .*absent/.test(wrong.stderr)], [2, true])
    const inPlace = await runCheck(host.url, '--since', folder)
    assert.equal(inPlace.code, 2)
    assert.match(
      inPlace.stderr,
      /^--since: \S+ is a folder, not a file\. Name a copy of generations\.jsonl\.\n$/,
    )
  })

  it('is verified with the manifest', async (t) => {
    const { settings, file, run, change } = await openChained(t)
    await run()
    change('second')
    await run()
    const text = readFileSync(file, 'utf8')
    const findings = () => verifySite(settings.out).findings.filter(({ kind }) => kind !== 'altered')
    for (const [changed, kind] of [
      [text.replace(/\n.*\n$/, '\n'), 'contradiction'],
      [text.replace(/^.*\n/, ''), undefined],
      [text.replace('"n":1', '"n":3'), 'unreadable'],
    ] as const) {
      writeFileSync(file, changed)
      assert.deepEqual(
        findings().map((finding) => finding.kind),
        kind === undefined ? [] : [kind],
      )
    }
    writeFileSync(file, text)
    appendFileSync(file, text)
    assert.deepEqual(
      findings().map(({ kind }) => kind),
      ['unreadable'],
    )
  })
})
