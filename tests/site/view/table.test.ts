import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { openOutlines } from '../../../src/lib/site/outlines.ts'
import {
  type Branch,
  branchOf,
  type ColumnProfile,
  type DocumentView,
  documentViewOf,
  foldColumns,
  localeOf,
  type MapView,
  type Picture,
  profilesOf,
  recordsTableOf,
} from '../../../src/lib/site/view/index.ts'
import { partsOfValue } from '../../../src/lib/site/view/text.ts'
import fc from '../../support/fast-check.ts'
import { readingOf, treeReading } from '../../support/sample-mirror/index.ts'

describe('the table of records', () => {
  const en = localeOf('en')

  test('the caption states how many of how many records are shown', () => {
    const rows = Array.from({ length: 250 }, (_, n) => ({ n }))
    assert.equal(
      recordsTableOf(en, readingOf(rows, { count: 28_818 }))?.caption,
      'First 100 of 28,818 records',
    )
    assert.equal(recordsTableOf(en, readingOf(rows.slice(0, 7)))?.caption, 'All 7 records')
    assert.equal(recordsTableOf(en, readingOf(rows.slice(0, 1)))?.caption, 'The only record')
    const wide = Array.from({ length: 40 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`c${at}`, row + at])),
    )
    const table = recordsTableOf(en, readingOf(wide))
    assert.equal(table?.caption, 'First 10 of 40 records')
    assert.equal(table?.rows.length, 10)
    assert.equal(table?.whole, false)
  })

  test('of very many columns the first hundred have figures, and a hundred of the others are named with their kinds', () => {
    const reading = readingOf(
      Array.from({ length: 3 }, (_, row) =>
        Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`c${at}`, row + at])),
      ),
    )
    const { shown, folded } = foldColumns(en, reading, profilesOf(en, reading))
    assert.equal(shown.length, 100)
    assert.deepEqual(
      folded.map(({ text, columns, more }) => [
        text,
        columns.length,
        columns[0]?.name,
        columns[0]?.value,
        more,
      ]),
      [['1,900 more columns, without figures', 100, 'c100', shown[0]?.kind, 'and 1,800 more']],
    )
  })

  test('an empty list, or one without columns, has no table', () => {
    assert.equal(recordsTableOf(en, readingOf([])), undefined)
    assert.equal(recordsTableOf(en, readingOf([{}])), undefined)
  })

  test('cells keep their text, with line ends and leading zeros, and are empty if there is no value', () => {
    const table = recordsTableOf(en, readingOf([{ a: '  00042 ', b: 'x\ny', c: null, d: '' }]))
    assert.deepEqual(table?.rows, [[{ text: '  00042 ' }, { text: 'x\ny' }, null, { text: '' }]])
  })

  test('a long cell is cut and states how much is missing', () => {
    const [cell] = recordsTableOf(en, readingOf([{ a: 'x'.repeat(1264) }]))?.rows[0] ?? []
    assert.equal(cell?.rest, '… +1,024 characters')
  })

  test('whole texts are offered only if one may be too long for its cell, in the first records or in others', () => {
    const offered = (rows: object[]) =>
      recordsTableOf(
        en,
        readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' }),
      )?.wholeTexts !== undefined
    const short = Array.from({ length: 120 }, (_, at) => ({ name: `Stop ${at}`.padEnd(99), no: at }))
    assert.equal(offered(short), false)
    assert.equal(offered([...short, { name: 'The stop at the end of all lines', no: 0 }]), true)
    assert.equal(offered([{ name: 'The stop at the end of all lines' }]), true)
    const codes = short.map(({ no }) => ({ no, code: `AB-${no}-${no === 110 ? 'x'.repeat(30) : 'y'}` }))
    assert.equal(offered(codes), true)
    assert.equal(offered(codes.toSpliced(110, 1)), false)
    const lists = short.map(({ no }) => ({ no, lines: Array.from({ length: no < 110 ? 1 : 40 }, () => no) }))
    assert.equal(offered(lists), true)
  })

  test('padding to a fixed width is neither shown nor counted', () => {
    const long = 'x'.repeat(230)
    const table = recordsTableOf(
      en,
      readingOf([
        { name: 'Аптека № 1'.padEnd(254), empty: ''.padEnd(254), inside: `a${' '.repeat(200)}b`, n: '' },
        {
          name: long.padEnd(254),
          empty: `${long}${'y'.repeat(30)}`.padEnd(300),
          inside: '    indented',
          n: '',
        },
      ]),
    )
    assert.deepEqual(table?.rows, [
      [
        { text: 'Аптека № 1', altered: true },
        { text: '', altered: true },
        { text: 'a b', altered: true },
        { text: '' },
      ],
      [
        { text: long, altered: true, long: true },
        { text: `${long}${'y'.repeat(10)}`, rest: '… +20 characters', long: true },
        { text: '    indented' },
        { text: '' },
      ],
    ])
    const bare = recordsTableOf(en, readingOf([{ name: '\u200bAlpha\u200b' }]))
    assert.deepEqual(bare?.rows[0], [{ text: 'Alpha', altered: true }])
    assert.equal(table?.whole, false)
    assert.equal(recordsTableOf(en, readingOf([{ name: 'Аптека № 1'.padEnd(254) }]))?.columns[0]?.width, 's')
  })

  test('the heads of columns with long names are wide enough for a few lines, those of numbers too', () => {
    const widths = (name: string) =>
      recordsTableOf(en, readingOf([{ [name]: 1, [`${name} text`]: 'x' }]))?.columns.map(({ width }) => width)
    assert.deepEqual(widths('Population'), ['xs', 'xs'])
    assert.deepEqual(widths('Number of pupils at the start of the year'), ['l', 'l'])
    assert.deepEqual(widths('Number of pupils '.repeat(6)), ['xl', 'xl'])
  })

  test('numbers and coordinates are formatted as numbers, and only columns of links have links', () => {
    const table = recordsTableOf(
      en,
      readingOf([{ n: 1.5, lat: 55.7, site: 'https://example.org/', note: 'see https://example.org/' }]),
    )
    assert.deepEqual(
      table?.columns.map(({ numeric }) => numeric),
      [true, true, false, false],
    )
    assert.deepEqual(
      table?.rows[0]?.map((cell) => cell?.parts?.map(({ href }) => href)),
      [undefined, undefined, ['https://example.org/'], undefined],
    )
  })

  test('each of several addresses in one cell leads to its own place, and what is between them stays', () => {
    const cases = [
      [
        'phone',
        '8 (495) 123-45-67, доб. 3; (499) 765-43-21 (приёмная)',
        ['8 (495) 123-45-67, доб. 3 → tel:84951234567', '; ', '(499) 765-43-21 (приёмная) → tel:4997654321'],
      ],
      ['phone', '8 495 123-45-67, see above', ['8 495 123-45-67 → tel:84951234567', ', ', 'see above']],
      [
        'email',
        'info@example.org, a@пример.рф',
        [
          'info@example.org → mailto:info@example.org',
          ', ',
          'a@пример.рф → mailto:a@%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84',
        ],
      ],
      [
        'link',
        'example.ru, www.example.org/a',
        ['example.ru → https://example.ru/', ', ', 'www.example.org/a → https://www.example.org/a'],
      ],
      [
        'link',
        'https://example.org/a,b и https://example.org/c',
        [
          'https://example.org/a,b → https://example.org/a,b',
          ' и ',
          'https://example.org/c → https://example.org/c',
        ],
      ],
      ['link', 'ask at the desk', []],
      [
        'nested',
        'https://example.org/a.pdf, http://example.org/b',
        [
          'https://example.org/a.pdf → https://example.org/a.pdf',
          ', ',
          'http://example.org/b → http://example.org/b',
        ],
      ],
      ['nested', 'https://example.org/a.pdf', ['https://example.org/a.pdf → https://example.org/a.pdf']],
      ['nested', 'https://example.org/a.pdf, none', []],
      ['nested', '["https://example.org/a.pdf",null]', []],
      ['text', 'example.ru, www.example.org', []],
      ['link', 'https://example.org/My report.pdf', []],
    ] as const
    for (const [kind, text, parts] of cases)
      assert.deepEqual(
        partsOfValue(kind, text, text).map(({ text: part, href }) => (href ? `${part} → ${href}` : part)),
        parts,
        text,
      )
    const long = `https://example.org/${'a'.repeat(300)}`
    const [cell] = recordsTableOf(en, { ...readingOf([{ site: long }]) })?.rows[0] ?? []
    assert.equal(cell?.parts?.[0]?.href, long)
    assert.equal(cell?.parts?.[0]?.text, cell?.text)
  })

  test('texts are shown without character references and marks of Markdown, and what only looks like them stays', () => {
    const cases = [
      ['&quot;Rossiya&quot; &#171;A&#187; &#xab;B&#xbb;&nbsp;C', '"Rossiya" «A» «B» C'],
      ['R&D, AT&T; x &amp;lt; y &unknown; &amp', 'R&D, AT&T; x &lt; y &unknown; &amp'],
      ['**closed** on **Sundays and holidays**.', 'closed on Sundays and holidays.'],
      ['see ![the *list*](https://example.org/a_b) (**new**)', 'see the *list* (new)'],
      ['*', '*'],
      ['2_3 * 4 ** 5 ** 6', '2_3 * 4 ** 5 ** 6'],
      ['1234 **** **** 5678', '1234 **** **** 5678'],
      ['f(x)**2, g(y)**3', 'f(x)**2, g(y)**3'],
      ['__init__, *note*, `code`, [1](page 2), a[0](b)', '__init__, *note*, `code`, [1](page 2), a[0](b)'],
    ] as const
    const table = recordsTableOf(en, readingOf(cases.map(([text]) => ({ text }))))
    assert.deepEqual(
      table?.rows.map(([cell]) => cell?.text),
      cases.map(([, shown]) => shown),
    )
    assert.equal(table?.whole, false)
    assert.deepEqual(table?.rows[3]?.[0]?.parts, [
      { text: 'see ' },
      { text: 'the *list*', href: 'https://example.org/a_b' },
      { text: ' (new)' },
    ])
    assert.deepEqual(
      table?.rows.map(([cell]) => cell?.altered),
      cases.map(([text, shown]) => (text === shown ? undefined : true)),
    )
  })

  test('tags of html are left out of texts, with their links and lines, and other angle brackets stay', () => {
    const cases = [
      ['<b>Park</b>', 'Park'],
      ['<p>One &lt;b&gt; &amp; two</p>\n<p class="x">three</p>', 'One <b> & two\nthree'],
      ['<ul><li>a</li><li>b</li></ul> 5<br/>6', 'a\nb\n5\n6'],
      [
        'see <a class=x href="https://example.org/?a=1&amp;b=2"><i>the list</i></a>, <a name="x">here</a>',
        'see the list, here',
      ],
      ['<a href="javascript:alert(1)">x</a>', 'x'],
      ['one<hr>two<!-- and three --><hr class="x" />', 'one\ntwo'],
      ['<img src="a.png">', '<img src="a.png">'],
      ['A<img class=x src="https://example.org/b.png" alt="The map">', 'AThe map'],
      ['<img src="https://example.org/a.png" alt=""/>', 'https://example.org/a.png'],
      ['a < b and c > d', 'a < b and c > d'],
      ['a <- b, c <!-- d, <image>', 'a <- b, c <!-- d, <image>'],
      ['List<String>, <none>, a <b and c> d', 'List<String>, <none>, a <b and c> d'],
      ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ] as const
    const table = recordsTableOf(en, readingOf(cases.map(([text]) => ({ text }))))
    assert.deepEqual(
      table?.rows.map(([cell]) => cell?.text),
      cases.map(([, shown]) => shown),
    )
    assert.deepEqual(table?.rows[3]?.[0]?.parts, [
      { text: 'see ' },
      { text: 'the list', href: 'https://example.org/?a=1&b=2' },
      { text: ', here' },
    ])
  })

  test('links of html have their whole label and address, or are text where a link of Markdown cannot have these', () => {
    const href = 'https://example.org/a'
    const cases = [
      [`<a href="${href}_(b)">a</a>`, 'a', undefined],
      [`<a href="${href}'s">a</a>`, 'a', undefined],
      [`<a data-href="https://example.com/" HREF=${href}>a</a>`, 'a', href],
      [`<a href="${href}">a [pdf]</a>`, 'a [pdf]', undefined],
      [`<a href="${href}">a<br>b</a>`, 'a\nb', undefined],
      [`see<a href="${href}"> a </a>b`, 'see a b', href],
      [`<a href="${href}"></a>b`, 'b', undefined],
      [`<a href="${href}"><img src="x.png" alt="The map"></a>`, 'The map', href],
      [`<a href="${href}"><img src="${href}.png"></a>`, `${href}.png`, href],
      [`<a href="https:a">a</a>`, 'a', undefined],
      [`<a href="${href} b">a</a>`, 'a', undefined],
      [`see!<a href="${href}">a</a>`, 'see!a', undefined],
    ] as const
    const table = recordsTableOf(en, readingOf(cases.map(([text]) => ({ text }))))
    assert.deepEqual(
      table?.rows.map(([cell]) => [cell?.text, cell?.parts?.find((part) => part.href)?.href]),
      cases.map(([, shown, address]) => [shown, address]),
    )
  })

  test('references of HTML in nested values are their characters, and the value stays json', () => {
    const nested = { names: ['&quot;Rossiya&quot; &#171;A&#187;', 'R&D'], note: 'a&#10;b' }
    const table = recordsTableOf(en, readingOf([{ list: [nested] }, { list: [{ note: '-' }] }]))
    assert.deepEqual(JSON.parse(table?.rows[0]?.[0]?.text ?? ''), [
      { names: ['"Rossiya" «A»', 'R&D'], note: 'a\nb' },
    ])
  })

  test('lists of texts and numbers are shown as people write them, with the json as the tooltip; other json stays', () => {
    const cases = [
      ['["tea","coffee"]', 'tea, coffee'],
      ['["Smith, J.","Doe, A."]', 'Smith, J.; Doe, A.'],
      ['["«A» \\"B\\"","&amp;"]', '«A» "B", &'],
      ['[1,2.50,-3e5,9007199254740993]', '1, 2.50, -3e5, 9007199254740993'],
      ['["a",1]', 'a, 1'],
      ['[""]', '[""]'],
      ['[]', '[]'],
      ['[null]', '[null]'],
      ['[true,"a"]', '[true,"a"]'],
      ['["a\\n"]', '["a\\n"]'],
      ['[["a"],["b"]]', '[["a"],["b"]]'],
      ['[{"a":1}]', '[{"a":1}]'],
      ['[{"list":"tea"},{"list":2}]', 'tea, 2'],
      ['[{"list":"a, b"},{"list":"c {\\"list\\":1}"}]', 'a, b; c {"list":1}'],
      ['[{"list":"tea","no":1}]', '[{"list":"tea","no":1}]'],
      ['[{"list":"tea"},{"error":"none"}]', '[{"list":"tea"},{"error":"none"}]'],
      ['[{"list":["tea"]}]', '[{"list":["tea"]}]'],
      ['{"a":["b"],"c":1}', '{"a":["b"],"c":1}'],
    ] as const
    const json = `[${cases.map(([list], at) => `{"no":"${at}","list":${list}}`).join()}]`
    const reading = readDocument(() => [Buffer.from(json)], { format: 'json' })
    const table = recordsTableOf(en, reading)
    const shown = table?.rows.map((row) => row[1])
    assert.deepEqual(
      shown?.map((cell) => [cell?.text, cell?.written]),
      cases.map(([list, text]) => [text, list === text ? undefined : list]),
    )
    assert.equal(table?.whole, true)
    const long = JSON.stringify(Array.from({ length: 400 }, () => 'tea'))
    const cut = recordsTableOf(
      en,
      readDocument(() => [Buffer.from(`[{"list":${long}}]`)], { format: 'json' }),
    )
    assert.deepEqual([cut?.whole, cut?.rows[0]?.[0]?.written], [false, undefined])
  })

  test('addresses whose & is written as in xml lead to the place that they mean, and are so among the frequent values, too', () => {
    const addresses = ['https://example.org/?a=1&amp;b=2', 'https://example.org/?a=1&copy;=2']
    const shown = ['https://example.org/?a=1&b=2', addresses[1]]
    const reading = readingOf(addresses.map((address) => ({ address })))
    const cells = recordsTableOf(en, reading)?.rows.map(([cell]) => cell)
    assert.deepEqual(
      cells?.map((cell) => cell?.text),
      shown,
    )
    assert.deepEqual(
      cells?.map((cell) => cell?.parts?.[0]?.href),
      shown,
    )
    assert.deepEqual(
      cells?.map((cell) => cell?.altered),
      [true, undefined],
    )
    const twice = [...addresses, ...addresses].map((address) => ({ address }))
    const [profile] = profilesOf(en, readingOf(twice))
    assert.deepEqual(
      profile?.frequent.map(({ value }) => value),
      shown,
    )
  })

  test('long frequent values that begin alike are cut so that they differ', () => {
    const begin = 'The permit was issued by the municipal department of green spaces for the work'
    const ends = [
      ' in the north of the town',
      ' in the south, between the river and the road to the harbour of the town',
      '',
    ]
    const rows = [...ends, 'Other', ...ends].map((end) => ({ reason: end === 'Other' ? end : begin + end }))
    const [profile] = profilesOf(en, readingOf(rows))
    assert.deepEqual(
      profile?.frequent.map(({ value }) => value),
      [
        'The permit was … for the work in the north of the town',
        'The permit was … for the work in the south, between the rive…',
        `${begin.slice(0, 59)}…`,
      ],
    )
  })

  test('a column without a name is labelled as such', () => {
    assert.equal(recordsTableOf(en, readingOf([{ '': 1, ' ': 2 }]))?.columns[0]?.name, '(no name)')
  })

  test('what states that there is no value is neither counted as unique, nor as a part of the numbers', () => {
    const values = ['0', '0', '0', 'n/a', '-', '1', '2', '-', '0', '0']
    const rows = values.map((n, at) => ({ n, same: at === 3 ? '-' : 'x y' }))
    const reading = readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' })
    const [n, same] = profilesOf(en, reading)
    assert.deepEqual([n?.filled, n?.distinct, same?.distinct], ['70\u00a0%', '3', '1'])
    assert.equal(n?.frequent[0]?.share, '71.4\u00a0%')
    assert.ok(n?.figures.includes('zero: 71.4\u00a0%'), n?.figures.join())
    const { shown, folded } = foldColumns(en, reading, profilesOf(en, reading))
    assert.deepEqual([shown.length, folded.length], [2, 0])
  })

  test('the profile of a column has its type, share of filled values, range and frequent values', () => {
    const [profile] = profilesOf(en, readingOf([{ n: 3 }, { n: 1 }, { n: 3 }, { n: null }]))
    assert.equal(profile?.kind, 'number')
    assert.equal(profile?.filled.replace('\u00a0', ' '), '75 %')
    assert.equal(profile?.fill, 'most')
    assert.equal(profile?.distinct, '2')
    assert.deepEqual(profile?.range, { from: '1', to: '3' })
    assert.deepEqual(profile?.frequent, [{ value: '3', share: '66.7\u00a0%', percent: 100 }])
    assert.equal(profile?.picture?.kind, 'histogram')
    assert.equal(profile?.picture?.label, 'Distribution of n from 1 to 3; 66.7\u00a0% between 2.9 and 3')
  })

  test('empty columns, columns with one value and columns that repeat another are named, not profiled', () => {
    const rows = Array.from({ length: 6 }, (_, at) => ({
      district: ['North', 'South'][at % 2],
      area: ['North', 'South'][at % 2],
      city: 'Example',
      note: null,
      size: at,
    }))
    const reading = readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' })
    const { shown, folded } = foldColumns(en, reading, profilesOf(en, reading))
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['district', 'size'],
    )
    assert.deepEqual(
      folded.map(({ text, columns }) => [text, ...columns.map(({ name, value }) => `${name}: ${value}`)]),
      [
        ['1 empty column', 'note: undefined'],
        ['1 column that repeats another', 'area: same as district'],
        ['1 column with one value in all records', 'city: Example'],
      ],
    )
  })

  test('amounts have a sum, other numbers and shares have none; texts have a length', () => {
    const figures = (name: string, values: readonly unknown[], language: 'en' | 'ru' = 'en') => {
      const reading = readDocument(
        () => [Buffer.from(JSON.stringify(values.map((value) => ({ [name]: value }))))],
        {
          format: 'json',
        },
      )
      return (profilesOf(localeOf(language), reading)[0]?.figures ?? []).join(' · ').replace(/\s/g, ' ')
    }
    const numbers = Array.from({ length: 40 }, (_, at) => 1000 + at * 100.5)
    for (const name of ['total', 'US_Gross', 'ticketSales', 'Количество мест', 'Объём, м3'])
      assert.match(figures(name, numbers), / · sum 118,390( ·|$)/, name)
    for (const name of [
      'temperature',
      'discount',
      'sales per capita',
      'Средняя сумма',
      'avgCost',
      'share of total',
    ])
      assert.doesNotMatch(figures(name, numbers), /sum/, name)
    const yearly = numbers.map((total, at) => ({ year: 2000 + (at % 8), town: `Town ${at >> 3}`, total }))
    const overTime = readDocument(() => [Buffer.from(JSON.stringify(yearly))], { format: 'json' })
    assert.doesNotMatch(profilesOf(en, overTime)[2]?.figures.join() ?? '', /sum/)
    const withUnit = (unit: string) =>
      figures(
        'a',
        numbers.map((value) => `${value} ${unit}`),
      )
    for (const unit of ['кв. м', 'km', '€']) assert.match(withUnit(unit), / · sum 118,390/, unit)
    const mixed = numbers.map((value, at) => (at === 9 ? '50 USD' : `${value} €`))
    assert.match(figures('a', mixed), / · sum 116,486 without the exceptions/)
    for (const unit of ['%', '°C', 'км/ч', 'лет', 'п.п.', 'дБ', 'кВ', 'Hz', 'mph'])
      assert.doesNotMatch(withUnit(unit), /sum/, unit)
    const areas = numbers.map((value) => `${value} кв. м`)
    assert.match(figures('Жилая площадь', areas), /sum/)
    for (const name of ['Средняя площадь', 'average area', 'Площадь на душу'])
      assert.doesNotMatch(figures(name, areas), /sum/)
    assert.doesNotMatch(
      figures(
        'высота',
        numbers.map((value) => `${value} м`),
      ),
      /sum/,
    )
    assert.doesNotMatch(figures('total', [...numbers, numbers.reduce((a, b) => a + b)]), /sum/)
    const regions = [3170, 2110, 5930, 4110, 1750, 8090].map((total) => ({ total, urban: total - 1009 }))
    const sumOf = (rows: typeof regions) =>
      rows.reduce((all, { total, urban }) => ({ total: all.total + total, urban: all.urban + urban }))
    const parts = [regions.slice(0, 3), regions.slice(3)]
    for (const [rows, has] of [
      [regions, true],
      [[sumOf(regions), ...parts.flatMap((part) => [sumOf(part), ...part])], false],
    ] as const) {
      const records = rows.map((row, at) => ({ area: `Area ${at}`, ...row }))
      const reading = readDocument(() => [Buffer.from(JSON.stringify(records))], { format: 'json' })
      assert.equal(/sum/.test(profilesOf(en, reading)[1]?.figures.join() ?? ''), has)
    }
    const named = (names: readonly string[]) =>
      profilesOf(
        en,
        readDocument(
          () => [Buffer.from(JSON.stringify(names.map((name, at) => ({ name, cost: (at * 7919) % 613 }))))],
          { format: 'json' },
        ),
      )[1]?.figures.join()
    const names = Array.from({ length: 30 }, (_, n) => `Service no. ${n}`)
    assert.match(named(names) ?? '', /sum/)
    assert.match(named(names.map((name, n) => (n % 2 ? name : 'Total Gas Ltd'))) ?? '', /sum/)
    for (const total of ['Total', 'ИТОГО:', 'Subtotal services 1–9', 'Расходы — всего'])
      assert.doesNotMatch(named(names.with(9, total)) ?? '', /sum/, total)
    const films = Array.from({ length: 120 }, (_, n) => `Film no. ${n}`)
    assert.match(named(films.with(9, 'Total Recall')) ?? '', /sum/)
    assert.match(figures('Всего', numbers, 'ru'), / · сумма 118 390/)

    const texts = [
      ...Array.from({ length: 9 }, (_, at) => `Street ${at}`),
      'Park',
      'Old Mill Road near the river',
    ]
    assert.equal(figures('street', texts), 'usually 2 words, at most 6, up to 28 characters')
    assert.equal(figures('street', texts, 'ru'), 'обычно 2 слова, не более 6, до 28 знаков')
    assert.equal(figures('kind', ['school', 'library', 'museum']), '')
  })

  test('a column that numbers the records of another list says so, in both languages', () => {
    const nodes = Array.from({ length: 20 }, (_, at) => ({ name: `Stop ${at}` }))
    const links = [...nodes, ...nodes].map((_, at) => ({ source: at % 20, target: (at * 7) % 20 }))
    const reading = readDocument(() => [Buffer.from(JSON.stringify({ nodes, links }))], { format: 'json' })
    const figures = (['en', 'ru'] as const).map(
      (language) => profilesOf(localeOf(language), reading)[0]?.figures,
    )
    assert.deepEqual(figures, [
      ['numbers the records of “nodes[]” from 0'],
      ['номера записей списка «nodes[]», с нуля'],
    ])
  })

  test('columns that are called something else are said to look like coordinates, in both languages', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({
      name: `Kiosk ${at}`,
      'Тип выходного': (37.5 + ((at * 7) % 40) / 211).toFixed(6),
      'Доп. информация': (55.6 + ((at * 11) % 40) / 233).toFixed(6),
      'Площадь, всего': at * 3.5,
    }))
    const reading = readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' })
    for (const [language, text] of [
      ['en', 'looks like coordinates'],
      ['ru', 'похоже на координаты'],
    ] as const) {
      const [, x, y, area] = profilesOf(localeOf(language), reading).map(({ figures }) => figures)
      assert.deepEqual([x, y], [[text], [text]])
      assert.ok((area?.length ?? 0) > 2)
    }
  })

  test('values that a spreadsheet program has changed are named as such, in both languages', () => {
    const rows = [
      ...Array.from({ length: 90 }, (_, at) => String(770_123_456_789 + at * 7919)),
      '7,72E+11',
    ].map((code) => ({ ИНН: code }))
    const reading = readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' })
    const [en, ru] = (['en', 'ru'] as const).map(
      (language) => profilesOf(localeOf(language), reading)[0]?.altered,
    )
    assert.deepEqual(en, { text: '1 value looks changed by a spreadsheet program', values: ['7,72E+11'] })
    assert.equal(ru?.text, '1 значение похоже на изменённое электронной таблицей')
  })

  test('a column with one value has no histogram and shows that value as its range; a lower bound is called one', () => {
    const reading = readingOf([{ n: 5 }, { n: 5 }])
    const [constant] = profilesOf(en, reading)
    assert.deepEqual(constant?.range, { from: '5' })
    assert.equal(constant?.picture, undefined)
    const [column] = reading.columns
    assert.ok(column)
    const floored = { ...reading, columns: [{ ...column, distinct: 10_000, distinctIsFloor: true }] }
    assert.equal(profilesOf(en, floored)[0]?.distinct, 'more than 10,000')
    const long = { ...reading, columns: [{ ...column, distinct: 1, distinctIsFloor: true }] }
    assert.equal(profilesOf(en, long)[0]?.distinct, 'not counted')
  })

  test('a column is aligned to the right if most of its texts run from there, or, if none has a letter, if its name does', () => {
    const rows = [
      { name: 'مدرسة', العدد: 1, mixed: 'ספרייה abc', city: 'Cairo', both: 'a', '(٣) x': '1' },
      { name: null, العدد: 2, mixed: '12 – אב', city: 'القاهرة', both: 'ב', '(٣) x': '2' },
      { name: '(«مكتبة»)', العدد: 3, mixed: 'Latin', city: 'Luxor', both: null, '(٣) x': '3' },
    ]
    assert.deepEqual(
      recordsTableOf(en, readingOf(rows))?.columns.map(({ right }) => right),
      [true, true, true, false, false, false],
    )
  })

  test('the head of a column of numbers, dates or truth values shows how they are spread, from twenty records on', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      size: at < 10 ? 1 : at,
      day: `2024-01-${at + 10}`,
      open: at < 5,
      name: `N ${at}`,
    }))
    const tableOf = (records: object[]) =>
      recordsTableOf(
        en,
        readDocument(() => [Buffer.from(JSON.stringify(records))], { format: 'json' }),
      )
    const table = tableOf(rows)
    const pictured = table?.columns.filter(({ picture }) => picture).map(({ name }) => name)
    assert.deepEqual(pictured?.toSorted(), ['day', 'open', 'size'])
    const open = table?.columns.find(({ name }) => name === 'open')
    assert.equal(open?.picture?.path, 'M0 25h40')
    assert.ok(tableOf(rows.slice(1))?.columns.every(({ picture }) => !picture))
  })

  test('quantities have gaps between thousands and pale zeros at the end, and their text stays as it is', () => {
    const shown = (values: readonly string[], at = 0, name = 'amount') => {
      const json = JSON.stringify(values.map((value) => ({ [name]: value })))
      const table = recordsTableOf(
        en,
        readDocument(() => [Buffer.from(json)], { format: 'json' }),
      )
      const cell = table?.rows[at]?.[0]
      const mark = { i: '_', s: '~' }
      assert.equal(cell?.digits?.map(([text]) => text).join('') ?? cell?.text, cell?.text)
      return cell?.digits?.map(([text, tag]) => (tag ? mark[tag] : '') + text).join('') ?? cell?.text
    }
    assert.equal(shown(['876702245.10', '12.5']), '876_702_245.1~0')
    assert.equal(shown(['-1234567', '10']), '-1_234_567')
    assert.equal(shown(['12345.000', '0.50']), '12_345~.000')
    assert.equal(shown(['12345.000', '0.50'], 1), '0.5~0')
    assert.equal(shown(['12345,60', '0,5']), '12_345,6~0')
    assert.equal(shown(['12345', '1234'], 1), '1_234')
    assert.equal(shown(['12000 руб.', '9000 руб.', '100 руб.']), '12_000 руб.')
    assert.equal(shown(['1.000', '12.5']), '1.000')
    // Not: small numbers, commas between thousands, identifiers, codes and years.
    assert.equal(shown(['1234', '987']), '1234')
    assert.equal(shown(['1,234,000', '12.5']), '1,234,000')
    assert.equal(shown(['100,000', '12.5', '0.25']), '100,000')
    assert.equal(shown(['1234567', '7654321'], 0, 'id'), '1234567')
    assert.equal(shown(['0012345', '0076543']), '0012345')
    assert.equal(shown(['2010', '2011', '2012', '2013', '2014'], 0, 'year'), '2010')
  })

  test('bounds of a range are rounded outwards to four digits or whole numbers, and the exact ones are beside them', () => {
    const cases = [
      ['12,5', '99,12345678901234', '12.5', '99.13', '12,5 – 99,12345678901234'],
      ['37.603338', '37.612999', '37.6', '37.62', '37.603338 – 37.612999'],
      ['-1.23456', '-0.98765', '-1.235', '-0.9876', '-1.23456 – -0.98765'],
      ['12.1', '876702245.10', '12.1', '876,702,246', '12.1 – 876702245.10'],
      ['5', '28', '5', '28', undefined],
    ] as const
    for (const [low, high, from, to, exact] of cases) {
      const rows = [low, high, low, high].map((amount) => ({ amount }))
      const reading = readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' })
      const range = profilesOf(en, reading)[0]?.range
      assert.deepEqual([range?.from, range?.to, range?.exact], [from, to, exact])
    }
    const ru = profilesOf(localeOf('ru'), readingOf([{ amount: 12.1 }, { amount: 876_702_245.1 }]))[0]?.range
    assert.equal(`${ru?.from} – ${ru?.to}`.replace(/\s/g, ' '), '12,1 – 876 702 246')
  })
})

