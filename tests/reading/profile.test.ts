import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column } from '../../src/lib/reading/index.ts'
import { parseDate, readableTime } from '../../src/lib/reading/profile/date-text.ts'
import { compareDecimals } from '../../src/lib/reading/profile/text-kind.ts'
import { isSameUnit } from '../../src/lib/reading/profile/unit.ts'
import fc from '../support/fast-check.ts'
import { readingOf } from './generate.ts'

function profile(values: readonly unknown[], name = 'column'): Column {
  const [column] = readingOf(JSON.stringify(values.map((value) => ({ [name]: value }))), 'json').columns
  assert.ok(column)
  return column
}

describe('the kind of a column', () => {
  const cases: readonly (readonly [string, readonly unknown[], string])[] = [
    ['numbers, as numbers or as text', [1, '2.50', ' 3 ', null, ''], 'number'],
    ['a leading zero makes it a code', ['00123', '00124'], 'code'],
    ['a decimal comma, and digits in groups', ['1,5', '2 000'], 'number'],
    ['a date behind the day of the week', ['Пн, 02.12.2024', 'Вт, 03.12.2024 10:00'], 'date'],
    ['a comma that may be either', ['1,234', '2,345'], 'text'],
    ['a comma that is in groups of three and more', ['1,234', '2,345,678'], 'number'],
    [
      'groups of two digits before the last three, as in India',
      ['12,34,567.80', '1,23,456', '950'],
      'number',
    ],
    ['points between thousands, also where there is only one', ['767.131', '1.234.567', '980'], 'number'],
    ['negative numbers in brackets', ['1,234.50', '(985,280.28)', '(5)'], 'number'],
    ['negative numbers alone, with fractions or thousands', ['(1,234)', '(5,000,000)', '(12.50)'], 'number'],
    [
      'whole numbers that are all in brackets, as codes of areas and notes',
      ['(495)', '(8442)', '(1)'],
      'text',
    ],
    ['a minus sign that is no hyphen', ['−63 158,99', '–5'], 'number'],
    ['letters of a currency before a number', ["CHF 87'559.18", 'CHF 5', '-CHF 12.5'], 'number'],
    ['words for yes and no, in any case', ['да', 'Нет', 'нет данных'], 'boolean'],
    ['words for yes and no of other languages', ['DA', 'ne', 'DA'], 'boolean'],
    [
      'the same short word of another language everywhere, as the code of a state',
      ['NE', 'NE', 'NE'],
      'text',
    ],
    ['sites of other countries', ['example.hr', 'example.at/a'], 'link'],
    ['e-mail addresses, also several', ['info@example.org', 'Büro@пример.рф; a@b.ru'], 'email'],
    ['the letters of a database for true and false', ['t', 'f', 't'], 'boolean'],
    ['plus and minus signs, whatever dash is the minus', ['+', '-', '+', '–'], 'boolean'],
    ['plus signs alone, where other records have no value', ['+', '', '+'], 'boolean'],
    ['grades with signs', ['+', '-', '+', '++'], 'text'],
    ['telephone numbers', ['+7 (495) 123-45-67', '8 495 123 45 67'], 'phone'],
    ['numbers of parcels are none', ['82-62-392-030-0000', '94-82-858-013-0000'], 'code'],
    ['sites without a scheme', ['example.ru', 'www.example.org/about'], 'link'],
    ['file names are no sites', ['data.csv', 'report.pdf', 'data.csv'], 'text'],
    ['statements that there is none, alone', ['n/a', '-', 'нет данных'], 'empty'],
    ['true and false', [true, 'false', null], 'boolean'],
    ['web addresses', ['https://example.org/a', 'http://example.org'], 'link'],
    ['one value that is no address makes it text', ['https://example.org/a', 'see above'], 'text'],
    ['identifiers that repeat are text', ['a-1', 'a-1', 'a-1'], 'text'],
    ['unique words with a capital are text', ['Moscow', 'Tula'], 'text'],
    ['times of a clock, which name nothing', ['05:05', '6:20', '07:35:00', '08:50-09:10'], 'text'],
    ['times of a race', ['1:52.773', '1:19,61', '0:48.100'], 'text'],
    ['empty lists and objects', [[], {}, []], 'empty'],
    ['lists, of which some are empty', [['a'], [], [], [], ['b', 'c']], 'nested'],
    ['negative numbers as in accounts of Japan', ['△1,234,567', '△56', '78'], 'number'],
    ['rupees', ['Rs. 6,155.50', 'Rs. 720'], 'number'],
    ['addresses of devices', ['01:23:45:67:89:ab', '01:23:45:67:89:ac'], 'code'],
    ['unique identifiers', ['7710474791-parks', 'ABC', 'ds_2'], 'code'],
    ['nothing but blanks', [null, ' ', ''], 'empty'],
    ['mostly objects', [{ a: 1 }, [2], null], 'nested'],
    ['dates of one form', ['2024-02-29', '2023-12-31 23:59'], 'date'],
    ['a day that does not exist makes it no date', ['2023-02-29', '2023-12-31'], 'code'],
    ['only months', ['2024-01', '2024-12'], 'date'],
    ['a telephone number is no date', ['12.34.5678', '+7 495 000'], 'text'],
  ]
  for (const [name, values, kind] of cases) test(name, () => assert.equal(profile(values).kind, kind))

  test('latitude and longitude must be a pair and in range', () => {
    const kinds = (rows: readonly object[]) =>
      readingOf(JSON.stringify(rows), 'json').columns.map(({ kind }) => kind)
    assert.deepEqual(
      kinds([
        { lat: 55, lon: 37 },
        { lat: 60, lon: 170 },
      ]),
      ['latitude', 'longitude'],
    )
    assert.deepEqual(kinds([{ Широта: '55.7', Долгота: '37.6' }, {}]), ['latitude', 'longitude'])
    assert.deepEqual(kinds([{ lat: 55 }, { lat: 60 }]), ['number'])
    assert.deepEqual(
      kinds([
        { lat: 155, lon: 37 },
        { lat: 60, lon: 17 },
      ]),
      ['number', 'number'],
    )
  })
})

