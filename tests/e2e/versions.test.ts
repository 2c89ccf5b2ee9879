import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import * as v from 'valibot'
import { crawlOrigin } from '../../scripts/job/crawl-origin.ts'
import type { Config, Settings } from '../../src/lib/config/index.ts'
import { serveSite, verifySite } from '../../src/lib/site/index.ts'
import { versionsSchema } from '../../src/lib/snapshot/manifest.ts'
import {
  canonize,
  findShapeFaults,
  findStandard,
  objectsOf,
  parseJsonLd,
  parseTurtle,
  thingsOf,
} from '../site/harvest/support/rdf.ts'
import { both, serviceRoutes } from '../support/crawling.ts'
import { readTree } from '../support/files.ts'
import { buildWithBundle, prepareStates, runHere, settingsIn } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

const SITE = 'https://mirror.example.org/open/'
const DCAT = 'http://www.w3.org/ns/dcat#'
const SHAPES = findStandard('dcat-ap-3.0.1-shapes.ttl')
const PAGE = 'api/v1/get_dataset/a b/'

/** A mirror in Russian that knows its address, for the tests that change nothing in it. */
let addressed: Awaited<ReturnType<typeof mirrorChanging>>
const suite = suiteContext()
before(async () => {
  addressed = await mirrorChanging(suite, { site: SITE, language: 'ru' })
})

/** A mirror after three runs, whose dataset `a b` had another price in each, and whose dataset `c` never changed. */
async function mirrorChanging(t: TestContext, config: Config = {}) {
  const origin = await startScripted(t, serviceRoutes({ 'a b': '1', c: '3' }))
  const settings = settingsIn(temporaryFolder(t), {
    origin: origin.base,
    history: { keep: 2, bytes: 2 ** 20 },
    ...config,
  })
  await crawlChanges(origin, settings, ['1', '2', '3'])
  await buildWithBundle(settings)
  const read = (path: string) => readFileSync(join(settings.out, path), 'utf8')
  return { origin, settings, read }
}

/** Crawls once for each price that the dataset `a b` has. */
async function crawlChanges(origin: ScriptedOrigin, settings: Settings, prices: readonly string[]) {
  for (const price of prices) {
    origin.set(both('get_dataset/a%20b', [{ id: 'x', price }]))
    await crawlOrigin(settings, () => {}, new AbortController().signal)
  }
}

/** The links of a document in link-format (RFC 6690, 5): a small parser of its own. */
function parseLinks(text: string): { target: string; attributes: Record<string, string> }[] {
  const links = []
  let rest = text.trim()
  while (rest !== '') {
    const target = /^<([^>]*)>/.exec(rest)
    assert.ok(target, rest)
    rest = rest.slice(target[0].length)
    const attributes: Record<string, string> = {}
    for (;;) {
      const attribute = /^\s*;\s*([a-z]+)=(?:"([^"]*)"|([^\s;,"]+))/.exec(rest)
      if (attribute === null) break
      attributes[attribute[1] as string] = attribute[2] ?? attribute[3] ?? ''
      rest = rest.slice(attribute[0].length)
    }
    links.push({ target: target[1] as string, attributes })
    const comma = /^\s*,\s*/.exec(rest)
    assert.ok(comma || rest.trim() === '', rest)
    rest = rest.slice(comma?.[0].length ?? rest.length)
  }
  return links
}

test('former versions are published with a list, and the page of the dataset links to each of them', async (t) => {
  const { settings, read } = await mirrorChanging(t)
  const list = JSON.parse(read(`${PAGE}versions.json`))
  assert.ok(v.is(versionsSchema, list))
  const json = list.versions.filter(({ format }) => format === 'json')
  assert.deepEqual(
    json.map(({ path }) => JSON.parse(read(path))[0].price),
    ['2', '1'],
  )
  assert.match(read('about/index.html'), /The mirror also has 4 former versions of datasets, \d+ bytes/)
  const page = read(`${PAGE}index.html`)
  const sums = read('SHA256SUMS')
  for (const { path, sha256, bytes } of list.versions) {
    assert.equal(hash('sha256', read(path)), sha256)
    assert.equal(statSync(join(settings.out, path)).size, bytes)
    assert.ok(sums.includes(`${sha256}  ${path}\n`))
    assert.ok(page.includes(`href="../../../../${path}"`), path)
  }
  // The runs were in the same minute, so their times alone do not tell the versions apart.
  const [, listed = ''] = /<ol class="events versions">(.*?)<\/ol>/s.exec(page) ?? []
  const lines = listed
    .split('<li>')
    .flatMap((line) => line.replace(/<[^>]*>|, what replaced.*/gs, ' ').trim() || [])
  assert.equal(lines.length, 4)
  assert.equal(new Set(lines).size, 4, lines.join('\n'))
  const names = [...page.matchAll(/download="(a b-[^"]*)"/g)].map(([, name = '']) => name)
  assert.equal(new Set(names).size, names.length, names.join('\n'))
  // All are linked to the change that replaced them, which is in the page: the run replaced both formats.
  const anchors = [...page.matchAll(/href="#(change-\d+)"/g)].map(([, anchor = '']) => anchor)
  assert.equal(anchors.length, 4)
  assert.equal(new Set(anchors).size, 2)
  for (const anchor of anchors) assert.ok(page.includes(`id="${anchor}"`), anchor)
  assert.ok(!existsSync(join(settings.out, 'api/v1/get_dataset/c/versions.json')))
  assert.deepEqual(verifySite(settings.out).findings, [])
  const bag = join(temporaryFolder(t), 'bag.zip')
  const packed = await runHere(['pack', settings.out, '--bag', '--data-only', '--out', bag])
  assert.equal(packed.code, 0, packed.stderr)
  for (const { path } of list.versions) assert.ok(readFileSync(bag).includes(`/data/${path}`), path)
  // Without an address of the site there are no absolute addresses, so no TimeMap.
  assert.ok(!existsSync(join(settings.out, PAGE, 'index.json.timemap')))
  assert.ok(!page.includes('timemap'))
})

