import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildSite } from '../../scripts/job/site.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { serveSite, verifySite } from '../../src/lib/site/index.ts'
import { UNSUMMED } from '../../src/lib/site/verify/statements.ts'
import { check } from '../check/support/checking.ts'
import { both, serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { makeKey, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

const LARGE = Array.from({ length: 9_000 }, (_, id) => ({ id: String(id), note: `Note ${id} `.repeat(12) }))

const PLACES = Array.from({ length: 12 }, (_, n) => ({
  id: String(n),
  latitude: String(55 + n / 50),
  longitude: String(37 + n / 40),
}))

// Whether the numbers with a point have three decimals, or thousands, nothing tells.
const PAID = Array.from({ length: 12 }, (_, n) => ({
  sum: `${n * 7},5`,
  day: `${10 + n}.05.2024`,
  count: `${1 + (n % 9)}.234`,
  budget: `${1 + n} ${200 + n},5`,
  price: `1\u00a00${10 + n},25`,
  share: `${n},5 %`,
}))

/** Every kind of file by which a mirror states something about itself or its data for programs, as patterns of paths. */
const STATED = [
  /^SHA256SUMS$/,
  /^SHA256SUMS\.sig$/,
  /^manifest\.json$/,
  /^manifest\.json\.sig$/,
  /^status\.json$/,
  /^allowed_signers$/,
  /^generations\.jsonl$/,
  /^changes\.json$/,
  /^feed\.xml$/,
  /^mirror\.sql$/,
  /^openapi\.json$/,
  /^schemas\/\w[\w-]*\.json$/,
  /^catalog\.ttl$/,
  /^catalog\.jsonld$/,
  /^data\.json$/,
  /^sitemap\.xml$/,
  /^robots\.txt$/,
  /^\.well-known\/api-catalog$/,
  /^preview\.png$/,
  /^versions\/[0-9a-f]{64}\.json$/,
  /^versions\/[0-9a-f]{64}\.xml$/,
  /get_dataset\/.*\/versions\.json$/,
  /get_dataset\/.*\/changes\.json$/,
  /get_dataset\/.*\/index\.md$/,
  /get_dataset\/.*\/datapackage\.json$/,
  /get_dataset\/.*\/index\.json\.timemap$/,
  /get_dataset\/.*\/index\.xml\.timemap$/,
  /get_dataset\/.*\/index\.csv$/,
  /get_dataset\/.*\/index\.parquet$/,
  /get_dataset\/.*\/preview\.png$/,
]

/** What a run may change although the origin sent the same. */
const OF_A_RUN = ['manifest.json', 'manifest.json.sig', 'status.json']

describe('a mirror that states all it can', { skip: withoutSshKeygen }, () => {
  const folder = temporaryFolder({ after })
  const suite = suiteContext()
  let settings: Settings
  before(async () => {
    const origin = await startScripted(suite, serviceRoutes({ a: '1', large: '1', places: '1', paid: '1' }))
    origin.set(both('get_dataset/large', LARGE))
    origin.set(both('get_dataset/places', PLACES))
    origin.set(both('get_dataset/paid', PAID))
    settings = settingsIn(folder, {
      origin: origin.base,
      site: 'https://mirror.example.org/',
      contact: 'data@example.org',
      signingKey: makeKey(join(folder, 'key')),
      history: { keep: 3, bytes: 2 ** 20 },
      meanings: { places: { latitude: 'Degrees north' } },
    })
    for (const price of ['1', '2']) {
      origin.set(both('get_dataset/a', [{ id: 'x', price }]))
      await mirrorInto(settings)
    }
  })
  const pathsIn = (site: string) => [...readTree(site).keys()]
  const oneOfEach = () =>
    STATED.map((kind) => {
      const path = pathsIn(settings.out).find((one) => kind.test(one))
      assert.ok(path, `no file is ${kind}`)
      return path
    })

  it('has every kind of file, each with a checksum, a signature, or a reason to have none', () => {
    const sums = readFileSync(join(settings.out, 'SHA256SUMS'), 'utf8')
    for (const path of oneOfEach())
      assert.notEqual(sums.includes(`  ${path}\n`), UNSUMMED.includes(path), path)
  })

  it('describes in the Data Package the columns whose meaning the config states, and no others', () => {
    const path = join(settings.out, 'api/v1/get_dataset/places/datapackage.json')
    const { fields } = JSON.parse(readFileSync(path, 'utf8')).resources[0].schema
    assert.deepEqual(
      fields.map(({ name, description }: Record<string, string>) => [name, description]),
      [
        ['id', undefined],
        ['latitude', 'Degrees north'],
        ['longitude', undefined],
      ],
    )
  })

  it('states in the Data Package how numbers with a comma, groups or a unit and dates with dots are written', async () => {
    const path = join(settings.out, 'api/v1/get_dataset/paid/datapackage.json')
    const { fields } = JSON.parse(readFileSync(path, 'utf8')).resources[0].schema
    assert.deepEqual(
      fields.map(({ example: _, ...field }: Record<string, string>) => field),
      [
        { name: 'sum', type: 'number', decimalChar: ',' },
        { name: 'day', type: 'date', format: '%d.%m.%Y' },
        { name: 'count', type: 'string' },
        { name: 'budget', type: 'number', groupChar: ' ', decimalChar: ',' },
        { name: 'price', type: 'number', groupChar: '\u00a0', decimalChar: ',' },
        { name: 'share', type: 'number', decimalChar: ',', bareNumber: false },
      ],
    )
  })

  it('is the same, byte for byte, when it is built elsewhere', async () => {
    const elsewhere = { ...settings, out: join(folder, 'other place') }
    await buildSite(elsewhere, new AbortController().signal)
    assert.deepEqual(differences(readTree(settings.out), readTree(elsewhere.out)), [])
  })

  it('changes in what is about the run alone if the origin sends the same', async () => {
    const before = readTree(settings.out, { times: true })
    await mirrorInto(settings)
    assert.deepEqual(differences(before, readTree(settings.out, { times: true })), OF_A_RUN)
  })

  it('leaves out without its address what one sentence names, and no more', async () => {
    const { site: _, ...others } = settings
    const without = { ...others, site: undefined, out: join(folder, 'without') }
    const sentences: string[] = []
    await buildSite(without, new AbortController().signal, {
      onLack: (sentence) => sentences.push(sentence),
    })
    assert.equal(sentences.length, 1)
    const named = new Set(/ left out: (.*)\.$/.exec(sentences[0] ?? '')?.[1]?.split(', '))
    const there = new Set(pathsIn(without.out))
    const left = pathsIn(settings.out).filter((path) => !there.has(path))
    const isNamed = (path: string) => named.has(path) || named.has(basename(path))
    assert.deepEqual(
      left.filter((path) => !isNamed(path)),
      [],
    )
    for (const name of named)
      assert.ok(
        left.some((path) => path === name || basename(path) === name),
        name,
      )
  })

  it('fails verify when any of these files is altered or missing', () => {
    const paths = oneOfEach()
    const kept = new Map(paths.map((path) => [path, readFileSync(join(settings.out, path))]))
    const restore = () => {
      for (const [path, bytes] of kept) writeFileSync(join(settings.out, path), bytes)
    }
    const found = () => new Set(verifySite(settings.out).findings.map(({ path }) => path))
    const alter = (path: string) => {
      const altered = Buffer.from(kept.get(path) as Buffer)
      const middle = Math.floor(altered.length / 2)
      altered[middle] = (altered[middle] ?? 0) ^ 1
      writeFileSync(join(settings.out, path), altered)
    }
    const remove = (path: string) => rmSync(join(settings.out, path))
    // One letter of status.json may be of a text: nothing signs it, and it is no statement about the data.
    const stated = paths.filter((path) => path !== 'status.json')
    for (const [what, change] of Object.entries({ altered: alter, missing: remove })) {
      // With the checksums intact, all others are named.
      const summed = stated.filter((path) => !UNSUMMED.includes(path))
      for (const path of summed) change(path)
      const named = found()
      restore()
      assert.deepEqual(
        summed.filter((path) => !named.has(path)),
        [],
        what,
      )
      for (const path of stated.filter((one) => UNSUMMED.includes(one))) {
        change(path)
        const count = found().size
        restore()
        // A run removes this signature before it replaces the manifest.
        const isAllowed = what === 'missing' && path === 'manifest.json.sig'
        assert.equal(count > 0, !isAllowed, `${what} ${path}`)
      }
    }
    assert.deepEqual(verifySite(settings.out).findings, [])
  })

  it('fails check when any of these files is altered on the host', async (t) => {
    const server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => server.close())
    const covered = oneOfEach().filter((path) => !UNSUMMED.includes(path))
    const kept = new Map(covered.map((path) => [path, readFileSync(join(settings.out, path))]))
    t.after(() => {
      for (const [path, bytes] of kept) writeFileSync(join(settings.out, path), bytes)
    })
    for (const [path, bytes] of kept)
      writeFileSync(join(settings.out, path), bytes.toString('latin1').replace(/[a-z]/, 'Q'), 'latin1')
    const { code, report } = await check(server.url)
    assert.equal(code, 6)
    const text = JSON.stringify(report)
    for (const path of covered) assert.ok(text.includes(path), path)
  })
})
