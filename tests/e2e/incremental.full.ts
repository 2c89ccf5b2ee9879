import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import type { Config, Settings } from '../../src/lib/config/index.ts'
import { findStrangers, listFiles, verifySite } from '../../src/lib/site/index.ts'
import { layout } from '../../src/lib/snapshot/index.ts'
import { differences, readTree } from '../support/files.ts'
import { settingsIn } from '../support/mirror.ts'
import { makeKey, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { API, openMirrored, PAGE_OF_A, type Service } from './edited-mirror.ts'

/** The paths whose times differ, except where both builds wrote a new file. */
function timesDiffering(a: string, b: string, began: number): string[] {
  return listFiles(a).filter((path) => {
    const [one, other] = [a, b].map((site) => statSync(join(site, path)).mtimeMs) as [number, number]
    return one !== other && !(one >= began && other >= began)
  })
}

/** The files and folders that others than their owner may not read. */
function closedIn(site: string): string[] {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => (statSync(join(site, path)).mode & 0o044) !== (statSync(site).mode & 0o044))
}

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

type Edit = (service: Service, config: Config, settings: Settings) => void

const EDITS: Readonly<Record<string, Edit>> = {
  'nothing was changed': () => {},
  'the data of a dataset was changed': ({ datasets }) => void datasets.get('a')?.rows.push('new'),
  'the title of a dataset was changed': ({ datasets }) =>
    Object.assign(datasets.get('b') ?? {}, { title: 'New title' }),
  'a dataset was moved to another category': ({ datasets }) =>
    Object.assign(datasets.get('c') ?? {}, { category: 'y' }),
  'the title of a category was changed': ({ categories }) => void categories.set('x', 'Streets'),
  'a dataset was added': ({ datasets }) =>
    void datasets.set('f', { title: 'New', category: 'y', rows: ['f'] }),
  'a dataset was withdrawn': ({ datasets }) => void datasets.delete('d'),
  'a dataset fails': ({ datasets }) => Object.assign(datasets.get('e') ?? {}, { fails: true }),
  'a dataset works again': ({ datasets }) => Object.assign(datasets.get('e') ?? {}, { fails: false }),
  'a dataset has other columns': ({ datasets }) =>
    Object.assign(datasets.get('a') ?? {}, { column: 'district' }),
  'two datasets have values in common': ({ datasets }) => {
    const rows = Array.from({ length: 9 }, (_, at) => `RU-${at}`)
    Object.assign(datasets.get('a') ?? {}, { rows: [...rows] })
    Object.assign(datasets.get('c') ?? {}, { rows: [...rows, 'RU-9'] })
  },
  'a related dataset was renamed': ({ datasets }) =>
    Object.assign(datasets.get('c') ?? {}, { title: 'Codes of c' }),
  'two datasets have the same data': ({ datasets }) =>
    Object.assign(datasets.get('b') ?? {}, { rows: datasets.get('c')?.rows.slice() ?? [] }),
  'a dataset has a large table': ({ datasets }) =>
    Object.assign(datasets.get('a') ?? {}, {
      rows: Array.from({ length: 3000 }, (_, n) => `The row ${n * n} ${'of a large table '.repeat(25)}`),
    }),
  'a large table was changed': ({ datasets }) => void datasets.get('a')?.rows.push('The last row'),
  'the Parquet of a large table was deleted from the site': (_, __, { out }) =>
    rmSync(join(out, `${API}/get_dataset/a/index.parquet`)),
  'a large table became small': ({ datasets }) => void datasets.get('a')?.rows.splice(9),
  'the site has another title': (_, config) => Object.assign(config, { title: 'Another title' }),
  'the site has a logo, styles and links of its own': (_, config, { out }) => {
    writeFileSync(join(out, '../logo.svg'), LOGO)
    Object.assign(config, {
      contact: 'https://example.org/us',
      branding: {
        logo: join(out, '../logo.svg'),
        accent: '#a01030',
        links: [{ text: 'Imprint', href: 'https://example.org/imprint' }],
      },
    })
  },
  'the kind of a column is configured': (_, config) =>
    Object.assign(config, { kinds: { a: { n: 'text' }, '*': { n: 'identifier' } } }),
  'the meaning of a column is configured': (_, config) =>
    Object.assign(config, { meanings: { a: { n: 'Number of the stop' } } }),
  'the site has another address': (_, config) =>
    Object.assign(config, { site: 'https://mirror.example.org/' }),
  'the pages are in Russian': (_, config) => Object.assign(config, { language: 'ru' }),
  'the site is prepared for a host': (_, config) => Object.assign(config, { hosts: ['netlify'] }),
  'the site is prepared for a host that serves compressed copies': (_, config) =>
    Object.assign(config, { hosts: ['nginx'] }),
  'a compressed copy of the site was replaced by a link to another': (_, __, { out }) => {
    renameSync(join(out, 'index.html.gz'), join(out, '../copy.gz'))
    symlinkSync(join(out, '../copy.gz'), join(out, 'index.html.gz'))
  },
  'the site is signed': (_, config, { out }) => {
    if (withoutSshKeygen) return
    Object.assign(config, { signingKey: makeKey(join(out, '../../key')) })
  },
  'a signature was deleted from the site': (_, __, { out }) =>
    rmSync(join(out, 'SHA256SUMS.sig'), { force: true }),
  'the field of titles is configured': (_, config) => Object.assign(config, { fields: { title: 'id' } }),
  'a page was deleted from the site': (_, __, { out }) => rmSync(join(out, PAGE_OF_A)),
  'a page was edited in the site': (_, __, { out }) => writeFileSync(join(out, PAGE_OF_A), 'edited'),
  'a file was added to the site': (_, __, { out }) => writeFileSync(join(out, 'added.txt'), 'added'),
  'a folder was added to the site': (_, __, { out }) => mkdirSync(join(out, 'added')),
  'the manifest of the site is a folder': (_, __, { out }) => {
    rmSync(join(out, 'manifest.json'))
    mkdirSync(join(out, 'manifest.json'))
  },
  'files of the site were replaced by links to copies': (_, __, { out }) => {
    for (const path of [PAGE_OF_A, `${API}/get_dataset/a/index.json`]) {
      renameSync(join(out, path), join(out, `../copy-${basename(path)}`))
      symlinkSync(join(out, `../copy-${basename(path)}`), join(out, path))
    }
  },
  'a page of the site is a link to itself': (_, __, { out }) => {
    rmSync(join(out, PAGE_OF_A))
    symlinkSync(basename(PAGE_OF_A), join(out, PAGE_OF_A))
  },
  'files and a folder of the site may be read by their owner alone': (_, __, { out }) => {
    for (const path of [PAGE_OF_A, `${API}/get_dataset/a/index.json`, 'site.js'])
      chmodSync(join(out, path), 0o600)
    chmodSync(join(out, `${API}/get_dataset/b`), 0o700)
  },
  'a page of the site was cut': (_, __, { out }) => truncateSync(join(out, PAGE_OF_A), 100),
  'the checksums of the site were deleted': (_, __, { out }) =>
    writeFileSync(
      join(out, 'SHA256SUMS'),
      readFileSync(join(out, 'SHA256SUMS'), 'utf8').replace(/^.*\n/, ''),
    ),
  'the cache was deleted': (_, __, { state }) => rmSync(layout.derived(state), { recursive: true }),
  'the cache was damaged': (_, __, { state }) => {
    for (const path of listFiles(layout.derived(state)))
      writeFileSync(
        join(layout.derived(state), path),
        readFileSync(join(layout.derived(state), path), 'latin1').replace(/\d(?=[^\d]*$)/, '7x'),
      )
  },
  'the bundle was damaged': (_, __, { state }) =>
    writeFileSync(join(layout.bundle(state), 'en/site.js'), 'damaged'),
}

