import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { listFiles, verifySite } from '../../src/lib/site/index.ts'
import { answer, both, serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const page = (items: readonly string[]) =>
  answer(
    `<!DOCTYPE html><html><body><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></body></html>`,
    'text/html',
  )

it('mirrors a service with pages for lists and without publishers completely: titles from the links, no page of publishers, no way to it', async (context) => {
  const datasets = page(['<a href="../get_dataset/a/">Roads</a>', '<a href="../get_dataset/b/">Parks</a>'])
  const origin = await startScripted(context, {
    'api/v1/list/': datasets,
    'api/v1/list_datasets/': datasets,
    ...both('get_dataset/a', [{ name: 'Main Street', lanes: '2' }]),
    ...both('get_dataset/b', [{ name: 'Central Park', trees: '9' }]),
  })
  const folder = temporaryFolder(context)
  const [config, out] = [join(folder, 'mirror.config.ts'), join(folder, 'dist')]
  const settings = {
    origin: origin.base,
    out,
    state: join(folder, 'state'),
    retries: 0,
    lists: { list: 'html', datasets: 'html', categories: 'none', oivs: 'none' },
  }
  writeFileSync(config, `export default ${JSON.stringify(settings)}`)
  const planned = await runHere(['plan', '--config', config])
  assert.equal(planned.code, 0, planned.stdout + planned.stderr)
  const { code, stdout, stderr } = await runHere(['--config', config])
  assert.equal(code, 0, stdout + stderr)
  assert.match(readFileSync(join(out, 'api/v1/get_dataset/a/index.html'), 'utf8'), /<h1[^>]*>.*Roads/)
  assert.deepEqual(verifySite(out).findings, [])
  const pages = listFiles(out).filter((path) => path.endsWith('.html'))
  for (const list of ['list_oivs', 'list_categories']) {
    assert.ok(!existsSync(join(out, `api/v1/${list}`)), list)
    for (const path of pages)
      assert.ok(!readFileSync(join(out, path), 'utf8').includes(`${list}/`), `${path}: ${list}`)
  }
  const undeclared = join(folder, 'undeclared.config.ts')
  writeFileSync(undeclared, `export default ${JSON.stringify({ ...settings, lists: {} })}`)
  assert.equal((await runHere(['plan', '--config', undeclared])).code, 4)
})

const JSON_A =
  '{"updated":"May","schools":[{"s":"first"},{"s":"second"}],"hospitals":[{"h":1},{"h":2},{"h":3}]}'
const XML_B =
  '<all><schools><school><s>first</s></school><school><s>second</s></school></schools><ward no="7"><x>1</x></ward><ward no="8"/><ward no="9"/></all>'

const HTML_D = `<html><body><table><tr><th>s</th><th>n</th></tr><tr><td>first</td><td>1</td></tr><tr><td>second</td><td>2</td></tr></table>
  <table><tr><th>h</th><th>n</th></tr><tr><td>A</td><td>4</td></tr><tr><td>B</td><td>5</td></tr><tr><td>C</td><td>6</td></tr></table></body></html>`

const SAID = {
  en: {
    d: [
      /One of 2 lists: records\[\] \(3 records\); the json contains all of them\./,
      /Another list: rest\.table 1\[\] All of it is in the json; the csv contains only the records above\. All 2 records/,
    ],
    a: [
      /One of 2 lists: hospitals\[\] \(3 records\); the json contains all of them\./,
      /Another list: schools\[\] All of it is in the json; the csv contains only the records above\. All 2 records/,
    ],
    b: [
      /One of 2 lists: all\/ward \(3 records\); the xml contains all of them\./,
      /Another list: all\/schools\/school All of it is in the xml; the csv contains only the records above\. All 2 records/,
    ],
  },
  ru: {
    d: [
      /Один из 2 списков: records\[\] \(3 записи\); в json есть все\./,
      /Ещё один список: rest\.table 1\[\] Целиком он есть в json; в csv только записи выше\. Все записи: 2/,
    ],
    a: [
      /Один из 2 списков: hospitals\[\] \(3 записи\); в json есть все\./,
      /Ещё один список: schools\[\] Целиком он есть в json; в csv только записи выше\. Все записи: 2/,
    ],
    b: [
      /Один из 2 списков: all\/ward \(3 записи\); в xml есть все\./,
      /Ещё один список: all\/schools\/school Целиком он есть в xml; в csv только записи выше\. Все записи: 2/,
    ],
  },
} as const

describe('a document with two lists, of which the origin has one format', () => {
  for (const language of ['en', 'ru'] as const)
    it(`has all of it in json and xml, a csv described as one of two lists, and the first records of the other on the page (${language})`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'a', b: 'b', c: 'c', d: 'd' }))
      origin.set({
        'api/v1/get_dataset/a/?type=json': answer(JSON_A, 'application/json'),
        'api/v1/get_dataset/a/?type=xml': { status: 404 },
        'api/v1/get_dataset/b/?type=json': { status: 404 },
        'api/v1/get_dataset/b/?type=xml': answer(XML_B, 'application/xml'),
        'api/v1/get_dataset/d/?type=json': answer(HTML_D, 'text/html'),
        'api/v1/get_dataset/d/?type=xml': answer(HTML_D, 'text/html'),
        'api/v1/get_dataset/d/': answer(HTML_D, 'text/html'),
      })
      const settings = settingsIn(temporaryFolder(t), { origin: origin.base, language })
      await mirrorInto(settings)
      const file = (code: string, name: string) =>
        readFileSync(join(settings.out, 'api/v1/get_dataset', code, name), 'utf8')
      const page = (code: string) =>
        file(code, 'index.html')
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll(/[\s\u00a0\u202f]+/g, ' ')

      for (const code of ['a', 'b', 'd'] as const)
        for (const sentence of SAID[language][code]) assert.match(page(code), sentence)
      assert.doesNotMatch(page('c'), /One of|Один из|nother list|щё один список/)

      assert.equal(file('a', 'index.csv').trim(), 'h\r\n1\r\n2\r\n3')
      for (const text of ['>May<', '>first<', '>second<', '>1<', '>2<', '>3<'])
        assert.ok(file('a', 'index.xml').includes(text), text)
      for (const text of ['"first"', '"second"', '"1"', '"7"', '"8"', '"9"'])
        assert.ok(file('b', 'index.json').includes(text), text)
      for (const text of ['first', 'second', '1', '2', 'A', 'B', 'C', '4', '5', '6']) {
        assert.ok(file('d', 'index.xml').includes(`>${text}<`), text)
        assert.ok(file('d', 'index.json').includes(`"${text}"`), text)
      }
      assert.equal(file('d', 'index.csv').trim(), 'h,n\r\nA,4\r\nB,5\r\nC,6')
    })
})