describe('the name of a column helps to read its values', () => {
  const cases: readonly (readonly [string, string, readonly unknown[], string])[] = [
    ['digits are telephone numbers', 'Телефон', ['84951234567', 74951234567], 'phone'],
    ['also those of a town', 'Телефон', ['46-11-17', '461117', '+7 (4922) 30-12-34, доб. 5', 'нет'], 'phone'],
    ['or with an extension', 'phone', ['(212) 555-0100 ext. 4', '212.555.0101'], 'phone'],
    ['digits of another name are not', 'count', ['84951234567', 74951234567], 'number'],
    ['sites may be at any domain', 'Сайт', ['example.museum', 'a.dev/x'], 'link'],
    ['those of another name only at common ones', 'file', ['example.museum', 'a.dev', 'a.dev'], 'text'],
    [
      'what stands behind an address is no site at any domain',
      'url',
      ['https://example.org/My report.pdf', 'https://example.org/b c.zip'],
      'text',
    ],
    [
      'codes in Portuguese, with their short prefix',
      'co_municipio',
      [3500191, 3509980, 3500191],
      'identifier',
    ],
    ['measurements of a gas are no codes', 'co_8h', [4, 11, 4, 30, 7], 'number'],
    ['codes in Spanish', 'Código del centro', [28001, 28013, 28001], 'identifier'],
    ['numbers in German', 'Hausnummer', [12, 7, 12], 'identifier'],
    ['numbers of tickets', 'Summons Number', [8_000_890_123, 8_999_434_428, 8_100_000_000], 'identifier'],
    [
      'numbers of permits, whose sign is left out',
      'permit_',
      [101_008_430, 109_831_742, 105_190_000],
      'identifier',
    ],
    [
      'codes in groups of digits are no telephone numbers',
      'ОКАТО',
      ['45 286 552 000', '45 286 570 000'],
      'code',
    ],
    ['numbers of insured people are none either', 'СНИЛС', ['112-233-445 95', '087-654-303 00'], 'text'],
    ['years of budgets', 'Financial Year', ['2010-11', '2011-12', '2012-13'], 'date'],
    [
      'which may be months where nothing says what they are',
      'span',
      ['2010-11', '2011-12', '2012-13'],
      'code',
    ],
    ['months in such a column', 'Year', ['2010-11', '2010-12', '2011-01'], 'date'],
    ['school years without a mark', 'time_period', [201011, 201112, 201213, 201314, 201415], 'identifier'],
    ['numbers that are measured', 'Sunspot Number', [96, 104, 12], 'number'],
    ['codes of territories in Latin letters', 'OKTMO', [45301000, 45302000, 45301000], 'identifier'],
    ['codes of countries', 'iso', [4, 8, 12, 660, 8], 'identifier'],
    ['ages are no identifiers', 'age', Array.from({ length: 30 }, (_, at) => at), 'number'],
    ['nor are hours', 'Час', Array.from({ length: 24 }, (_, at) => at), 'number'],
  ]
  for (const [name, column, values, kind] of cases)
    test(name, () => assert.equal(profile(values, column).kind, kind))
})

describe('what separates thousands', () => {
  test('may be a point, if more values are numbers so', () => {
    const column = profile(['767.131', '1.234.567', '980', '-2.000'])
    assert.deepEqual([column.min, column.max, column.numbers?.median], ['-2.000', '1.234.567', 384055.5])
    const decimals = profile(['1.234', '5.678', '12'])
    assert.deepEqual([decimals.numbers?.median, decimals.numbers?.decimalComma], [5.678, undefined])
  })

  test('is a comma in columns that leave it open, if it is one in another', () => {
    const read = (first: string) =>
      readingOf(
        JSON.stringify([
          { a: first, b: '1,234' },
          { a: '7', b: '(200,735)' },
        ]),
        'json',
      ).columns.map(({ kind, min }) => [kind, min])
    assert.deepEqual(read('1,234.5'), [
      ['number', '7'],
      ['number', '(200,735)'],
    ])
    assert.deepEqual(read('1234.5')[1], ['text', undefined])
  })
})

describe('numbers that are none', () => {
  const many = (make: (at: number) => string) => Array.from({ length: 30 }, (_, at) => make(at))

  test('are days without separators, and months as numbers, if all are', () => {
    const days = many((at) => `202403${String((at % 28) + 1).padStart(2, '0')}`)
    assert.deepEqual([profile(days, 'dzień').kind, profile(days, 'dzień').min], ['date', '20240301'])
    assert.equal(profile(days, 'report_id').kind, 'identifier')
    assert.equal(profile([...days.slice(0, 20), '20241399', '20240931'], 'volume').kind, 'number')
    const months = many((at) => `${2021 + Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, '0')}`)
    assert.equal(profile(months, 'okres').kind, 'identifier')
    assert.equal(profile([...months, '202313'], 'okres').kind, 'number')
  })

  test('are codes with an E, and versions', () => {
    assert.equal(profile(many((at) => `${at + 10}E${at % 9}`)).kind, 'code')
    assert.equal(profile(many((at) => `${at % 9}.5E-0${at % 9}`)).kind, 'number')
    assert.equal(
      profile(
        many((at) => `1.${at}`),
        'version',
      ).kind,
      'code',
    )
    assert.equal(
      profile(
        many((at) => `1.${at}`),
        'level',
      ).kind,
      'number',
    )
  })
})

describe('numbers of sections', () => {
  const kindOf = (...values: string[]) => profile(values).kind

  test('are codes if each follows the one before it, with and without headings', () => {
    assert.equal(kindOf('1', '1.1', '1.2', '2', '2.1', '2.2', '3'), 'code')
    assert.equal(kindOf('1.1', '1.2', '2.1', '2.2', '2.3', '3.1'), 'code')
    assert.equal(kindOf('2', '2.1', '2.1.1', '2.1.2', '2.2', '3'), 'code')
  })

  test('are numbers if they rise by tenths, or if one does not follow', () => {
    const tenths = Array.from({ length: 40 }, (_, at) => String((at + 10) / 10))
    assert.equal(kindOf(...tenths), 'number')
    assert.equal(kindOf('1', '1.1', '1.2', '2', '2.1', '2.2', '3.5'), 'number')
    assert.equal(kindOf('1', '2', '3', '5', '6', '7'), 'number')
  })
})