test('bytes that the origin had twice lead each time to the change that replaced them', async (t) => {
  const { origin, settings, read } = await mirrorChanging(t, { history: { keep: 9, bytes: 2 ** 20 } })
  await crawlChanges(origin, settings, ['2', '4'])
  await buildWithBundle(settings)
  const { changes } = JSON.parse(read(`${PAGE}changes.json`)) as { changes: { at: string; from: string }[] }
  const { versions } = JSON.parse(read(`${PAGE}versions.json`)) as {
    versions: { format: string; sha256: string }[]
  }
  const json = versions.filter(({ format }) => format === 'json')
  assert.equal(json.length, 4)
  assert.equal(new Set(json.map(({ sha256 }) => sha256)).size, 3)
  assert.deepEqual(
    changes.map(({ from }) => from),
    json.map(({ sha256 }) => sha256),
  )
  const page = read(`${PAGE}index.html`)
  const anchors = [...page.matchAll(/>json<\/a>(?:(?!<\/li>).)*href="#(change-\d+)"/gs)].map(
    ([, anchor]) => anchor,
  )
  assert.deepEqual(
    anchors,
    changes.map(({ at }) => `change-${Date.parse(at)}`),
  )
})

test('a TimeMap lists the original, itself and every memento with the time it was received', () => {
  const { origin, settings, read } = addressed
  for (const format of ['json', 'xml']) {
    const links = parseLinks(read(`${PAGE}index.${format}.timemap`))
    const byRelation = (name: string) =>
      links.filter(({ attributes }) => attributes.rel?.split(' ').includes(name))
    assert.deepEqual(
      byRelation('original').map(({ target }) => target),
      [`${origin.base}api/v1/get_dataset/a%20b/?type=${format}`],
    )
    const [self] = byRelation('self')
    assert.equal(self?.target, `${SITE}api/v1/get_dataset/a%20b/index.${format}.timemap`)
    assert.equal(self?.attributes.type, 'application/link-format')
    const mementos = byRelation('memento')
    assert.equal(mementos.length, 2)
    assert.deepEqual([byRelation('first')[0], byRelation('last')[0]], mementos)
    const { versions } = JSON.parse(read(`${PAGE}versions.json`))
    for (const { target, attributes } of mementos) {
      const version = versions.find(({ path }: { path: string }) => SITE + path === target)
      assert.equal(attributes.datetime, new Date(version.firstSeen).toUTCString())
    }
    assert.deepEqual(
      [self?.attributes.from, self?.attributes.until],
      mementos.map(({ attributes }) => attributes.datetime),
    )
  }
  const page = read(`${PAGE}index.html`)
  assert.match(page, /<link rel="timemap" href="index.json.timemap" type="application\/link-format"/)
  assert.match(page, /Прежние версии/)
  const { paths } = JSON.parse(read('openapi.json'))
  for (const name of ['versions.json', 'index.json.timemap', 'index.xml.timemap'])
    assert.ok(paths[`/api/v1/get_dataset/{code}/${name}`], name)
  for (const format of ['json', 'xml']) {
    const path = `/versions/{sha256}.${format}`
    const [{ name, example }] = paths[path].get.parameters
    const file = path.replace(`{${name}}`, example)
    assert.ok(existsSync(join(settings.out, file)), file)
    assert.ok(read('about/api/index.html').includes(`href="../..${file}"`))
  }
  assert.deepEqual(verifySite(settings.out).findings, [])
})

test('versions and TimeMaps are served with their media types, and check notices a damaged version', async (t) => {
  const { settings, read } = addressed
  const server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
  t.after(() => server.close())
  const { versions } = JSON.parse(read(`${PAGE}versions.json`))
  const typeOf = async (path: string) => {
    const answer = await fetch(server.url + path)
    assert.equal(answer.status, 200, path)
    return answer.headers.get('content-type')
  }
  assert.equal(await typeOf(`${PAGE}index.json.timemap`), 'application/link-format')
  for (const { path, format } of versions)
    assert.equal(
      await typeOf(path),
      format === 'json' ? 'application/json; charset=utf-8' : 'application/xml',
    )
  const check = () => runHere(['check', server.url, '--json'])
  assert.equal((await check()).code, 0)
  const [{ path }] = versions
  const bytes = read(path)
  t.after(() => writeFileSync(join(settings.out, path), bytes))
  truncateSync(join(settings.out, path), 5)
  const found = await check()
  assert.equal(found.code, 6)
  assert.ok(found.stdout.includes(path))
  assert.deepEqual(
    verifySite(settings.out).findings.map((finding) => `${finding.kind} ${finding.path}`),
    [`altered ${path}`],
  )
})