describe('the order of columns', () => {
  const en = localeOf('en')
  const readingOf = (rows: object[]) =>
    readDocument(() => [new TextEncoder().encode(JSON.stringify(rows))], { format: 'json' })
  const tableOf = (rows: object[]) => recordsTableOf(en, readingOf(rows))
  const shown = (rows: object[]) => tableOf(rows)?.columns.flatMap(({ name, folded }) => (folded ? [] : name))
  const folded = (rows: object[]) =>
    tableOf(rows)?.columns.flatMap(({ name, folded }) => (folded ? name : []))

  const many = (at: number) => ({
    uid: `${(at * 7919 + 4096).toString(16)}-${at}`,
    empty: null,
    district: ['North', 'South'][at % 2],
    name: `Kiosk number ${at}`,
    area: at * 3,
    rooms: at % 4,
    district2: ['North', 'South'][at % 2],
    street: `${at % 7} Long Street`,
    open: at % 3 === 0,
  })
  const records = (count: number) => Array.from({ length: count }, (_, at) => many(at))

  test('states that few records are printed if there are more columns than paper has room for, or long nested values', () => {
    const onPaper = (rows: object[]) => tableOf(rows)?.onPaper
    const hours = Array.from({ length: 7 }, (_, day) => ({ day, hours: '08:00-21:00' }))
    assert.equal(onPaper(records(30)), undefined)
    assert.match(onPaper(records(30).map((one) => ({ ...one, hours }))) ?? '', /20/)
    assert.equal(onPaper(records(12).map((one) => ({ ...one, hours }))), undefined)
    const more = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`m${at}`, at]))
    assert.match(onPaper(records(30).map((one) => ({ ...one, ...more }))) ?? '', /20/)
    const most = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}`, at]))
    assert.match(onPaper(records(4).map((one) => ({ ...one, ...most }))) ?? '', /first 3 /)
  })

  test('the column that names the records comes first, the others stay in their order', () => {
    const table = tableOf([
      { year: 2001, name: 'Old bridge', length: 10 },
      { year: 2001, name: 'New bridge', length: 12 },
    ])
    assert.deepEqual(
      table?.columns.map(({ name, at, title }) => [name, at, title]),
      [
        ['name', 1, true],
        ['year', 0, undefined],
        ['length', undefined, undefined],
      ],
    )
    assert.deepEqual(
      table?.rows[0]?.map((cell) => cell?.text),
      ['Old bridge', '2001', '10'],
    )
  })

  test('of several names the first one that tells records apart in sight comes first', () => {
    const rows = records(30).map((_, at) => ({
      'full name': `State-funded institution of education, school ${at}`,
      'short name': `School ${at}`,
      address: `${at} Long Street`,
    }))
    const first = (all: object[]) => tableOf(all)?.columns[0]?.name
    assert.equal(first(rows), 'short name')
    assert.equal(first(rows.map(({ 'short name': _, ...others }) => others)), 'full name')
  })

  test('what has no words names no record', () => {
    const rows = records(30).map((_, at) => ({
      at,
      share: `${at / 7} %`,
      hours: `${at}:00–${at + 1}:30`,
      price: at % 9 ? `${at * 50} руб.` : `${at + 70} EUR`,
    }))
    assert.ok(tableOf(rows)?.columns.every(({ title }) => title === undefined))
  })

  test('a table of many columns folds empty ones, identifiers and repetitions, and offers them', () => {
    assert.deepEqual(shown(records(30)), ['name', 'district', 'area', 'rooms', 'street', 'open'])
    assert.deepEqual(folded(records(30)), ['uid', 'empty', 'district2'])
    assert.equal(tableOf(records(30))?.allColumns, 'Show all 9 columns')
  })

  test('a table of few columns folds none', () => {
    const few = records(30).map(({ uid, empty, name, area }) => ({ uid, empty, name, area }))
    assert.deepEqual(folded(few), [])
  })

  test('of more than a hundred columns all but the first fifty are folded', () => {
    const wide = (columns: number) =>
      shown(
        [1, 2, 3].map((row) =>
          Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, row * at + 0.5])),
        ),
      )
    assert.equal(wide(100)?.length, 100)
    assert.equal(wide(101)?.length, 50)
  })

  test('an identifier that alone names the records is not folded', () => {
    const nameless = records(30).map(({ name, ...rest }) => ({ ...rest, size: name.length }))
    assert.equal(shown(nameless)?.[0], 'uid')
  })

  test('a phone shows what names a record and four more columns, the fuller ones first', () => {
    const rows = records(30).map((row, at) => ({ ...row, area: at === 0 ? 1 : null }))
    assert.deepEqual(
      tableOf(rows)?.columns.flatMap(({ name, main }) => (main ? name : [])),
      ['name', 'district', 'rooms', 'street', 'open'],
    )
    const yearly = records(6).map(({ name }, at) => ({
      name,
      ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${2010 + n}`, (at + 1) * 10 + n])),
    }))
    assert.deepEqual(
      tableOf(yearly)?.columns.flatMap(({ name, main }) => (main ? name : [])),
      ['name', '2015', '2016', '2017', '2018'],
    )
  })

  test('whatever the columns are, each is there once, in its own place, and some are shown', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.string(),
      fc.integer(),
      fc.uuid(),
      fc.object({ maxDepth: 1 }),
    )
    const name = fc.string({ minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(name, value, { minKeys: 8, maxKeys: 14 }), { minLength: 1 }),
        (rows) => {
          const reading = readingOf(rows)
          const table = recordsTableOf(en, reading)
          if (!table) return
          const positions = table.columns.map(({ at }, place) => at ?? place)
          assert.deepEqual(
            positions.toSorted((a, b) => a - b),
            reading.columns.map((_, at) => at),
          )
          assert.ok(table.columns.filter(({ folded }) => !folded).length >= Math.min(4, positions.length))
        },
      ),
    )
  })
})