describe('whole numbers that follow each other', () => {
  const kindOf = (...values: number[]) => profile(values.map(String)).kind

  test('are identifiers if they count the records from 0 or 1', () => {
    assert.equal(kindOf(1, 2, 3, 4, 5), 'identifier')
    assert.equal(kindOf(0, 1, 2, 3, 4, 5), 'identifier')
  })

  test('are numbers if they are few, do not begin with 0 or 1, or are in another order', () => {
    assert.equal(kindOf(1, 2, 3, 4), 'number')
    assert.equal(kindOf(11, 12, 13, 14, 15, 16), 'number')
    assert.equal(kindOf(3, 1, 2, 5, 4, 6), 'number')
    assert.equal(kindOf(1, 2, 3, 4, 5, 1), 'number')
  })
})

describe('numbers that are all like 1.234', () => {
  const inhabitants = Array.from({ length: 30 }, (_, at) => `${at + 11}.${100 + at * 7}`)
  const kindsOf = (columns: Readonly<Record<string, (at: number) => string | number>>) => {
    const rows = inhabitants.map((_, at) =>
      Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value(at)])),
    )
    return readingOf(JSON.stringify(rows), 'json').columns.map(({ kind }) => kind)
  }
  const dotted = (at: number) => inhabitants[at] as string
  const share = (at: number) => `${at + 1},5`

  test('are numbers by themselves, but beside decimal commas they are texts', () => {
    assert.deepEqual(kindsOf({ dotted }), ['number'])
    assert.equal(kindsOf({ dotted, share })[0], 'text')
    assert.notEqual(kindsOf({ dotted: (at) => `${dotted(at)} km`, share })[0], 'number')
  })

  test('are whole beside decimal commas, if they are of different sizes', () => {
    for (const least of [5, 37]) {
      const sizes = (at: number) => `${[least, 37, 412][at % 3]}.${100 + at * 7}`
      const rows = inhabitants.map((_, at) => ({ sizes: sizes(at), share: share(at) }))
      const [column] = readingOf(JSON.stringify(rows), 'json').columns
      assert.deepEqual(
        [column?.kind, column?.max, column?.numbers?.decimalComma],
        ['number', '412.303', true],
      )
    }
  })

  test('are numbers if fractions with a point are among them or in other columns, as coordinates, and as numbers of json', () => {
    assert.equal(kindsOf({ dotted: (at) => (at === 7 ? '12.5' : dotted(at)), share })[0], 'number')
    assert.equal(kindsOf({ dotted, share, other: (at) => `${at}.25` })[0], 'number')
    assert.equal(kindsOf({ dotted: (at) => Number(`${at + 11}.${101 + at * 10}`), share })[0], 'number')
    const at = (first: number) => (row: number) => `${first + (row % 5)}.${123 + row}`
    assert.deepEqual(kindsOf({ lat: at(50), lon: at(10), share }).slice(0, 2), ['latitude', 'longitude'])
  })
})

describe('numbers that are all like 1,234', () => {
  const rowsOf = (...columns: readonly (readonly (string | number)[])[]) =>
    JSON.stringify(
      Array.from({ length: 30 }, (_, at) => Object.fromEntries(columns.map((column, n) => [n, column[at]]))),
    )
  const read = (...columns: readonly (readonly (string | number)[])[]) =>
    readingOf(rowsOf(...columns), 'json').columns.map(({ kind, max }) => [kind, max])
  const calls = Array.from({ length: 30 }, (_, at) => `${at + 11},${100 + at * 7}`)

  test('are whole if another column has a point beside a unit, and none a decimal comma', () => {
    const shares = calls.map((_, at) => `${at}.5 %`)
    const lengths = calls.map((_, at) => `${at},5`)
    assert.deepEqual(read(calls, shares)[0], ['number', '40,303'])
    assert.deepEqual(read(calls, shares, lengths)[0], ['text', undefined])
    assert.deepEqual(
      read(
        calls,
        calls.map((_, at) => at + 0.5),
      )[0],
      ['text', undefined],
    )
  })

  test('have a decimal comma if other columns have one, and none a point', () => {
    const lengths = calls.map((_, at) => `${at},5`)
    assert.deepEqual(read(calls, lengths)[0], ['number', '40,303'])
    const rows = rowsOf(calls, lengths)
    assert.equal(readingOf(rows, 'json').columns[0]?.numbers?.decimalComma, true)
    assert.equal(read(['950', '18', ...calls.slice(2)], lengths)[0]?.[0], 'number')
  })

  test('are whole if smaller whole numbers are among them', () => {
    assert.deepEqual(read(['950', '18', ...calls.slice(2)])[0], ['number', '40,303'])
    assert.deepEqual(read(['0', '18', ...calls.slice(2)])[0], ['text', undefined])
    assert.deepEqual(read(['1950', '18', '20', ...calls.slice(3)])[0], ['text', undefined])
  })

  test('are whole if they are money of several sizes', () => {
    const prices = calls.map((call, at) => `$${at % 5 ? call : `${(at % 9) + 1}${at % 2 ? '' : '00'},120`}`)
    assert.equal(read(prices)[0]?.[0], 'number')
    assert.equal(read(calls.map((call) => `€${call}`))[0]?.[0], 'text')
    assert.deepEqual(read(calls.map((call) => `$${call}`))[0], ['number', `$${calls.at(-1)}`])
    assert.equal(
      read(
        calls.map((call) => `$${call}`),
        calls.map((_, at) => `${at},5`),
      )[0]?.[1],
      `$${calls.at(-1)}`,
    )
    assert.equal(read(prices.map((price) => `${price.slice(1)} kg`))[0]?.[0], 'text')
  })
})

