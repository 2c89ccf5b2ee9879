import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { TARGET_NAMES, TARGETS } from '../../src/lib/site/index.ts'
import { blocksUnder, tableUnder } from '../docs/support/markdown.ts'
import { ROOT } from '../support/files.ts'
import { SERVERS } from './servers/servers.ts'

const FACTS = { folder: '/srv/dist', base: '/' }

for (const target of TARGETS)
  describe(`the docs of ${target.title}`, () => {
    const text = () => readFileSync(join(ROOT, `docs/deploy/${target.name}.md`), 'utf8')
    const section = (heading: string) =>
      text()
        .split(/^## /m)
        .find((part) => part.startsWith(heading)) ?? ''

    it('list what it does otherwise than the rules say: that, and nothing more', () => {
      const documented = [...section('Differences').matchAll(/^- (.*)$/gm)].map(([, sentence]) => sentence)
      assert.deepEqual(documented, [...target.deviations])
      assert.equal(/^None\.$/m.test(section('Differences')), documented.length === 0)
    })

    it('show the commands that deploy', () => {
      for (const command of target.deploy(FACTS).filter((line) => !line.includes('/srv')))
        assert.ok(section('Deploy').includes(`    ${command}\n`), command)
    })

    it('show no command as root that is not printed, besides the installation of packages', () => {
      const printed = target.deploy(FACTS).join('\n')
      const [commands = ''] = blocksUnder(text(), '## Deploy')
      for (const command of commands.split('\n').filter((line) => /^sudo (?!apt-get )/.test(line)))
        assert.ok(printed.includes(command), command)
    })

    it('list every file it gets, and every extension of compressed files', () => {
      for (const { path } of target.render(FACTS)) assert.ok(text().includes(`\`${path}\``), path)
      for (const ending of target.compressed) assert.ok(text().includes(`\`*.${ending}\``), ending)
    })

    it('state what was tested, and what was not', () => {
      assert.match(section('Tested and not tested'), /^- (?:Tested|Not tested)/m)
    })
  })

for (const target of TARGETS)
  test(`the files for ${target.title} are rendered the same every time, with and without a base`, () => {
    assert.deepEqual(target.render(FACTS), target.render(FACTS))
    for (const { content } of target.render({ ...FACTS, base: '/data/' }))
      assert.doesNotMatch(content, /["'/]undefined|undefined["'/]/)
  })

describe('the deviations of a server that the tests run', () => {
  for (const target of new Set(SERVERS.flatMap((server) => server.target ?? [])))
    it(`are those of ${target.title}: each is tested, and none is ignored`, () => {
      const shown = SERVERS.filter((server) => server.target === target).flatMap(({ deviations = {} }) =>
        Object.keys(deviations),
      )
      assert.deepEqual([...new Set(shown)], [...target.deviations])
    })
})

describe('the table of hosts', () => {
  const rows = tableUnder(readFileSync(join(ROOT, 'docs/deploy/README.md'), 'utf8'), '# Hosts')

  it('lists every host, and whether it supports queries', () => {
    assert.deepEqual(
      rows.map((row) => [row.Target, row['`?type=json`']]),
      TARGETS.map(({ name, query }) => [`\`${name}\``, query === 'host' ? 'every client' : 'browsers']),
    )
  })

  it('matches the code', () => {
    assert.deepEqual(
      TARGETS.map(({ name }) => name),
      [...TARGET_NAMES],
    )
  })
})