describe('the outline of a document', () => {
  const en = localeOf('en')

  test('an outline shows sizes, first values, and what is left out', () => {
    const { tree } = treeReading({
      nodes: Array.from({ length: 30 }, (_, id) => ({ id, name: `n${id}` })),
      version: null,
    })
    assert.ok(tree)
    const branch = branchOf(en, tree)
    assert.equal(branch.size, '2 members')
    assert.equal(branch.open, true)
    const [nodes, version] = branch.children
    assert.equal(nodes?.size, '30 items')
    assert.equal(nodes?.omitted, '… and 10 more')
    assert.equal(nodes?.children[0]?.gist, '0 · n0')
    assert.equal(nodes?.children[0]?.open, false)
    assert.deepEqual(version?.leaf, { text: 'null' })
  })

  test('an outline names what has no name, marks what is empty, and links web addresses', () => {
    const { tree } = treeReading({ '': { site: 'https://example.org/a', note: ' ' } })
    assert.ok(tree)
    const [unnamed] = branchOf(en, tree).children
    assert.equal(unnamed?.name, '(no name)')
    assert.deepEqual(
      unnamed?.children.map(({ kind, leaf }) => ({ kind, leaf })),
      [
        { kind: 'text', leaf: { text: 'https://example.org/a', href: 'https://example.org/a' } },
        { kind: 'null', leaf: { text: '–' } },
      ],
    )
  })
})