describe('a few words beside numbers and dates', () => {
  const numbers = Array.from({ length: 20 }, (_, at) => `${at * 7 + 0.5}`)
  const days = Array.from({ length: 20 }, (_, at) => `2024-03-${at + 10}`)
  const often = (word: string) => Array.from({ length: 9 }, () => word)

  test('are exceptions, however often they occur', () => {
    const column = profile([...numbers, ...often('c'), ...often('NR')])
    assert.deepEqual([column.kind, column.min, column.max], ['number', '0.5', '133.5'])
    assert.deepEqual(column.exceptions, { count: 18, examples: ['c', 'NR'] })
    assert.equal(profile([...days, ...often('unlimited')]).kind, 'date')
  })

  test('are also numbers with marks, however many these are, and ranges', () => {
    const marked = [
      '<5',
      '~30',
      '12*',
      '≥ 100',
      '1 200**',
      '>= 7',
      '$71,805*',
      '61 1)',
      '4²',
      '0,3 ± 0,1',
      '12.5 bp',
      '82.6 [r]',
      '85+',
      '90 и старше',
    ]
    const column = profile([...numbers, ...marked])
    assert.deepEqual(
      [column.kind, column.exceptions?.count, column.max],
      ['number', 14, String(numbers.at(-1))],
    )
    const flags = ['b', 'p', 'e', 'bp'].map((flag, at) => `${at}.5 ${flag}`)
    assert.equal(profile([...flags, ...numbers.slice(0, 10)]).exceptions?.count, 4)
    assert.equal(profile([...numbers, ...often('5–10')]).kind, 'number')
    assert.equal(profile([...numbers, '5–7', '10–12', '21–23', '30–34']).kind, 'text')
    assert.equal(profile([...numbers.slice(0, 9), ...often('<5'), ...often('<10')]).kind, 'text')
  })

  test('are also a few numbers with another unit, such as prices in another currency', () => {
    const prices = Array.from({ length: 97 }, (_, at) => `${at * 7 + 10},50 руб.`)
    const column = profile([...prices, '84 110,80 EUR', '$12', '90 EUR'])
    assert.deepEqual([column.kind, column.unit, column.max], ['number', 'руб.', '682,50 руб.'])
    assert.deepEqual(column.exceptions, { count: 3, examples: ['84 110,80 EUR', '$12', '90 EUR'] })
    assert.equal(profile([...prices.slice(0, 40), '84 110,80 EUR', '90 EUR', '91 EUR']).kind, 'text')
  })

  test('state that there is none if they are known for it', () => {
    for (const word of ['..', ':', ': c', 'k. A.', 'nema podataka', '#DIV/0!'])
      assert.deepEqual(profile([...numbers, ...often(word)]).absent, { count: 9, value: word }, word)
  })

  test('are texts like the others if they are many, or if there are few numbers', () => {
    assert.equal(profile([...numbers, 'a b', 'b b', 'c b', 'd b']).kind, 'text')
    assert.equal(profile([...numbers, ...often('c'), ...often('d'), ...often('e')]).kind, 'text')
    assert.equal(profile(['1', '2', '3', '1', '2', '3', 'K', 'K']).kind, 'text')
  })
})

describe('numbers of nines', () => {
  const numbers = Array.from({ length: 20 }, (_, at) => at / 2)

  test('count as empty if they repeat far below all others', () => {
    const column = profile([...numbers, -999, -999, null])
    assert.deepEqual(
      [column.absent, column.min, column.numbers?.negatives],
      [{ count: 2, value: '-999' }, '0', 0],
    )
    assert.equal(column.numbers?.sum, 95)
    assert.equal(column.histogram?.from, 0)
  })

  test('count as empty above zero, too, if they are frequent', () => {
    const values = [...numbers, 9999, 9999, '9999', 12, 12]
    assert.deepEqual(profile(values).absent, { count: 3, value: '9999' })
    assert.deepEqual(profile(values).standIns, [9999])
    assert.equal(profile(values).max, '12')
    const built = [0, ...Array.from({ length: 20 }, (_, at) => 1978 + 2 * at), '0', 0, null]
    const { kind, absent, min } = profile(built, 'Year built')
    assert.deepEqual([kind, absent, min], ['year', { count: 3, value: '0' }, '1978'])
    assert.deepEqual(
      [profile(built, 'floors').kind, profile([0, 0, 5, 90], 'year').kind],
      ['number', 'number'],
    )
    const years = [...Array.from({ length: 20 }, (_, at) => 2000 + at), 9999, 9999, 9999]
    assert.deepEqual([profile(years).kind, profile(years).max], ['year', '2019'])
  })

  test('dates of zeros, and the first day that a program has, state that there is none', () => {
    const days = Array.from({ length: 9 }, (_, at) => `2024-05-0${at + 1}`)
    for (const word of [
      '0000-00-00',
      '0000-00-00 00:00:00',
      '0001-01-01T00:00:00Z',
      '01.01.0001 0:00:00',
      '00.00.0000',
    ]) {
      const { kind, absent, min } = profile([...days, ...Array(6).fill(word)])
      assert.deepEqual([kind, absent, min], ['date', { count: 6, value: word }, '2024-05-01'], word)
    }
    assert.equal(profile(['0001-01-02', '0044-03-15']).kind, 'date')
  })

  test('are numbers among others of their size, if they are rare, or alone', () => {
    for (const values of [
      [...numbers, 9999, 9999],
      [...numbers, 9999, 9999, 9999, 99_999],
      [...numbers, 99, 99, 99],
      [...numbers, 3000, 9999, 9999, 9999],
      [9999, 9999, 9999],
      [...numbers, -999],
      [...numbers, -999, -99],
      [-999, -999],
      [-1500, -900, 3, -999, -999],
    ])
      assert.equal(profile(values).absent, undefined)
  })
})

describe('the word for no', () => {
  const no = (word: string, values: readonly unknown[]) => [...values, ...values, ...values, word, word]

  test('is an answer beside other words, and states that there is no value beside numbers, dates and addresses', () => {
    const kinds = (['Да', 'частично'] as const).map((text) => profile(no('нет', ['a b', text])).absent)
    assert.deepEqual(kinds, [undefined, undefined])
    for (const [word, values, kind] of [
      ['нет', ['example.ru', 'www.example.org'], 'link'],
      ['no', ['2024-01-05', '2023-12-31'], 'date'],
      ['Нет', ['3,5', '14'], 'number'],
      ['отсутствует', ['info@example.org'], 'email'],
    ] as const) {
      const column = profile(no(word, values))
      assert.deepEqual([column.kind, column.absent], [kind, { count: 2, value: word }])
    }
  })
})

