import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Settings } from '../../src/lib/config/index.ts'
import { verifySite } from '../../src/lib/site/index.ts'
import type { Manifest } from '../../src/lib/snapshot/index.ts'
import { answer, serviceRoutes } from '../support/crawling.ts'
import { runMirror, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const NONE = { status: 404 }
const HONEST = '[{"id":1,"name":"Park"},{"id":2,"name":"Square"}]'

/** A json or xml body of a few bytes on the wire. */
function packed(text: string, type: string) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return answer(brotliCompressSync(text, { params }), type, { 'content-encoding': 'br' })
}

const json = (text: string) => packed(text, 'application/json')
const HOSTILE = {
  digits: `[{"id":1,"a":${'9'.repeat(8_000_000)}},{"id":2,"a":1}]`,
  fraction: `[{"id":1,"a":-0.${'7'.repeat(9_000_000)}},{"id":2,"a":1}]`,
  strings: `[{"id":1,"a":"${'7'.repeat(20_000_000)}"},{"id":2,"a":"b"}]`,
  record: `[{"id":1},{"id":2,"a":["${'x'.repeat(35_000_000)}","${'y'.repeat(35_000_000)}"]}]`,
  name: `[{"id":1},{"${'k'.repeat(10_000_000)}":2}]`,
}
const ENTITIES = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(9990)}">]><a>${`<r>${`<f>${'&b;'.repeat(3000)}</f>`.repeat(20)}</r>`.repeat(2)}</a>`

describe('a site of datasets designed to break it', () => {
  const folder = temporaryFolder({ after })
  let settings: Settings
  let crawled: Awaited<ReturnType<typeof runMirror>>
  const page = (code: string) =>
    readFileSync(join(settings.out, 'api/v1/get_dataset', code, 'index.html'), 'utf8')
  before(async () => {
    const codes = ['honest', 'entities', ...Object.keys(HOSTILE)]
    const routes = serviceRoutes(Object.fromEntries(codes.map((code) => [code, code])))
    const origin = await startScripted({ after } as never, {
      ...routes,
      'api/v1/get_dataset/honest/?type=json': json(HONEST),
      'api/v1/get_dataset/entities/?type=json': NONE,
      'api/v1/get_dataset/entities/?type=xml': packed(ENTITIES, 'application/xml'),
      ...Object.fromEntries(
        Object.entries(HOSTILE).flatMap(([code, text]) => [
          [`api/v1/get_dataset/${code}/?type=json`, json(text)],
          [`api/v1/get_dataset/${code}/?type=xml`, NONE],
        ]),
      ),
    })
    settings = settingsIn(folder, { origin: origin.base })
    const { state, out } = settings
    crawled = await runMirror(['mirror', '--quiet', '--origin', origin.base, '--state', state, '--out', out])
  })

  it('is built, and lists what is missing', () => {
    assert.equal(crawled.code, 4, crawled.stderr)
    assert.match(page('honest'), /Square/)
    assert.match(page('strings'), /2 records with/)
  })

  it('has the original bytes of each, and says on its page that it cannot be read', () => {
    for (const code of ['digits', 'fraction', 'record', 'name'] as const) {
      const bytes = readFileSync(join(settings.out, 'api/v1/get_dataset', code, 'index.json'), 'utf8')
      assert.ok(bytes === HOSTILE[code], code)
      assert.match(page(code), /<b>Not read</, code)
      assert.match(page(code), /more than \d+ characters/, code)
      assert.ok(!existsSync(join(settings.out, 'api/v1/get_dataset', code, 'index.csv')), code)
      assert.ok(statSync(join(settings.out, 'api/v1/get_dataset', code, 'index.html')).size < 200_000, code)
    }
  })

  it('lists unreadable documents in the problems of the run, on standard error, on the about page and in the manifest', () => {
    const manifest: Manifest = JSON.parse(readFileSync(join(settings.out, 'manifest.json'), 'utf8'))
    const notRead = manifest.problems.filter(({ code }) => code === 'not-read')
    const about = readFileSync(join(settings.out, 'about/index.html'), 'utf8')
    assert.deepEqual(
      notRead.map(({ severity, subject }) => `${severity} ${subject}`),
      ['warning "digits"', 'warning "fraction"', 'warning "name"', 'warning "record"'],
    )
    for (const { subject } of notRead)
      assert.match(crawled.stderr, new RegExp(`warning: ${subject} — Its json is published unchanged`))
    assert.match(about, /published unchanged, but could not be read/)
    const status = JSON.parse(readFileSync(join(settings.out, 'status.json'), 'utf8'))
    assert.equal(status.warnings, manifest.problems.filter(({ severity }) => severity === 'warning').length)
  })

  it('rejects documents that entities expand beyond the limit', () => {
    assert.match(page('entities'), /entities that stand for more than \d+ characters/)
    assert.ok(!existsSync(join(settings.out, 'api/v1/get_dataset/entities/index.json')))
  })

  it('has Russian messages for them, and is complete', async () => {
    const { state, out } = settings
    const config = join(folder, 'russian.config.mjs')
    writeFileSync(config, `export default { language: 'ru', origin: ${JSON.stringify(settings.origin)} }`)
    const built = await runMirror(['build', '--quiet', '--config', config, '--state', state, '--out', out])
    assert.ok(built.code === 0 || built.code === 4, built.stderr)
    for (const code of ['digits', 'fraction', 'record', 'name'] as const)
      assert.match(
        page(code),
        /<b>Не прочитано<\/b>[^<]*<span dir="auto">В документе есть .* длиннее [\d\s]+ символов\./,
        code,
      )
    assert.equal(verifySite(out).findings.length, 0)
  })
})

it('is complete, with a warning in json, if a dataset is stored but unreadable, crawled now or before', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'a', digits: 'digits' }),
    'api/v1/get_dataset/digits/?type=json': json(HOSTILE.digits),
  })
  const folder = temporaryFolder(t)
  const settings = settingsIn(folder, { origin: origin.base })
  const config = join(folder, 'mirror.config.mjs')
  const lists = { categories: 'none', oivs: 'none' }
  writeFileSync(config, `export default ${JSON.stringify({ origin: origin.base, lists })}`)
  const optionsFor = (state: string) => [
    ...['--json', '--config', config],
    ...['--state', state, '--out', settings.out],
  ]
  const notRead = ({ stdout }: { readonly stdout: string }) =>
    (JSON.parse(stdout) as Pick<Manifest, 'problems'>).problems
      .filter(({ code }) => code === 'not-read')
      .map(({ severity, subject }) => ({ severity, subject }))
  const wanted = [{ severity: 'warning', subject: '"digits"' }]
  for (const command of [['mirror'], ['mirror'], ['build']]) {
    const ran = await runMirror([...command, ...optionsFor(settings.state)])
    assert.equal(ran.code, 0, ran.stdout + ran.stderr)
    assert.deepEqual(notRead(ran), wanted)
    assert.deepEqual(verifySite(settings.out).findings, [])
  }
  const restored = join(folder, 'restored')
  const again = await runMirror(['build', ...optionsFor(restored), '--restore', settings.out])
  assert.equal(again.code, 0, again.stdout + again.stderr)
  assert.deepEqual(notRead(again), wanted)
  const manifest = JSON.parse(readFileSync(join(settings.out, 'manifest.json'), 'utf8'))
  assert.deepEqual(notRead({ stdout: JSON.stringify(manifest) }), wanted)
})