describe('an incremental build gives the same files and times as a full one', () => {
  it(`after each of ${Object.keys(EDITS).length} edits, one after another`, async (context) => {
    const { service, config, folder, crawl, build } = await openMirrored(context)
    const place = (out: string): Settings => ({
      ...settingsIn(folder, config),
      out: join(folder, out, 'dist'),
    })
    await crawl(place('incremental'))
    await build(place('incremental'))
    for (const [name, edit] of Object.entries(EDITS)) {
      edit(service, config, place('incremental'))
      const [{ out }, { out: full }] = [place('incremental'), place('full')]
      rmSync(dirname(full), { recursive: true, force: true })
      cpSync(dirname(out), dirname(full), {
        recursive: true,
        preserveTimestamps: true,
        verbatimSymlinks: true,
      })
      await crawl(place('incremental'))
      const began = Math.floor(Date.now() / 1000) * 1000
      await build(place('incremental'))
      await build(place('full'), true)
      assert.deepEqual(differences(readTree(out), readTree(full)), [], name)
      const clocks = ['manifest.json', 'manifest.json.sig', 'status.json']
      assert.deepEqual(
        timesDiffering(out, full, began).filter((path) => !clocks.includes(path)),
        [],
        name,
      )
      assert.deepEqual(closedIn(out), [], name)
      assert.deepEqual(verifySite(out).findings, [], name)
      assert.deepEqual(findStrangers(out), [], name)
    }
  })
})

it('a build keeps what it knows about each published site that is there, and forgets the others', async (context) => {
  const { config, folder, crawl, build } = await openMirrored(context)
  const place = (out: string): Settings => ({ ...settingsIn(folder, config), out: join(folder, out) })
  const state = layout.derived(place('a').state)
  const records = () => listFiles(state).filter((name) => name.startsWith('site-'))
  await crawl(place('a'))
  for (const out of ['a', 'b', 'c']) await build(place(out))
  assert.equal(records().length, 3)
  rmSync(join(folder, 'b'), { recursive: true })
  await build(place('d'))
  assert.equal(records().length, 3)
})