describe('times that are written as numbers', () => {
  const times = [1517966773840, 1517888053000, 1517363399650]
  const cases: readonly (readonly [string, string, readonly unknown[], string])[] = [
    ['milliseconds', 'time', times, 'date'],
    ['seconds, as text', 'updated_at', ['1517966773', '1517888053'], 'date'],
    ['with a Russian name', 'Дата изменения', times, 'date'],
    ['of sensors', 't', times, 'date'],
    ['with a name in camel case', 'createdAt', times, 'date'],
    ['days without separators', 'Дата', ['20240229', '20231231'], 'date'],
    ['with a few exceptions', 'time', [...Array.from({ length: 99 }, () => times).flat(), 'soon'], 'date'],
    ['numbers of another name are none', 'population', times, 'number'],
    ['the numbers of companies are none', 'ОГРН', ['1027700132195', '1037739085636'], 'identifier'],
    ['short numbers are durations', 'time', [12, 480, 90_000], 'number'],
    ['a day that does not exist is none', 'date', [20230229, 20231231], 'number'],
    ['days as spreadsheet programs number them', 'Дата договора', [43831, 43840, '44001.5'], 'date'],
    [
      'beside days that such a program did not recognise',
      'date',
      [43831, '31.12.2019', '13.01.2020'],
      'date',
    ],
    ['other numbers of that size are none', 'Сумма', [43831, 43840, 44001], 'number'],
    ['nor are those of a time', 'time', [43831, 43840, 44001], 'number'],
    ['nor are larger and smaller ones', 'date', [431, 43840, 440010], 'number'],
  ]
  for (const [name, column, values, kind] of cases)
    test(name, () => assert.equal(profile(values, column).kind, kind))

  test('are ordered and counted as times, and shown as dates', () => {
    const column = profile(times, 'time')
    assert.deepEqual([column.min, column.max], ['1517363399650', '1517966773840'])
    assert.equal(column.histogram?.to, 1517966773840)
    assert.equal(readableTime('1517966773840', column), '2018-02-07 01:26:13.840')
    assert.equal(readableTime('1517888053', column), '2018-02-06 03:34:13')
    assert.equal(readableTime('soon', column), undefined)
  })

  test('are shown and ordered as days if a spreadsheet program numbered them, also some of them', () => {
    const days = profile([43831, 43861, 43832], 'date')
    assert.deepEqual([days.min, days.max, readableTime('43861', days)], ['43831', '43861', '2020-01-31'])
    assert.equal(readableTime('43861.75', profile([43861.75], 'date')), '2020-01-31 18:00:00')
    const mixed = profile(['31.12.2019', 43861, '15.01.2020'], 'date')
    assert.deepEqual([mixed.min, mixed.max, mixed.exceptions], ['31.12.2019', '43861', undefined])
  })

  test('are shown as days if all are midnight, as are texts', () => {
    const days = profile([1517961600000, 1517875200000], 'date')
    assert.equal(readableTime('1517961600000', days), '2018-02-07')
    const texts = profile(['2012-01-01T00:00:00.000Z', '2012-01-02T00:00:00+03:00', '2012-01-03'])
    assert.equal(readableTime('2012-01-01T00:00:00.000Z', texts), '2012-01-01')
    assert.equal(readableTime('2012-01-03', texts), undefined)
    const russian = profile(['01.02.2014 0:00:00', '02.02.2014 00:00:00'])
    assert.equal(readableTime('01.02.2014 0:00:00', russian), '01.02.2014')
    const mixed = profile(['2012-01-01T00:00:00Z', '2012-01-02T12:30:00Z'])
    assert.equal(readableTime('2012-01-01T00:00:00Z', mixed), undefined)
  })
})

describe('numbers with a unit', () => {
  const areas = ['350 кв. м', '1 200,5 кв.м', '90 кв. м', '0']

  test('have a histogram, a mean and a median like others, and the unit that is written most often', () => {
    const { kind, unit, numbers, histogram, min, max } = profile(areas)
    assert.deepEqual([kind, unit, min, max], ['number', 'кв. м', '0', '1 200,5 кв.м'])
    assert.equal(numbers?.mean, 410.125)
    assert.equal(numbers?.zeros, 1)
    assert.equal(histogram?.to, 1200.5)
  })

  test('with another unit are exceptions, and numbers with units among other numbers too', () => {
    const many = Array.from({ length: 100 }, (_, n) => `${n} %`)
    assert.deepEqual(profile([...many, 'about a half', '3 ‰']).exceptions, {
      count: 2,
      examples: ['about a half', '3 ‰'],
    })
    const plain = Array.from({ length: 100 }, (_, n) => n * 3)
    assert.deepEqual(
      [profile([...plain, '3 шт.']).unit, profile([...plain, '3 шт.']).exceptions?.count],
      [undefined, 1],
    )
  })

  test('have a unit, a sign or a common noun behind them; the name of a street is none', () => {
    const unitOf = (unit: string) => profile(Array.from({ length: 12 }, (_, n) => `${n + 1} ${unit}`)).unit
    const units = [
      ...['m', 'km/h', 'kWh', 'Mbit/s', 'm²', '°C', 'USD', '€', 'EUR', 'ppm', 'μg/m³', 'Hz', 'per 100,000'],
      ...['square metres', 'sq. ft', 'million people', 'samples', 'working days', 'Einwohner', 'Personen'],
      ...['кв. м', 'м2', 'тыс. руб.', 'млн рублей', 'чел.', 'Шт', 'коек', 'календарных дней', 'руб./кв. м'],
      ...['Гкал/час', 'кВт·ч', 'МБ', 'машино-мест', '% населения', 'л/с'],
    ].filter((unit) => !/\d{2}/.test(unit))
    assert.deepEqual(
      units.filter((unit) => unitOf(unit) !== unit),
      [],
    )
    const others = [
      ...[
        'Long Street',
        'Main St',
        'Elm',
        'Broadway',
        'LONG STREET',
        'long street',
        'A Street',
        'rue Vivienne',
      ],
      ...[
        'Ленина',
        'ул. Ленина',
        'Тверская улица',
        'проспект Мира',
        'УЛИЦА ЛЕНИНА',
        'Hauptstraße',
        'Doors Down',
      ],
    ]
    assert.deepEqual(
      others.filter((unit) => unitOf(unit) !== undefined),
      [],
    )
    assert.equal(profile(['1 Long Street', '2 Long Street', '7 Long Street']).kind, 'text')
  })

  test('have the same unit in any form of its word, and no other', () => {
    for (const [a, b, same] of [
      ['день', 'дней', true],
      ['год', 'лет', true],
      ['рубль', 'рублей', true],
      ['руб.', 'рублей', true],
      ['часа', 'час', true],
      ['кв. м', 'кв.м', true],
      ['months', 'month', true],
      ['млн руб.', 'млрд руб.', false],
      ['миллион', 'миллиард', false],
      ['м', 'км', false],
      ['м', 'мм', false],
      ['кв. м', 'кв. км', false],
      ['%', '‰', false],
    ] as const)
      assert.equal(isSameUnit(a, b), same, `${a} ${b}`)
  })
})