test('check with a sample requests the versions of the datasets in the sample alone', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ first: '1', other: '2' }))
  const settings = settingsIn(temporaryFolder(t), {
    origin: origin.base,
    history: { keep: 2, bytes: 2 ** 20 },
  })
  for (const price of ['1', '2']) {
    for (const code of ['first', 'other'])
      origin.set(both(`get_dataset/${code}`, [{ id: code, price: `${code} ${price}` }]))
    await crawlOrigin(settings, () => {}, new AbortController().signal)
  }
  await buildWithBundle(settings)
  const server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
  t.after(() => server.close())
  for (const name of readdirSync(join(settings.out, 'versions')))
    truncateSync(join(settings.out, 'versions', name), 1)
  const damaged = async (...options: string[]) => {
    const { stdout } = await runHere(['check', server.url, '--json', ...options])
    return new Set(stdout.match(/versions\/[0-9a-f]{64}\.json/g)).size
  }
  assert.equal(await damaged(), 2)
  assert.equal(await damaged('--sample', '1'), 1)
})

test('a mirror with versions that is built again from its files is the same', async (t) => {
  const { settings } = addressed
  const tree = readTree(settings.out)
  const again = { ...settings, state: join(temporaryFolder(t), 'state') }
  await prepareStates(again.state)
  const restored = await runHere([
    ...['build', '--restore', settings.out, '--state', again.state, '--out', `${again.out}-2`],
    ...['--config', writeConfig(t, settings)],
  ])
  assert.equal(restored.code, 0, restored.stderr)
  const isAboutVersions = (path: string) =>
    /^versions\/|get_dataset\/.*(?:versions\.json|timemap)$/.test(path)
  const those = (tree: ReadonlyMap<string, string>) => [...tree].filter(([path]) => isAboutVersions(path))
  assert.equal(those(tree).length, 4 + 1 + 2)
  assert.deepEqual(those(readTree(`${again.out}-2`)), those(tree))
})

function writeConfig(t: TestContext, { origin, site, history }: Settings): string {
  const file = join(temporaryFolder(t), 'mirror.config.ts')
  writeFileSync(file, `export default ${JSON.stringify({ origin, site, history })}`)
  return file
}

test('the catalogue for harvesters states the former versions of a dataset, and they are no datasets of their own', async () => {
  const { settings, read } = addressed
  const quads = parseTurtle(read('catalog.ttl'))
  const datasets = thingsOf(quads, `${DCAT}Dataset`)
  const page = `${SITE}api/v1/get_dataset/a%20b/`
  assert.deepEqual(datasets.toSorted(), [`${page}#dataset`, `${SITE}api/v1/get_dataset/c/#dataset`])
  assert.deepEqual(objectsOf(quads, `${DCAT}hasVersion`, `${SITE}api/v1/get_dataset/c/#dataset`), [])

  const { versions } = JSON.parse(read(`${PAGE}versions.json`)) as {
    versions: { format: string; path: string; sha256: string; bytes: number; firstSeen: string }[]
  }
  const stated = objectsOf(quads, `${DCAT}hasVersion`, `${page}#dataset`)
  assert.equal(stated.length, versions.length)
  for (const { format, path, sha256, bytes, firstSeen } of versions) {
    const version = `${page}#${format}-${sha256}`
    assert.ok(stated.includes(version))
    assert.deepEqual(objectsOf(quads, `${DCAT}version`, version), [firstSeen])
    assert.deepEqual(objectsOf(quads, `${DCAT}isVersionOf`, version), [`${page}#dataset`])
    const [file = ''] = objectsOf(quads, `${DCAT}distribution`, version)
    assert.deepEqual(objectsOf(quads, `${DCAT}downloadURL`, file), [SITE + path])
    assert.deepEqual(objectsOf(quads, `${DCAT}byteSize`, file), [String(bytes)])
    const [sum = ''] = objectsOf(quads, 'http://spdx.org/rdf/terms#checksum', file)
    assert.deepEqual(objectsOf(quads, 'http://spdx.org/rdf/terms#checksumValue', sum), [sha256])
    const before = versions.filter((other) => other.format === format && other.firstSeen < firstSeen)
    assert.deepEqual(
      objectsOf(quads, `${DCAT}previousVersion`, version),
      before.map((other) => `${page}#${format}-${other.sha256}`),
    )
  }
  const json = await parseJsonLd(read('catalog.jsonld'))
  assert.equal((await canonize(json)).replaceAll('.jsonld>', '.ttl>'), await canonize(quads))
  assert.ok(existsSync(join(settings.out, versions[0]?.path ?? '')))
  if (SHAPES !== undefined) assert.deepEqual(await findShapeFaults(SHAPES, quads), [])
})
