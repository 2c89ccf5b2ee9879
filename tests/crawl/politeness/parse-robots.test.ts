import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDisallow, parseRobots, productOf } from '../../../src/lib/http/politeness/robots.ts'

const US = 'open-data-mirror'
const mayAsk = (text: string, path: string) => findDisallow(parseRobots(text, US), path) === undefined

const CASES: readonly (readonly [
  what: string,
  text: string,
  allowed: readonly string[],
  refused: readonly string[],
])[] = [
  ['nothing', '', ['/api/'], []],
  ['an empty Disallow', 'User-agent: *\nDisallow:', ['/', '/api/'], []],
  ['everything', 'User-agent: *\nDisallow: /', [], ['/', '/api/v1/list/?type=json']],
  ['a folder', 'user-agent:*\ndisallow:/api/', ['/', '/apis', '/API/'], ['/api/', '/api/v1/list/']],
  ['a rule without its slash', 'User-agent: *\nDisallow: api', ['/'], ['/api/']],
  ['another crawler', 'User-agent: other\nDisallow: /', ['/api/'], []],
  [
    'us by name, others by *',
    'User-agent: *\nDisallow: /\n\nUser-agent: Open-Data-Mirror/9\nDisallow: /x',
    ['/api/'],
    ['/x'],
  ],
  [
    'several names in one group',
    'User-agent: a\nUser-agent: open-data-mirror\nUser-agent: b\nDisallow: /x',
    ['/'],
    ['/x'],
  ],
  [
    'two groups of the same name',
    'User-agent: *\nDisallow: /x\nUser-agent: *\nDisallow: /y',
    ['/'],
    ['/x', '/y'],
  ],
  ['a name that begins like ours', 'User-agent: open\nDisallow: /\n', ['/api/'], []],
  ['a rule before any group', 'Disallow: /\nUser-agent: *\nDisallow: /x', ['/api/'], ['/x']],
  [
    'lines of other kinds in a group',
    'User-agent: a\nSitemap: /s\nUser-agent: *\nDisallow: /x',
    ['/'],
    ['/x'],
  ],
  ['the longest match', 'User-agent: *\nDisallow: /api/\nAllow: /api/v1/', ['/api/v1/list/'], ['/api/v2/']],
  ['Allow in a draw', 'User-agent: *\nDisallow: /api/\nAllow: /api/', ['/api/'], []],
  ['a wildcard', 'User-agent: *\nDisallow: /*/list', ['/list', '/api'], ['/api/list', '/api/v1/list/']],
  ['an end', 'User-agent: *\nDisallow: /api/$', ['/api/v1/'], ['/api/']],
  [
    'a wildcard and an end',
    'User-agent: *\nDisallow: /*.php$',
    ['/a.php5', '/a.php?x'],
    ['/a.php', '/b/c.php'],
  ],
  [
    'a query',
    'User-agent: *\nDisallow: /*?type=xml',
    ['/api/v1/list/?type=json'],
    ['/api/v1/list/?type=xml'],
  ],
  ['a pattern of wildcards', 'User-agent: *\nDisallow: ***a***b', ['/b/a'], ['/a/b', '/xaxb']],
  ['a dollar within', 'User-agent: *\nDisallow: /a$b', ['/a'], ['/a$b', '/a%24b']],
  ['an encoded asterisk', 'User-agent: *\nDisallow: /a%2ab', ['/axb'], ['/a*b', '/a%2Ab']],
  [
    'octets spelled in different ways',
    'User-agent: *\nDisallow: /дані/%62\n',
    ['/дані/c'],
    ['/%D0%B4%D0%B0%D0%BD%D1%96/b', '/%d0%b4%d0%b0%d0%bd%d1%96/%62'],
  ],
  ['comments, blanks and capitals', ' USER-AGENT : * # all\n# no\n  DISALLOW : /x # why\n', ['/'], ['/x']],
  ['a byte order mark and CR LF', '\uFEFFUser-agent: *\r\nDisallow: /x\r\n', ['/'], ['/x']],
  ['CR alone', 'User-agent: *\rDisallow: /x', ['/'], ['/x']],
  ['a page of html', '<!doctype html>\nUser-agent: *\nDisallow: /\n', ['/api/'], []],
  ['bytes that are no text', 'User-agent: *\n\0\u{fffd}: /\nDisallow: /x', ['/'], ['/x']],
]
for (const [what, text, allowed, refused] of CASES)
  test(`robots.txt with ${what}`, () => {
    for (const path of allowed) assert.equal(mayAsk(text, path), true, `${path} is allowed`)
    for (const path of refused) assert.equal(mayAsk(text, path), false, `${path} is refused`)
  })

test('reads the Crawl-delay of the matching group', () => {
  const text = 'User-agent: *\nCrawl-delay: 9\nUser-agent: open-data-mirror\nCrawl-delay: 1.5\nDisallow: /x'
  assert.equal(parseRobots(text, US).crawlDelay, 1.5)
  assert.equal(parseRobots('User-agent: *\nCrawl-delay: soon', US).crawlDelay, undefined)
  assert.equal(parseRobots('User-agent: *\nCrawl-delay: -1', US).crawlDelay, undefined)
})

test('a pattern of wildcards is matched in linear time', () => {
  const text = `User-agent: *\nDisallow: /${'*a'.repeat(20_000)}b$`
  assert.equal(mayAsk(text, `/${'a'.repeat(40_000)}`), true)
})

test('finds the product token of a User-Agent', () => {
  assert.deepEqual(['open-data-mirror/1.0 (+x)', 'Bot_A 2', '*', '9bot', ''].map(productOf), [
    'open-data-mirror',
    'bot_a',
    '*',
    '',
    '',
  ])
})