describe('columns that repeat another', () => {
  const repeatsOf = (rows: readonly object[]) =>
    readingOf(JSON.stringify(rows), 'json').columns.flatMap(({ name, repeats }) =>
      repeats ? `${name} = ${repeats}` : [],
    )
  const districts = ['ЦАО', 'САО', 'ЗАО']

  test('have the same value in every record, as the first of them', () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      Округ: districts[at % 3],
      'Административный округ': ` ${districts[at % 3]}`,
      District: at === 250 ? 'САО!' : districts[at % 3],
      Earlier: districts[(at + 1) % 3],
      Area: districts[at % 3],
      City: 'Москва',
      Town: 'Москва',
    }))
    assert.deepEqual(repeatsOf(rows), ['Административный округ = Округ', 'Area = Округ'])
  })

  test('have no value where the first has none', () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({
      a: at % 5 ? `v${at}` : null,
      b: at % 5 ? `v${at}` : '',
      c: at % 5 ? `v${at}` : at === 0 ? undefined : 'x',
    }))
    assert.deepEqual(repeatsOf(rows), ['b = a'])
  })
})

describe('a few values of another kind', () => {
  const numbers = Array.from({ length: 200 }, (_, n) => String(n * 7))

  test('do not change the kind, and are named as exceptions', () => {
    const { kind, exceptions, min, max } = profile([...numbers, 'about 40', '12 rooms'])
    assert.deepEqual([kind, min, max], ['number', '0', '1393'])
    assert.deepEqual(exceptions, { count: 2, examples: ['about 40', '12 rooms'] })
    assert.equal(profile([...numbers, ...Array.from({ length: 5 }, (_, n) => `text ${n}`)]).kind, 'text')
  })

  test('count as empty if they state that there is no value', () => {
    const { kind, filled, absent, exceptions } = profile([...numbers, ...Array(300).fill('No data'), null])
    assert.deepEqual(
      [kind, filled, absent, exceptions],
      ['number', 500, { count: 300, value: 'No data' }, undefined],
    )
  })

  test('are answers beside one other value, and empty beside many', () => {
    assert.equal(profile(['known', 'unknown', 'known', 'unknown']).absent, undefined)
    assert.equal(profile(['a b', 'c d', 'e f', 'unknown']).absent?.count, 1)
  })

  test('fit, are exceptions or state that there is none, whatever they are', () => {
    const value = fc.oneof(
      fc.integer().map(String),
      fc.constantFrom('n/a', '-', 'unknown', 'да', 'нет', '1,5', '1 234', '2020-01-01', 'a@b.ru', ''),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), (values) => {
        const { kind, filled, absent, exceptions } = profile(values)
        assert.equal(filled, values.filter((text) => text.trim() !== '').length)
        const left = filled - (absent?.count ?? 0)
        assert.equal(kind === 'empty', left === 0)
        assert.ok((exceptions?.count ?? 0) <= left * 0.02, `${exceptions?.count} of ${left}`)
      }),
    )
  })
})

describe('whole numbers', () => {
  const whole = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

  test('are years if their column is named so, or if they lie close together between 1900 and 2100, or are many in a row', () => {
    for (const name of ['Год', 'Baujahr', 'godina', 'yearbuilt', 'anno'])
      assert.equal(profile([1703, 1812], name).kind, 'year', name)
    assert.equal(profile(whole(1950, 30)).kind, 'year')
    assert.equal(profile([1900, 2100, 1999]).kind, 'number')
    assert.equal(profile(whole(1821, 114), 'time').kind, 'year')
    assert.equal(profile(whole(1821, 15), 'time').kind, 'number')
  })

  test('are identifiers if their column is named so, or if they number the records', () => {
    assert.equal(profile([77, 77, 12], 'ИНН').kind, 'identifier')
    assert.equal(profile([4, 5, 11, 528, 1450], 'name').kind, 'identifier')
    assert.equal(profile([115_500, 115_507], 'URN').kind, 'identifier')
    const long = whole(0, 29).map((n) => 2_019_000_000_000 + 13 * n)
    assert.equal(profile(long, 'accident_index').kind, 'identifier')
    assert.equal(profile([...long, long[0]], 'debt').kind, 'number')
    const insured = whole(0, 29).map((n) => 11_223_344_595 + 2_345_678_901 * n)
    assert.deepEqual(
      [profile(insured, 'holder').kind, profile(insured, 'total_paid').kind],
      ['identifier', 'number'],
    )
    assert.equal(profile(whole(1, 50)).kind, 'identifier')
    assert.equal(profile([3, 8, 400], 'idea').kind, 'number')
  })

  test('are codes with fractions if their column is named like one of identifiers', () => {
    for (const name of ['ОКВЭД', 'КодОКВЭД', 'industry_code'])
      assert.equal(profile(['47.16', '47.2', '62'], name).kind, 'code', name)
    assert.equal(profile(['47.16', '47.2', '62'], 'price').kind, 'number')
  })

  test('are quantities if only a word of the name ends like one of identifiers', () => {
    const kinds = (...names: string[]) => names.map((name) => profile([3, 8, 400], name).kind)
    const words = [
      'amount_paid',
      'Paid',
      'bid',
      'COVID',
      'grid',
      'PAID',
      'unpaid',
      'TOTALPAID',
      'isRapid',
      'liquid',
      'asteroid',
      'No',
      'Number of permits',
      'Postcodes visited',
    ]
    assert.deepEqual(new Set(kinds(...words)), new Set(['number']))
    const names = [
      'userId',
      'siteID',
      'user_id',
      'OBJECTID',
      '0_OBJECTID',
      '0_UIDNFTN',
      'Global_ID',
      'userid',
      'stationid',
      'SITEID',
      'FACILITYID',
      'bus_stopid',
      'itemid',
      'trackid',
      'uidNumber',
      'idNumber',
      'id_number',
      'ID No',
      'OBJECTID_1',
      'Postcode',
      'PLZ',
      'Poštanski broj',
      'codice_istat',
      'Lfd. Nr.',
      'Permit #',
      'License Number',
    ]
    assert.deepEqual(new Set(kinds(...names)), new Set(['identifier']))
  })

  test('have a mean, a median, quartiles, zeros and negatives that agree with a plain count', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 }), (values) => {
        const { numbers, kind } = profile(values, 'level')
        if (kind !== 'number' || !numbers) return
        const sorted = values.toSorted((a, b) => a - b)
        const middle = (sorted.length - 1) / 2
        const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
        assert.equal(numbers.median, median)
        assert.ok(Math.abs(numbers.mean - values.reduce((a, b) => a + b, 0) / values.length) < 1e-9)
        assert.equal(
          numbers.sum,
          values.reduce((a, b) => a + b, 0),
        )
        assert.equal(numbers.zeros, values.filter((n) => n === 0).length)
        assert.equal(numbers.negatives, values.filter((n) => n < 0).length)
        assert.ok(numbers.quartiles[0] <= median && median <= numbers.quartiles[1])
      }),
    )
  })
})

