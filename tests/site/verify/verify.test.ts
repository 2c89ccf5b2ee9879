import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { findContradictions, verifySite } from '../../../src/lib/site/index.ts'
import {
  nextStatus,
  renderChecksums,
  renderStatus,
  STATES,
  type State,
} from '../../../src/lib/snapshot/index.ts'
import { runHere } from '../../support/mirror.ts'
import { mirrorOf } from '../../support/sample-mirror/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const AT = new Date('2026-11-20T04:07:31.000Z')
const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
const manifest = { ...mirrorOf().manifest, records: [], counts, complete: true, problems: [] }
const status = nextStatus(
  manifest,
  { outcome: 'complete', tool: manifest.tool, origin: manifest.origin, at: AT, every: 24 },
  undefined,
)

/** A small site that is whole, with these files. */
function siteOf(context: TestContext, files: Readonly<Record<string, string>>): string {
  const site = temporaryFolder(context)
  const all = { 'changes.json': '{"changes":1,"runs":[]}', ...files }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), text)
  }
  for (const [path, text] of Object.entries(all)) write(path, text)
  const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const sums = new Map(Object.entries(all).map(([path, text]) => [path, sumOf(text)]))
  write('SHA256SUMS', [...renderChecksums(sums)].join(''))
  write('manifest.json', JSON.stringify(manifest))
  write('status.json', renderStatus(status))
  return site
}

const found = (site: string) =>
  verifySite(site, AT).findings.map(({ kind, path, message }) => `${kind}: ${path} — ${message}`)

describe('a valid site', () => {
  it('has no findings and no notes', (context) => {
    const site = siteOf(context, {
      'index.html': '<a href="about/index.html#run">x</a>',
      'about/index.html': '<p id="run">',
    })
    assert.deepEqual(verifySite(site, AT), { files: 6, links: 1, findings: [], notes: [] })
  })
})

describe('unreadable metadata of a site', () => {
  const damages: [file: string, text: string, says: RegExp][] = [
    ['SHA256SUMS', 'not a checksum', /^unreadable: SHA256SUMS — .*expected a checksum and a name/],
    ['SHA256SUMS', `${'0'.repeat(64)}  a\r\n`, /^unreadable: SHA256SUMS — .*end as on Windows.*binary mode/],
    [
      'SHA256SUMS',
      `${'0'.repeat(64)}  index.html\n${'1'.repeat(64)}  index.html\n`,
      /^unreadable: SHA256SUMS — .*"index\.html" is listed twice/,
    ],
    ['manifest.json', '{"manifest": 2, "rec', /^unreadable: manifest\.json — .*is not json/],
    ['manifest.json', '{"manifest": 3}', /^unreadable: manifest\.json — .*"manifest": 3/],
    ['manifest.json', JSON.stringify({ ...manifest, records: [null] }), /record 1: /],
    [
      'manifest.json',
      '{"manifest": 2, "records": []}',
      /^unreadable: manifest\.json — It is not a manifest of this program/,
    ],
    ['status.json', '', /^unreadable: status\.json — /],
    ['status.json', 'null', /^unreadable: status\.json — .*expected "status": 2/],
    ['status.json', '{"status": 2, "triedAt": "yesterday"}', /^unreadable: status\.json — Its triedAt /],
    ...(['answeredAt', 'crawledAt', 'completeAt', 'staleSince', 'goodUntil'] as const).map(
      (time): [string, string, RegExp] => [
        'status.json',
        JSON.stringify({ [time]: '', ...status, [time]: 'soon' }),
        new RegExp(`^unreadable: status\\.json — Its ${time} is not a valid time`),
      ],
    ),
  ]
  for (const [file, text, says] of damages)
    it(`is a finding and no error of the program: ${file} with ${text.slice(0, 30) || 'nothing'}`, (context) => {
      const site = siteOf(context, { 'index.html': '' })
      writeFileSync(join(site, file), text)
      assert.match(found(site)[0] ?? '', says)
    })

  it('does not affect the check of the files by other metadata', (context) => {
    const site = siteOf(context, { 'index.html': '', 'a.txt': 'a' })
    writeFileSync(join(site, 'status.json'), 'torn')
    writeFileSync(join(site, 'a.txt'), 'b')
    rmSync(join(site, 'manifest.json'))
    assert.deepEqual(
      verifySite(site, AT).findings.map(({ kind, path }) => `${kind} ${path}`),
      ['missing manifest.json', 'unreadable status.json', 'altered a.txt'],
    )
  })

  it('is the only finding if the folder is no mirror at all', (context) => {
    assert.deepEqual(
      verifySite(temporaryFolder(context)).findings.map(({ kind, path }) => `${kind} ${path}`),
      ['missing SHA256SUMS', 'missing manifest.json', 'missing status.json'],
    )
  })
})

describe('a manifest that states another length than a file has', () => {
  it('is a contradiction, though the checksum is right', (context) => {
    const path = 'api/v1/list/index.json'
    const site = siteOf(context, { [path]: '[]' })
    const sha256 = createHash('sha256').update('[]').digest('hex')
    const [sample] = mirrorOf().manifest.records
    const record = { ...sample, operation: 'list', format: 'json', path, sha256, bytes: 5 }
    const stating = { ...manifest, records: [record], counts: { ...counts, [record.state ?? '']: 1 } }
    writeFileSync(join(site, 'manifest.json'), JSON.stringify(stating))
    assert.deepEqual(
      found(site).filter((line) => line.includes(path)),
      [`contradiction: ${path} — manifest.json states 5 bytes, the file has 2.`],
    )
  })
})

