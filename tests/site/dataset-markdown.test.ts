import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { decodeHTML } from 'entities'
import { lexer, type Token, type Tokens } from 'marked'
import { inMarkdown, markdownTable, paragraphOf } from '../../src/lib/site/view/dataset-markdown.ts'
import { readCsv } from '../support/csv.ts'
import { mirrorEveryKind } from '../support/every-kind.ts'
import fc from '../support/fast-check.ts'
import { temporaryFolder } from '../support/temporary.ts'

const DATASETS = 'api/v1/get_dataset'

// The text of inline tokens, or undefined if one of them is markup. A bare address is a link in GFM, with the same text.
function plainOf(tokens: readonly Token[] = []): string | undefined {
  const texts = tokens.map((token) => {
    if (token.type === 'link' && token.raw === token.text) return token.text
    if (token.type === 'text' && token.tokens) return plainOf(token.tokens)
    return token.type === 'text' || token.type === 'escape' ? token.text : undefined
  })
  return texts.includes(undefined) ? undefined : texts.join('')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
/** Pieces of markup between words, digits and blanks. */
const piece = fc.constantFrom(
  ...['*', '**', '_', '__', '`', '```', '~~', '[', '](', ')', '![', '<b>', '</b>', '<!--', '&amp;', '&#35;'],
  ...[
    '# ',
    '- ',
    '+ ',
    '> ',
    '1. ',
    '2) ',
    '=',
    '---',
    '|',
    '\\',
    '\n',
    '\n\n',
    '    ',
    '\t',
    'a',
    'Ж ',
    '9',
    ' ',
  ],
)
const markup = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

describe('foreign text in Markdown', () => {
  test('is a paragraph of exactly this text, whatever markup it has', () => {
    fc.assert(
      fc.property(markup, (text) => {
        fc.pre(text.trim() !== '')
        const [paragraph, ...rest] = lexer(paragraphOf(text))
        assert.deepEqual([paragraph?.type, rest.length], ['paragraph', 0], paragraphOf(text))
        assert.equal(plainOf((paragraph as Tokens.Paragraph).tokens), oneLine(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('is a cell of exactly this text in a table of as many columns and rows', () => {
    fc.assert(
      fc.property(markup, markup, markup, (name, first, second) => {
        const cells = [name, first, second].map(inMarkdown)
        const [table] = lexer(
          markdownTable(
            ['n', cells[0] ?? ''],
            [
              ['1', cells[1] ?? ''],
              ['2', cells[2] ?? ''],
            ],
          ),
        )
        const { header, rows } = table as Tokens.Table
        assert.deepEqual(
          [header, ...rows].map(([, cell]) => plainOf(cell?.tokens)),
          [name, first, second].map(oneLine),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('is readable where it has no markup', () => {
    assert.equal(
      inMarkdown('Culture & sport: release_date, 5 > 3, a.b-c (x) + "é"!'),
      'Culture & sport: release_date, 5 > 3, a.b-c (x) + "é"!',
    )
  })
})

describe('the page of a dataset as Markdown', () => {
  const folder = temporaryFolder({ after })
  let out: string
  const tokensOf = (code: string) => lexer(readFileSync(join(out, DATASETS, code, 'index.md'), 'utf8'))
  const tablesOf = (code: string) =>
    tokensOf(code).filter((token) => token.type === 'table') as Tokens.Table[]
  let codes: readonly string[]
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
    codes = globSync('*/index.html', { cwd: join(out, DATASETS) }).map((path) => path.replace(/\/[^/]+$/, ''))
  })

  test('is beside every page, which links to it, and is in SHA256SUMS', () => {
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
    assert.ok(codes.length > 5)
    for (const code of codes) {
      const html = readFileSync(join(out, DATASETS, code, 'index.html'), 'utf8')
      assert.match(html, /<link rel="alternate" href="index\.md" type="text\/markdown"/)
      assert.ok(sums.includes(`  ${DATASETS}/${code}/index.md\n`), code)
    }
  })

  test('has the title of the page as its only heading of the first level', () => {
    for (const code of codes) {
      const headings = tokensOf(code).filter((token) => token.type === 'heading') as Tokens.Heading[]
      const html = readFileSync(join(out, DATASETS, code, 'index.html'), 'utf8')
      const [title, ...others] = headings.filter(({ depth }) => depth === 1)
      assert.deepEqual(others, [], code)
      const [, shown = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
      assert.equal(plainOf(title?.tokens), oneLine(decodeHTML(shown.replace(/<[^>]*>/g, ''))), code)
    }
  })

  test('links only to files that are there', () => {
    for (const code of codes) {
      const text = readFileSync(join(out, DATASETS, code, 'index.md'), 'utf8')
      for (const [, href = ''] of text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm))
        assert.ok(existsSync(join(out, DATASETS, code, href)), `${code}/${href}`)
    }
  })

  test('has the first records of the csv', () => {
    let compared = 0
    for (const code of codes) {
      const csv = join(out, DATASETS, code, 'index.csv')
      const records = tablesOf(code).at(-1)
      if (!existsSync(csv) || records === undefined || records.rows.length === 0) continue
      const { names, rows } = readCsv(readFileSync(csv))
      assert.equal(records.rows.length, Math.min(10, rows.length), code)
      const ofMarkdown = records.header.map(({ tokens }) => plainOf(tokens))
      for (const [at, name] of ofMarkdown.entries()) {
        const column = names.findIndex((one) => oneLine(one) === name)
        if (column < 0) continue
        const expected = rows.slice(0, 10).map((row) => oneLine(row[column] ?? ''))
        const seen: readonly string[] = records.rows.map((row) => plainOf(row[at]?.tokens) ?? '')
        for (const [row, value] of expected.entries())
          if (value.length < 100 && !/[\u0000-\u001f\u007f-\u00a0\u200b-\u202e]/.test(value)) {
            assert.equal(seen[row], value, `${code}, ${name}`)
            compared++
          }
      }
    }
    assert.ok(compared > 50, `${compared} cells`)
  })
})