describe('the length of texts', () => {
  test('agrees with a plain count of their words and characters', () => {
    const text = fc
      .array(fc.constantFrom('улица', 'Long', 'and', '🙂', 'дом.'), { minLength: 1, maxLength: 6 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { minLength: 3, maxLength: 60 }), (values) => {
        const { kind, texts } = profile(values)
        if (kind !== 'text') return
        const counts = values.map((value) => value.split(' ').length).sort((a, b) => a - b)
        assert.deepEqual(texts, {
          longest: Math.max(...values.map((value) => [...value].length)),
          words: [counts[Math.ceil(counts.length / 2) - 1], counts.at(-1)],
        })
      }),
    )
  })

  test('is not stated if some are too long to be counted, or of other kinds', () => {
    assert.equal(profile(['a b', 'c d e', 'f '.repeat(400)]).texts, undefined)
    assert.equal(profile([1, 2, 3]).texts, undefined)
  })
})

describe('values that a spreadsheet program has changed', () => {
  const many = <One>(count: number, make: (at: number) => One) =>
    Array.from({ length: count }, (_, at) => make(at))
  const codes = many(90, (at) => String(770_123_456_789 + at * 7919))
  const spans = many(60, (at) => `${1 + (at % 30)}-${1 + (at % 11)}`)
  const cases: readonly (readonly [string, string, readonly unknown[], readonly string[]])[] = [
    ['long codes with a power of ten', 'ИНН', codes, ['7,72E+11', '7,71E+11']],
    ['also with a point, and many', 'ИНН', codes, many(30, () => '7.72E+11')],
    ['codes that became days', 'block', spans, ['03-May', '1-Mar']],
    ['in Russian', 'Дом', spans, ['03.май', 'янв.05']],
    ['numbers that became days', 'Площадь', many(200, (at) => `${at},5`), ['03.май', '05.июн']],
  ]
  for (const [name, column, values, altered] of cases)
    test(name, () => {
      const read = profile([...values, ...altered], column)
      assert.equal(read.altered?.count, altered.length)
      assert.deepEqual(read.altered?.examples, [...new Set(altered)])
      assert.equal(read.exceptions, undefined)
    })

  test('are not among words, dates and numbers that are written so', () => {
    const words = ['Long Street', 'Каменный мост']
    for (const [column, values] of [
      ['street', [...words, ...words, '03-May', 'Park Lane']],
      ['day', many(30, (at) => `${1 + (at % 28)}-May`)],
      ['mass', ['1.99E+30', '5.97E+24', '7.35E+22', '12']],
      ['month', ['Jan-05', 'Feb-05', 'Mar-05']],
      ['part', ['Set-12', 'Set-14', 'Out-01', 'Box-17', 'Box-18']],
      ['plate', ['MAD-02', 'ABC-10', 'MAR-01', 'DEC-10', 'LAX-01', '12-ФЕВ', '17-ЮГО']],
    ] as const)
      assert.equal(profile(values, column).altered, undefined, column)
  })

  test('do not make codes numbers', () => {
    const { kind, numbers } = profile([...codes, ...many(30, () => '7,72E+11')], 'ИНН')
    assert.deepEqual([kind, numbers], ['identifier', undefined])
  })
})

describe('the profile of the values of a column', () => {
  test('values are counted as written, and blank ones are not filled', () => {
    const { filled, distinct, frequent, partial } = profile(['a b', 'a b', ' a b', '', null, 'c d'])
    assert.deepEqual({ filled, distinct, partial }, { filled: 4, distinct: 3, partial: false })
    assert.deepEqual(frequent, [{ value: 'a b', count: 3, spellings: 2 }])
  })

  test('at most ten values are frequent, the most frequent first', () => {
    const values = Array.from({ length: 15 }, (_, n) => Array.from({ length: n + 1 }, () => `v${n} x`)).flat()
    const { frequent } = profile(values)
    assert.equal(frequent.length, 10)
    assert.deepEqual(frequent[0], { value: 'v14 x', count: 15 })
  })

  test('beyond twenty thousand distinct values the count is a lower bound, and the profile says so', () => {
    const column = profile(Array.from({ length: 30_000 }, (_, n) => `value ${n}`))
    assert.deepEqual(
      [column.filled, column.distinct, column.distinctIsFloor, column.partial],
      [30_000, 20_000, true, true],
    )
  })

  test('a histogram counts each value once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 60 }),
        (values) => {
          const { histogram } = profile(values)
          assert.ok(histogram)
          assert.deepEqual([histogram.from, histogram.to], [Math.min(...values) + 0, Math.max(...values) + 0])
          assert.equal(
            histogram.counts.reduce((a, b) => a + b),
            values.length,
          )
        },
      ),
    )
  })

  test('a histogram of values with a common step has bins of as many steps each, and one for each value if they are few', () => {
    const histogramOf = (values: readonly number[]) => {
      const { from, counts, step } = profile(values).histogram ?? {}
      return { from, step, counts }
    }
    assert.deepEqual(histogramOf([1, 2, 2, 3, 5]), { from: 1, step: 1, counts: [1, 2, 1, 0, 1] })
    assert.deepEqual(histogramOf([1955, 1960, 1965, 1965, 1975]), {
      from: 1955,
      step: 5,
      counts: [1, 1, 2, 0, 1],
    })
    assert.deepEqual(histogramOf([0.5, 1.5, 2, 2]), { from: 0.5, step: 0.5, counts: [1, 0, 1, 2] })
    // Each whole number once: the bins are equal but for the last.
    const whole = histogramOf(Array.from({ length: 131 }, (_, at) => at - 20))
    assert.deepEqual(whole.counts, [...new Array(18).fill(7), 5])
    assert.equal(histogramOf([0.12345, 1, Math.PI]).step, undefined)
    // A filter from 0.3 to 0.3 would leave out what programs write for 0.1 + 0.2.
    assert.equal(histogramOf([0.1, 0.2, 0.1 + 0.2, 0.5]).step, undefined)
    assert.equal(histogramOf([-0.3, 0.1, 0.2, 0.5]).step, 0.1)
    assert.equal(histogramOf([0.12345, 1, Math.PI]).counts?.length, 20)
  })

  test('a large histogram uses a deterministic sample of bounded size', () => {
    const values = Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 1000)
    const first = profile(values)
    assert.deepEqual(first, profile(values))
    const sampled = first.histogram?.counts.reduce((a, b) => a + b) ?? 0
    assert.ok(first.partial && sampled > 3000 && sampled < 9000, String(sampled))
  })

  test('figures of very many numbers are right within a percent, whatever is measured in turn', () => {
    for (const things of [1, 2, 3, 4, 7, 8, 12, 24, 64, 100])
      for (const count of [9000, 20_000, 40_001]) {
        const values = Array.from({ length: count }, (_, n) => (n % things) * 1000 + ((n * 7919) % 997) / 10)
        const sorted = values.toSorted((a, b) => a - b)
        const { numbers } = profile(values, 'level')
        assert.ok(numbers)
        const shareBelow = (at: number) => sorted.filter((value) => value <= at).length / count
        for (const [at, share] of [
          [numbers.median, 0.5],
          ...numbers.quartiles.map((at, n) => [at, n / 2 + 0.25]),
        ])
          assert.ok(
            Math.abs(shareBelow(at as number) - (share as number)) < 0.012,
            `${things} ${count} ${share}`,
          )
      }
  })
})