describe('a status that contradicts the manifest', () => {
  it('is one contradiction for each difference', (context) => {
    const site = siteOf(context, {})
    const wrong = {
      ...status,
      generation: 'other',
      gaps: 3,
      counts: { ...manifest.counts, stale: 9 },
      outcome: 'gaps',
    }
    writeFileSync(join(site, 'status.json'), JSON.stringify(wrong))
    const stale = manifest.counts.stale
    const pairs = [
      ['generation: "other"', `"${manifest.generation}"`],
      ['gaps: 3', '0'],
      ['counts.stale: 9', `${stale}`],
      ['outcome: "gaps"', '"complete"'],
    ]
    const lines = found(site)
    assert.equal(lines.length, pairs.length)
    for (const [at, [stated, expected]] of pairs.entries()) {
      assert.match(lines[at] ?? '', /^contradiction: status\.json — /)
      assert.ok(
        lines[at]?.includes(` ${stated}, manifest.json `) && lines[at].endsWith(` ${expected}.`),
        lines[at],
      )
    }
  })
})

describe('a status of the run before that of the manifest', () => {
  const earlier = { ...status, generation: '20200101T000000000Z', crawledAt: '2020-01-01T00:00:00.000Z' }

  it('is a note, because a build may be interrupted between the two files', (context) => {
    const site = siteOf(context, { 'index.html': '' })
    writeFileSync(join(site, 'status.json'), JSON.stringify(earlier))
    const { findings, notes } = verifySite(site, AT)
    assert.deepEqual([findings, notes.map(({ code }) => code)], [[], ['earlier-status']])
  })

  it('is noted in one line each, though a time with a line break makes it look like two', async (context) => {
    const site = siteOf(context, { 'index.html': '' })
    const forged = {
      ...status,
      goodUntil: '2020-01-01T00:00:00.000Z',
      answeredAt: '1 May 2020 (x\nmissing: forged)',
    }
    writeFileSync(join(site, 'status.json'), JSON.stringify(forged))
    const { stderr } = await runHere(['verify', site])
    assert.match(
      stderr,
      /^note: status\.json was valid until .+ since 1 May 2020 \(x\\nmissing: forged\), so/m,
    )
  })

  it('is a note even if the clock was set back between the two runs', () => {
    const later = { ...earlier, crawledAt: '2040-01-01T00:00:00.000Z', generation: '20400101T000000000Z' }
    const after = { ...manifest, generation: '20400101T000000000Z-2' }
    assert.deepEqual(findContradictions({ manifest: after, status: later }), [])
    assert.notDeepEqual(findContradictions({ manifest, status: later }), [])
  })

  for (const [what, stale, expected] of [
    ['no contradiction if it differs in which of the current copies were fetched', 1, []],
    ['a contradiction if it differs in more', 2, ['status.json']],
  ] as const)
    it(`is ${what}`, () => {
      const contradictions = findContradictions({
        manifest: { ...manifest, counts: { ...counts, unchanged: 4, stale } },
        status: { ...earlier, counts: { ...counts, fetched: 3, unasked: 1, stale: 1 } },
      })
      assert.deepEqual(
        contradictions.map(({ path }) => path),
        expected,
      )
    })
})

describe('a broken link', () => {
  it('is reported once per target, with the first page and the number of links', (context) => {
    const site = siteOf(context, {
      'index.html': '<a href="gone.html">1</a><a href="b.html#nowhere">2</a>',
      'a.html': '<a href="gone.html">1</a><a href="b.html#there">2</a><img src="gone.html">',
      'b.html': '<p id="there"><a href="#there">1</a><a href="#nowhere">2</a>',
    })
    assert.deepEqual(found(site), [
      'dead link: a.html — gone.html leads to gone.html, which is missing (and 2 more links)',
      'dead link: b.html — #nowhere leads to the part "nowhere" of b.html, which is missing (and 1 more link)',
    ])
  })
})

describe('something other than a regular file', () => {
  it('is found and never opened, since a link may lead anywhere', (context) => {
    const site = siteOf(context, { 'index.html': '' })
    symlinkSync('/dev/zero', join(site, 'endless.html'))
    assert.match(found(site).join(), /^unexpected: endless\.html — /)
  })

  it('cannot be reached by a path in SHA256SUMS outside of the site', (context) => {
    const site = siteOf(context, {})
    writeFileSync(join(site, 'SHA256SUMS'), `${'0'.repeat(64)}  ../../../../dev/zero\n`)
    assert.match(found(site)[0] ?? '', /^missing: \.\.\/\.\.\/\.\.\/\.\.\/dev\/zero/)
  })
})

describe('a file that was renamed', () => {
  for (const [how, before, after] of [
    ['in case', 'api/v1/get_dataset/Bus/index.json', 'api/v1/get_dataset/bus/index.json'],
    ['in Unicode form', 'caf\u00e9.txt', 'cafe\u0301.txt'],
  ] as const)
    it(`only ${how} is reported with that, since both names may look alike`, (context) => {
      const site = siteOf(context, { [before]: 'x' })
      mkdirSync(dirname(join(site, after)), { recursive: true })
      renameSync(join(site, before), join(site, after))
      const [missing, renamed, ...others] = found(site)
      assert.equal(missing, `missing: ${before} — SHA256SUMS lists it, but it is missing.`)
      assert.match(renamed ?? '', new RegExp(`^unexpected: ${after} — .*differ only in case or Unicode form`))
      assert.deepEqual(others, [])
    })

  it('is reported in one line, though a line break in its name makes it look like two', async (context) => {
    const site = siteOf(context, { 'index.html': '' })
    writeFileSync(join(site, 'a\nmissing: forged'), '')
    const { stderr } = await runHere(['verify', site])
    assert.match(stderr, /^unexpected: a\\nmissing: forged — SHA256SUMS does not list it\.\n/)
  })
})
