import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Piece, plainOf, proseOf } from '../../../src/lib/site/view/index.ts'

const linesOf = (description: string) =>
  proseOf(description).map(({ quote, pieces }) => (quote ? '> ' : '') + pieces.map(textOf).join(''))

function textOf({ text, href, code, strong, em }: Piece): string {
  const inner = code ? `{${text}}` : strong ? `<<${text}>>` : em ? `</${text}/>` : text
  return href === undefined ? inner : `${inner}→${href}`
}

test('links, code, emphasis, headings and quotes of a description are recognized', () => {
  assert.deepEqual(
    linesOf(
      '# Title\nSee [TopoJSON](https://example.org/a_(b)) and [`geo`](http://example.org/), **not** *this* or _that_; `flare.json`, <https://example.org/x>.\n> [!IMPORTANT]\n> Named `weather.json`.\nEnd',
    ),
    [
      '<<Title>>\nSee TopoJSON→https://example.org/a_(b) and {geo}→http://example.org/, <<not>> </this/> or </that/>; {flare.json}, https://example.org/x→https://example.org/x.',
      '> <<IMPORTANT>>\nNamed {weather.json}.',
      'End',
    ],
  )
})

test('everything else stays as written, and only web addresses become links', () => {
  for (const text of [
    '[click](javascript:alert(1)) [file](file:///etc/passwd) [x](data:text/html,a) [rel](../x)',
    '<b>bold</b> <img src=x onerror=alert(1)>',
    '5 * 3 * 2, snake_case_name, a**b, число** детей, где ** – сноска',
    'one ` backtick, [brackets] (and more), #5 and > than',
    '* not\n* a list to us',
  ])
    assert.deepEqual(linesOf(text), [text])
})

test('the plain text has no markup, for the search and the head of the page', () => {
  assert.equal(
    plainOf('A [link](https://example.org/), `code`.\n> quoted **so**'),
    'A link, code.\nquoted so',
  )
})

test('parsing takes linear time', () => {
  for (const piece of ['[', '[a](', '**a', '_a ', '`a', '> ', '<https://', '![a](b('])
    assert.ok(proseOf(piece.repeat(50_000)).length > 0)
})
