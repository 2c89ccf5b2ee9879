import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openPackage, PackageError, startOrigin } from '../../scripts/origin/index.ts'
import { normaliseName, readableName, slugOf } from '../../scripts/origin/package/open-package.ts'
import { curationOf } from '../../scripts/origin/package/types.ts'
import {
  encode,
  escapeAttribute,
  escapeText,
  parseExactJson,
  xmlName,
  xmlNames,
} from '../../scripts/origin/text.ts'
import { runMirror } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { fixture, get } from './support/origin.ts'

describe('data packages', () => {
  test('lists every resource it leaves out, with the reason', async () => {
    const { datasets, skipped } = await openPackage(fixture('skipping'))
    assert.deepEqual(
      datasets.map(({ code }) => code),
      ['ok'],
    )
    const reasons = skipped.map(({ name, reason }) => `${name}: ${reason}`).join('\n')
    const expected = [
      /^ok: an earlier resource has the same code$/m,
      /^picture: its format is png/m,
      /^missing: its file data\/missing\.csv is missing$/m,
      /^remote: .*https:\/\/example\.org\/remote\.csv$/m,
      /^outside: its path \.\.\/awkward\/data\/numbers\.csv leads outside the package$/m,
      /^parts: .*several files/m,
      /^bad: its data is not json in utf-8: /m,
      /^not-utf8: its data is not csv in utf-8: /m,
      /^a\/b: its code cannot be a path segment: it contains a slash/m,
      /^data\/ok\.csv: its code cannot be a path segment: it is empty$/m,
      /^nowhere: it has neither a "path" nor "data"$/m,
    ]
    for (const line of expected) assert.match(reasons, line)
    assert.equal(skipped.length, expected.length)
  })

  test('leaves out the images and binary tables of the sample, and says so', async () => {
    const { skipped } = await openSample()
    assert.deepEqual(
      skipped.map(({ name }) => name),
      ['icon_7zip', 'ffox', 'flights_200k_arrow', 'flights_3m', 'gimp'],
    )
  })

  test('states what is wrong with a package, where, and what to do', async () => {
    const problems = {
      'does-not-exist':
        /does-not-exist: it cannot be read \(ENOENT\)\. Name a datapackage\.json file or its folder\.$/,
      'not-json': /not-json\/datapackage\.json: it is not JSON \(.+\)\. Correct it, or name another file\.$/s,
      'no-resources': /no-resources\/datapackage\.json: it has no "resources" array\. /,
      'nothing-to-publish': /none of its resources can be published\. icon: its format is png/,
    }
    for (const [name, message] of Object.entries(problems))
      await assert.rejects(openPackage(fixture(name)), (error) => {
        assert.ok(error instanceof PackageError)
        assert.match(error.message, message)
        return true
      })
  })

  test('opens a package by its folder or its file, with all facts about its datasets', async () => {
    const byFile = await openPackage(`${fixture('awkward')}/datapackage.json`)
    assert.deepEqual(byFile, await openPackage(fixture('awkward')))
    const values = byFile.datasets.find(({ code }) => code === 'values')
    assert.equal(values?.title, 'Awkward values')
    assert.equal(values?.updated.toISOString(), '2024-02-29T12:00:00.000Z')
    assert.equal(values?.rows, 3)
    assert.deepEqual(values?.categories, ['values'])
    assert.deepEqual(byFile.datasets.find(({ code }) => code === '007')?.categories, [
      'awkward-names',
      'numbers',
    ])
    assert.deepEqual(byFile.datasets.find(({ code }) => code === 'tree')?.categories, ['document'])
    assert.equal(byFile.datasets.find(({ code }) => code === 'tree')?.oiv, 'not-stated')
  })

  test('spellings of one publisher are one publisher', async () => {
    assert.equal(normaliseName('Gapminder Foundation - Life Expectancy (Data)'), 'Gapminder Foundation')
    assert.equal(normaliseName('US Census Bureau: Boundaries'), normaliseName('U.S. Census Bureau'))
    assert.equal(normaliseName('[Protovis](https://example.org/a)'), 'Protovis')
    assert.equal(normaliseName(' (unnamed) '), '(unnamed)')
    const { datasets } = await openSample()
    const oivOf = (code: string) => datasets.find((dataset) => dataset.code === code)?.oiv
    assert.equal(oivOf('flights_2k'), oivOf('flights_airport'))
    assert.equal(oivOf('earthquakes'), oivOf('us_state_capitals'))
  })

  test('the curation covers every dataset of the sample, and no others', async () => {
    const { datasets } = await openSample()
    const { categories, titles } = curationOf('vega-datasets')
    const codes = new Set<string>(datasets.map(({ code }) => code))
    const placed = Object.values(categories).flat()
    assert.deepEqual(new Set(placed), codes)
    assert.equal(placed.length, codes.size, 'a dataset is placed once')
    for (const name of Object.keys(titles)) assert.ok(codes.has(name), name)
  })

  test('answers 500 if a file no longer matches the lists', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'origin-'))
    await cp(fixture('skipping'), folder, { recursive: true })
    const origin = await startOrigin(await openPackage(folder))
    t.after(async () => {
      await origin.close()
      await rm(folder, { recursive: true })
    })
    await writeFile(join(folder, 'data/ok.csv'), 'a,b\n3,4\n')
    const { status, headers, bytes } = await get(origin, 'api/v1/get_dataset/ok/?type=json')
    assert.equal(status, 500)
    assert.equal(headers.etag, undefined)
    assert.match(JSON.parse(bytes.toString()).message, /changed\. Start the origin again\./)
  })
})