describe('case folders', () => {
  const CASES = new URL('../../fixtures/view/', import.meta.url)
  const outlinesOf = openOutlines(join(process.cwd(), 'node_modules/world-atlas'))

  /** A view as a person would read it from the page, a line for each thing that is to be seen. */
  function render({ table, tree, map, columns, folded, beside }: DocumentView): string {
    const lines = [
      ...(table ? [table.caption] : []),
      ...(tree ? branchLines(tree, '') : []),
      ...columns.flatMap(columnLines),
      ...folded.map(
        ({ text, columns }) =>
          `${text}: ${columns.map(({ name, value }) => (value === undefined ? name : `${name} (${value})`)).join(', ')}`,
      ),
      ...(map ? mapLines(map) : []),
      ...beside.map(({ name, value }) => `beside ${name}: ${'text' in value ? value.text : value.kind}`),
    ]
    return `${lines.join('\n').replaceAll('\u00a0', ' ')}\n`
  }

  function columnLines({
    name,
    kind,
    filled,
    fill,
    distinct,
    range,
    figures,
    absent,
    exceptions,
    altered,
    picture,
    frequent,
    examples,
    sampled,
  }: ColumnProfile): string[] {
    return [
      `${name} | ${kind} | ${filled} (${fill}) | ${distinct}`,
      ...(range ? [`    ${range.from}${range.to === undefined ? '' : ` – ${range.to}`}`] : []),
      ...(picture ? [`    ${drawn(picture)}`, `    ${picture.label}`] : []),
      ...(figures.length > 0 ? [`    ${figures.join(', ')}`] : []),
      ...frequent.map(({ value, share, percent, spellings = '' }) =>
        `    ${'='.repeat(Math.round(percent / 5))} ${share} ${value} ${spellings}`.trimEnd(),
      ),
      ...(examples.length > 0 ? [`    such as ${examples.join(', ')}`] : []),
      ...(absent ? [`    ${absent.share} ${absent.value}`] : []),
      ...(exceptions ? [`    ${exceptions.text}: ${exceptions.values.join(', ')}`] : []),
      ...(altered ? [`    ${altered.text}: ${altered.values.join(', ')}`] : []),
      ...(sampled ? ['    of a sample'] : []),
    ]
  }

  const BLOCKS = '▁▂▃▄▅▆▇█'

  function drawn(picture: Picture): string {
    if (picture.kind === 'truth') return `${picture.yes} of ${picture.width} filled`
    const step = picture.bars.stroke + 1
    const bars = new Array<string>(Math.round(picture.width / step)).fill(' ')
    for (const [, at, top] of picture.bars.path.matchAll(/M([\d.]+) 28V(\d+)/g))
      bars[Math.floor(Number(at) / step)] = BLOCKS[Math.ceil(((28 - Number(top)) / 28) * 8) - 1] as string
    const ticks = picture.kind === 'timeline' ? picture.ticks.map(({ at, text }) => ` ${text} at ${at}`) : []
    return `${bars.join('')}|${ticks.join(',')}`
  }

  function mapLines({ label, notes, dots, areas, lines, grid, scale, ground }: MapView): string[] {
    return [
      label,
      ...notes.map((note) => `    ${note}`),
      `    dots ${dots.map(({ size, path }) => `${path.split('m').length - 1} of size ${size}`).join(', ')}`,
      ...(areas ? [`    areas ${areas}`] : []),
      ...(lines ? [`    lines ${lines}`] : []),
      `    meridians ${grid.meridians.map(({ text }) => text).join(', ')}`,
      `    parallels ${grid.parallels.map(({ text }) => text).join(', ')}`,
      ...(scale ? [`    ${scale.length} units are ${scale.text}`] : []),
      `    land ${ground.land === '' ? 'none' : 'there'}, borders ${ground.borders === '' ? 'none' : 'there'}`,
    ]
  }

  function branchLines(
    { name, leaf, size, gist, children, open, omitted }: Branch,
    indent: string,
  ): string[] {
    const mark = leaf ? ' ' : open ? '-' : '+'
    const line = [mark, name, leaf?.text, size && `(${size})`, gist && `[${gist}]`].filter(
      (part) => part !== undefined,
    )
    return [
      indent + line.join(' '),
      ...children.flatMap((child) => branchLines(child, `${indent}  `)),
      ...(omitted === undefined ? [] : [`${indent}  ${omitted}`]),
    ]
  }

  describe('a document is shown as in its case folder', () => {
    for (const name of readdirSync(CASES).sort())
      for (const language of ['en', 'ru'] as const) {
        const file = new URL(`${name}/expected.${language}.txt`, CASES)
        if (!existsSync(file)) continue
        test(`${name}, in ${language}`, () => {
          const bytes = readFileSync(new URL(`${name}/input.json`, CASES))
          const reading = readDocument(() => [bytes], { format: 'json' })
          assert.equal(
            render(documentViewOf(localeOf(language), reading, outlinesOf)),
            readFileSync(file, 'utf8'),
          )
        })
      }
  })
})
