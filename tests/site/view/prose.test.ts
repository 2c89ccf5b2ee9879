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
    'values <b and >c, R&D, <img src=x onerror=alert(1)>, <your name>',
    '5 * 3 * 2, snake_case_name, a**b, число** детей, где ** – сноска',
    'one ` backtick, [brackets] (and more), #5 and > than',
    '* not\n* a list to us',
  ])
    assert.deepEqual(linesOf(text), [text])
})

test('of html the text and its links are left, with a line for each item and an empty one between paragraphs', () => {
  assert.deepEqual(
    linesOf(
      '<div class="x"><p>Trees &mdash; <b>all</b>\n of&nbsp;them,<br>CO<sub>2</sub> <your name>.</p><script>alert(1)</script><ul><li>one</li>\n<li><a href="https://example.org/a_(b)">two [2]</a></li></ul><p>See <a href="javascript:alert(1)">this</a> <img src=x onerror=alert(1)></p></div>',
    ),
    ['Trees — all of them,\nCO2 <your>.\n\n• one\n• two 2→https://example.org/a_%28b%29\n\nSee this'],
  )
})

test('the plain text has no markup, for the search and the head of the page', () => {
  assert.equal(
    plainOf('A [link](https://example.org/), `code`.\n> quoted **so**'),
    'A link, code.\nquoted so',
  )
})

test('parsing takes linear time', () => {
  for (const piece of [
    '[',
    '[a](',
    '**a',
    '_a ',
    '`a',
    '> ',
    '<https://',
    '![a](b(',
    '</p>a<',
    '<br>a<a href=x>',
    '</b>a<p>',
  ])
    for (const length of [48_000, 200_000]) assert.ok(proseOf(piece.repeat(length / piece.length)).length > 0)
})