describe('texts of the origin', () => {
  test('reads and writes json without changing a number', () => {
    const text = '[9007199254740993,1.0,-0,1e400,1E5,0.1,true,"9007199254740993",{"a":2.50}]'
    assert.equal(JSON.stringify(parseExactJson(text)), text)
  })

  test('makes a valid xml name from any text', () => {
    const names = {
      '1 Адрес': '_1_Адрес',
      'a:b': 'a_b',
      'xml:lang': '_xml_lang',
      XmlName: '_XmlName',
      '': '_',
      '-a': '_-a',
      '🚲': '🚲',
      'a\0b': 'a_b',
      '\ud800': '_',
    }
    for (const [text, name] of Object.entries(names)) assert.equal(xmlName(text), name)
    assert.equal(xmlName('Ёж ґ é 🚲', 'windows-1251'), 'Ёж______')
    assert.deepEqual(xmlNames(['a b', 'a_b', 'a-b', 'a b']), ['a_b', 'a_b_2', 'a-b', 'a_b_3'])
  })

  test('escapes markup characters, and replaces invalid ones', () => {
    assert.equal(escapeText('<a>&\r\n\u0001\ud800"'), '&lt;a&gt;&amp;&#13;\n\ufffd\ufffd"')
    assert.equal(escapeAttribute('"\'\t\r\n\ufffe'), '&quot;&#39;&#9;&#13;&#10;\ufffd')
  })

  test('encodes windows-1251, with references for other characters', () => {
    const bytes = Buffer.concat([...encode(['Ёж № – \u0098 é 🚲'], 'windows-1251')])
    assert.equal(new TextDecoder('windows-1251').decode(bytes), 'Ёж № – &#152; &#233; &#128690;')
  })

  test('makes stable keys and readable titles from names', () => {
    assert.equal(slugOf('U.S. Bureau of Labor Statistics'), 'us-bureau-of-labor-statistics')
    assert.equal(slugOf('Département de la Santé'), 'departement-de-la-sante')
    assert.equal(slugOf('Комитет <по> "именам"'), 'комитет-по-именам')
    assert.equal(slugOf('Район Ёлки'), 'район-ёлки')
    assert.equal(slugOf('***'), 'unnamed')
    assert.equal(readableName('londonTube_lines-2'), 'London Tube lines 2')
    assert.equal(readableName('_'), '_')
  })
})

describe('the command', () => {
  test('the command lists every resource of a package that is left out, with the reason', async (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'good.csv'), 'a,b\n1,2\n')
    writeFileSync(join(folder, 'bad.tsv'), 'a\tb\n1\tno "quotes"\n')
    const resources = ['good.csv', 'bad.tsv', 'gone.csv'].map((path) => ({ name: path.slice(0, -4), path }))
    const file = join(folder, 'datapackage.json')
    writeFileSync(file, JSON.stringify({ name: 'mixed', resources }))
    const { stdout, stderr } = await runMirror(['origin', file, '--port', '0'], {
      onOutput: (all, kill) => /^Shape /m.test(all) && kill('SIGTERM'),
    })
    assert.match(stdout, /^Serving 1 dataset at /)
    assert.match(stderr, /^.*\bbad \(.*tsv.*utf-8.*\)\n.*\bgone \(.+\)\nShape plain/)
  })
})
