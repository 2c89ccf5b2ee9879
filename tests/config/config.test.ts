import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, defineConfig, parseConfig } from '../../src/lib/config/index.ts'

const A = 'https://a.example.org'

// What is written, and the one line that comes back.
const WRONG: readonly (readonly [config: unknown, line: RegExp])[] = [
  [{ concurrency: 0 }, /^concurrency: expected a whole number from 1 to 256, saw 0$/],
  [{ concurrency: 1.5 }, /^concurrency: expected a whole number from 1 to 256, saw 1\.5$/],
  [{ concurrency: '4' }, /^concurrency: expected a whole number from 1 to 256, saw "4"$/],
  [{ concurrency: Number.NaN }, /^concurrency: .*, saw NaN$/],
  [{ concurrency: 5n }, /^concurrency: .*, saw 5n$/],
  [{ retries: 21 }, /^retries: expected a whole number from 0 to 20, saw 21$/],
  [{ maxBodyBytes: 0 }, /^maxBodyBytes: expected a whole number from 1 to \d+, saw 0$/],
  [
    { deadlines: { connect: 0 } },
    /^deadlines\.connect: expected seconds, more than 0 and at most 600, saw 0$/,
  ],
  [
    { deadlines: { total: Number.POSITIVE_INFINITY } },
    /^deadlines\.total: expected seconds.*, saw Infinity$/,
  ],
  [{ history: 5 }, /^history: expected an object with the keys keep, bytes, saw 5$/],
  [{ history: { bytes: 0 } }, /^history\.bytes: expected a whole number from 1 to \d+, saw 0$/],
  [{ history: { keep: 0 } }, /^history\.keep: expected a whole number from 1 to 1000, saw 0$/],
  [
    { history: { keep: 2, bytes: '5GB' } },
    /^history\.bytes: expected a whole number from 1 to \d+, saw "5GB"$/,
  ],
  [{ history: { keep: 2, size: 5 } }, /^history\.size: unknown key\. .*keep, bytes$/],
  [{ deadlines: 5 }, /^deadlines: expected an object with the keys connect, idle, total, saw 5$/],
  [
    { deadlines: { conect: 1 } },
    /^deadlines\.conect: unknown key\. Did you mean connect\? .* connect, idle, total$/,
  ],
  [
    { concurency: 5 },
    /^concurency: unknown key\. Did you mean concurrency\? .*origin, out, state, .*concurrency/,
  ],
  [{ fields: { publisher: 'x' } }, /^fields\.publisher: unknown key\. .*code, title/],
  [{ fields: { code: 5 } }, /^fields\.code: expected a text, saw 5$/],
  [{ origin: 5 }, /^origin: expected an address .*, saw 5$/],
  [{ origin: 'data.example.org' }, /^origin: expected an address .*, saw "data\.example\.org"$/],
  [{ origin: [A, 'ftp://b'] }, /^origin\.1: expected an address that begins with http.*, saw "ftp:\/\/b"$/],
  [{ origin: [] }, /^origin: expected .*at least one, saw \[\]$/],
  [{ origin: `${A}/api/v1/` }, /^origin: expected the address before \/api\/v1\/, saw/],
  [{ site: `${A}?q=1` }, /^site: expected an address without a query or fragment, saw/],
  [{ out: ' ' }, /^out: expected a text that is not blank, saw " "$/],
  [{ out: 'a\0b' }, /^out: expected a text without a null character, saw/],
  [{ state: 5 }, /^state: expected a text, saw 5$/],
  [{ language: 'de' }, /^language: expected "en" or "ru", saw "de"$/],
  [{ title: null }, /^title: expected a text, saw null$/],
  [{ contact: '' }, /^contact: expected a text that is not blank, saw ""$/],
  [{ contact: 'почта' }, /^contact: expected plain ASCII, .*, saw "почта"$/],
  [{ contact: 'a\r\nx: y' }, /^contact: expected plain ASCII/],
  [{ formats: 'json' }, /^formats: expected a list of "json", "xml" or both, saw "json"$/],
  [{ formats: ['csv'] }, /^formats\.0: expected "json" or "xml", saw "csv"$/],
  [{ formats: [] }, /^formats: expected "json", "xml" or both, saw \[\]$/],
  [{ lists: { oivs: 'json' } }, /^lists\.oivs: expected "html" or "none", saw "json"$/],
  [
    { lists: { list: 'none', categories: 'none', oivs: 'none', datasets: 'none' } },
    /^lists: expected at least one list that is not "none", saw /,
  ],
  [{ lists: { list_oivs: 'none' } }, /^lists\.list_oivs: unknown key\. .*list, categories, oivs, datasets/],
  [{ hosts: ['iis'] }, /^hosts\.0: expected a host: nginx, apache, .*, saw "iis"$/],
  [{ codes: 'abc' }, /^codes: expected a list of dataset codes, saw "abc"$/],
  [{ codes: ['ok', '..'] }, /^codes\.1: The dataset code "\.\." cannot be a folder/],
  [5, /^expected an object .*, saw 5$/],
  [[], /^expected an object, saw \[\]$/],
  [undefined, /^expected an object .*, saw undefined$/],
]
for (const [config, line] of WRONG)
  test(`states in one line what is wrong: ${line.source.slice(1, 60)}`, () => {
    const [first, ...lines] = messageOf(config).split('\n')
    assert.equal(first, 'mirror.config.ts is wrong:')
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0]?.trim() ?? '', line)
  })