describe('decimals and dates', () => {
  test('compares integers of any length', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        assert.equal(Math.sign(compareDecimals(`${a}`, `${b}`)), a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  test('different notations of the same value are equal', () => {
    for (const [a, b] of [
      ['1.10', '1.1'],
      ['1e5', '100000'],
      ['-0', '0.00'],
      ['0.001', '1E-3'],
      ['12e400', '1.2e401'],
    ] as const)
      assert.equal(compareDecimals(a, b), 0, `${a} ${b}`)
    assert.ok(compareDecimals('1e400', '1e401') < 0)
    assert.ok(compareDecimals('-1e400', '1') < 0)
  })

  test('every date is read back from its ISO form', () => {
    const dates = fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
    })
    fc.assert(
      fc.property(dates, (date) => assert.equal(parseDate(date.toISOString(), 'day'), date.getTime())),
    )
  })

  test('every date is read back from the way it is written in each language', () => {
    const dates = fc.date({ noInvalidDate: true, min: new Date('1600-01-01'), max: new Date('2999-12-31') })
    const styles = [
      { day: 'numeric', month: 'long' },
      { day: 'numeric', month: 'short' },
      { month: 'long' },
      { month: 'short' },
      { day: 'numeric', month: 'long', weekday: 'long' },
    ] as const
    const language = fc.constantFrom('en-GB', 'en-US', 'ru', 'de', 'fr', 'pt', 'es')
    fc.assert(
      fc.property(dates, language, fc.constantFrom(...styles), (date, language, style) => {
        const text = date.toLocaleDateString(language, { ...style, year: 'numeric', timeZone: 'UTC' })
        const day = 'day' in style ? date.getUTCDate() : 1
        assert.equal(parseDate(text, 'day'), Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day), text)
      }),
    )
  })

  test('quarters, weeks and years are read as their first day', () => {
    for (const [text, first] of [
      ['II кв. 2020', '2020-04-01'],
      ['2-й квартал 2020', '2020-04-01'],
      ['3. siječnja 2019.', '2019-01-03'],
      ['2020-W53', '2020-12-28'],
      ['2026-W01', '2025-12-29'],
      ['1999/00', '1999-01-01'],
    ] as const)
      assert.equal(parseDate(text, 'day'), Date.parse(first), text)
    for (const text of [
      'Q5 2020',
      '1234M01',
      '1234-W05',
      '1234Q1',
      '1234/35',
      '1234-1235',
      '2019/21',
      '2000-1999',
      '1-2-3',
      '24/7',
      '1.2345',
      '8-495-123-4567',
      '01.02.24',
    ])
      assert.equal(parseDate(text, 'day'), undefined, text)
    assert.equal(parseDate('01.02.24', 'day', true), Date.UTC(2024, 1, 1))
    assert.equal(parseDate('1/2/70 9:05 pm', 'month', true), Date.UTC(1970, 0, 2, 21, 5))
  })

  test('the caller chooses the order of day and month', () => {
    assert.equal(parseDate('03/04/2024', 'day'), Date.UTC(2024, 3, 3))
    assert.equal(parseDate('03/04/2024', 'month'), Date.UTC(2024, 2, 4))
    assert.equal(parseDate('31/04/2024', 'day'), undefined)
    assert.equal(parseDate('1 May 2024', 'day'), Date.UTC(2024, 4, 1))
    assert.equal(parseDate('Sept. 2024', 'day'), Date.UTC(2024, 8, 1))
    for (const text of ['12 марта 2021 г.', '12 Марта 2021', '12 мар. 2021г.', '12\u00a0марта 2021 года'])
      assert.equal(parseDate(text, 'day'), Date.UTC(2021, 2, 12), text)
    assert.equal(parseDate('12 марта 2021 г., 14:30', 'day'), Date.UTC(2021, 2, 12, 14, 30))
    for (const text of ['мар. 2021', 'Март 2021', 'март 2021 г.', 'Mar 2021', 'March 2021'])
      assert.equal(parseDate(text, 'day'), Date.UTC(2021, 2, 1), text)
    for (const text of [
      '30 февраля 2021',
      'марш 2021',
      'дом 2021',
      'Park 2021',
      '12 мартабря 2021',
      'мартовский 2021',
    ])
      assert.equal(parseDate(text, 'day'), undefined, text)
    assert.equal(parseDate('Maybe 1, 2024', 'day'), undefined)
  })
})