test('reports all invalid keys at once, one per line', () => {
  const lines = messageOf({ concurrency: 0, retries: -1, codes: ['a/b', 5], colour: 'red' }).split('\n')
  const keys = lines.slice(1).map((line) => line.trim().split(':')[0])
  assert.deepEqual(keys.sort(), ['codes.0', 'codes.1', 'colour', 'concurrency', 'retries'])
})

test('shortens long values in messages', () => {
  assert.ok(messageOf({ formats: 'x'.repeat(10_000) }).length < 250)
})

test('fills in every default for an empty config', () => {
  assert.deepEqual(parseConfig({}), {
    origin: undefined,
    out: 'dist',
    state: '.mirror',
    language: 'en',
    concurrency: 16,
    robots: 'obey',
    retries: 4,
    minRate: 50,
    deadlines: { connect: 10, idle: 60, total: 1800 },
    maxBodyBytes: 4 * 2 ** 30,
    maxListBytes: 256 * 2 ** 20,
    maxTotalBytes: 256 * 2 ** 30,
    maxRunTime: 24,
    maxDatasets: 1_000_000,
    maxDepth: 1000,
    removalShare: 0.1,
    cacheControl: 'ignore',
    retain: 'forever',
    refuse: ['errors', 'mismatches', 'losses'],
    notPaged: [],
    every: 24,
    ca: [],
    formats: ['json', 'xml'],
    lists: {},
    places: {},
    kinds: {},
    meanings: {},
    branding: { links: [] },
    codes: [],
    hosts: [],
    fields: {},
  })
})

test('accepts the former name of a check in refuse', () => {
  assert.deepEqual(parseConfig({ refuse: ['mixups', 'losses'] }).refuse, ['mismatches', 'losses'])
})

test('accepts one address or several, and removes repeated addresses and formats', () => {
  assert.deepEqual(parseConfig({ origin: A }).origin, [`${A}/`])
  assert.deepEqual(parseConfig({ origin: [A, 'https://b.org/x'] }).origin, [`${A}/`, 'https://b.org/x/'])
  // Also written in two ways: a failed request is not sent to the same address again as if to another one.
  assert.deepEqual(parseConfig({ origin: [A, `${A.toUpperCase()}/`, A] }).origin, [`${A}/`])
  assert.deepEqual(parseConfig({ formats: ['xml', 'xml'] }).formats, ['xml'])
  assert.deepEqual(parseConfig({ deadlines: { idle: 5 } }).deadlines, { connect: 10, idle: 5, total: 1800 })
  assert.deepEqual(parseConfig(defineConfig({ codes: ['a b'] })).codes, ['a b'])
})

function messageOf(config: unknown): string {
  try {
    parseConfig(config, 'mirror.config.ts')
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.message
  }
  return assert.fail('it was taken')
}
