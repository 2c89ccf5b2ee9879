import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Value } from '../../../src/lib/reading/index.ts'
import {
  cut,
  findWebAddress,
  htmlText,
  indented,
  initialOf,
  keepDashes,
  languageOf,
  localeOf,
  oneLine,
  type Piece,
  partsOfName,
  plainOf,
  proseOf,
  reflow,
  renderJson,
  segmentsOf,
  shortenApart,
  showCode,
  showValue,
  splitNames,
  titleOf,
} from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

describe('texts of the data', () => {
  const en = localeOf('en')

  test('control characters become visible, line ends are unified, and everything else stays', () => {
    assert.equal(htmlText('a\u0000b\u001bc\u007f'), 'a␀b␛c␡')
    assert.equal(htmlText('a\r\nb\rc\td  '), 'a\nb\nc\td  ')
    assert.equal(htmlText('\ud800 👩‍👩‍👧 سجل'), '\ufffd 👩‍👩‍👧 سجل')
  })

  test('long text is cut between characters and states how much is missing', () => {
    assert.deepEqual(cut(en, 'short', 10), { text: 'short' })
    assert.deepEqual(cut(en, 'x'.repeat(3000), 240), { text: 'x'.repeat(240), rest: '… +2,760 characters' })
    assert.equal(cut(en, `ab👍${'x'.repeat(40)}`, 3).text, 'ab')
  })

  test('a text is not cut if what it lacks then takes no more room than the statement that it is cut', () => {
    assert.deepEqual(cut(en, 'x'.repeat(241), 240), { text: 'x'.repeat(241) })
    assert.deepEqual(cut(en, 'x'.repeat(256), 240), { text: 'x'.repeat(256) })
    assert.equal(cut(en, 'x'.repeat(257), 240).rest, '… +17 characters')
  })

  test('texts that begin alike are cut where they differ, also those that begin like only some of the others', () => {
    const begin = 'The permit was issued by the department of green spaces for the '
    const north = `${begin}north of the town, between the river and the harbour, on the street called `
    const texts = [`${north}Long Street`, `${north}Short Street`, `${begin}south of the town`, 'none']
    assert.deepEqual(shortenApart(texts, 60), [
      'The permit was … street called Long Street',
      'The permit was … street called Short Street',
      'The permit was … spaces for the south of the town',
      'none',
    ])
    const places = ['👍', '👎'].map((mark) => begin.replaceAll(' ', '-') + mark)
    const schools = [1, 2].map((at) => `${begin.replaceAll(' ', '-')} "School No. ${at}" of the town`)
    assert.equal(shortenApart(schools, 60)[1], 'The-permit-was-i … "School No. 2" of the town')
    assert.deepEqual(shortenApart(places, 60), ['The-permit-was-i … 👍', 'The-permit-was-i … 👎'])
  })

  test('titles are shown without the tags, references and marks that editors of html and Markdown leave in them', () => {
    const shown = (title: string) => titleOf({ title, key: 'k' })
    assert.equal(shown('Торговые <b>объекты</b> &#171;Печать&#187;'), 'Торговые объекты «Печать»')
    assert.equal(shown('Schools<br/>and <SPAN style="color: red">parks</SPAN>'), 'Schools and parks')
    assert.equal(shown('&lt;i&gt;Homo sapiens&lt;/i&gt;'), 'Homo sapiens')
    assert.equal(shown('Values <a and b> of c < 3 and <T>'), 'Values <a and b> of c < 3 and <T>')
    assert.equal(shown('<b> </b>'), 'k')
    assert.equal(shown('Roads and bridges <b>'), 'Roads and bridges <b>')
    assert.equal(shown('**Roads** of [the city](https://example.org/), 2 ** 3'), 'Roads of the city, 2 ** 3')
  })

  test('the language of a text is stated where its letters or words leave no doubt', () => {
    const languages = (own: string, ...texts: string[]) => texts.map((text) => languageOf(text, own))
    assert.deepEqual(languages('en', 'Перечень объектов', 'Пункты доступа Wi-Fi (2024)'), ['', 'ru'])
    assert.deepEqual(languages('ru', 'Перечень объектов', 'Точки доступа Wi-Fi', 'Перелік шкіл', '№ 5'), [
      'ru',
      'ru',
      '',
      '',
    ])
    assert.deepEqual(languages('en', 'Register of schools', 'Weather', 'Liste des écoles'), ['en', '', ''])
  })

  test('a long name may break after its separators, a short one stays whole', () => {
    assert.deepEqual(partsOfName('0_Показатель_1_наименование'), ['0_', 'Показатель_', '1_', 'наименование'])
    assert.deepEqual(partsOfName('address.street/house--no'), ['address.', 'street/', 'house--', 'no'])
    assert.deepEqual(partsOfName('a_b'), ['a_b'])
  })

  test('no line begins with a dash: its blank does not break; hyphens and ranges stay', () => {
    assert.equal(keepDashes('Аварии — по месяцам – и годам'), 'Аварии\u00a0— по месяцам\u00a0– и годам')
    assert.equal(keepDashes('well - known, 1 –2, — a'), 'well - known, 1 –2,\u00a0— a')
  })

  test('window titles are one line of limited length', () => {
    assert.equal(oneLine('  a\n\n b ', 70), 'a b')
    assert.equal(oneLine('word '.repeat(40), 12), 'word word w…')
  })

  test('lines that were broken for their length are joined; paragraphs and short lines stay', () => {
    const long = 'A description that somebody wrapped at some seventy'
    assert.equal(reflow(`${long}\ncharacters.\n\nNext.`), `${long} characters.\n\nNext.`)
    assert.equal(reflow('one\ntwo\nthree'), 'one\ntwo\nthree')
    assert.equal(reflow(`${long}:\n- item`), `${long}:\n- item`)
  })

  test('a code with blanks at its ends is shown in quotes', () => {
    assert.equal(showCode('movies'), 'movies')
    assert.equal(showCode('   '), '"   "')
    assert.equal(showCode(' a'), '" a"')
  })

  test('code between backticks is marked in sentences', () => {
    assert.deepEqual(segmentsOf('Take `index.json`.'), [
      { text: 'Take ', code: false },
      { text: 'index.json', code: true },
      { text: '.', code: false },
    ])
  })
})

describe('descriptions', () => {
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

  test('a line break of html makes no html of Markdown', () => {
    assert.deepEqual(linesOf('First <br>**bold** and [a](https://example.org/)<br/>\n## Heading\n> quote'), [
      'First\n<<bold>> and a→https://example.org/\n<<Heading>>',
      '> quote',
    ])
    assert.deepEqual(linesOf('<p>one<br>two<p>three'), ['one\ntwo\n\nthree'])
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
      for (const length of [48_000, 200_000])
        assert.ok(proseOf(piece.repeat(length / piece.length)).length > 0)
  })
})

describe('values', () => {
  const en = localeOf('en')

  test('only whole http and https addresses become links', () => {
    assert.deepEqual(showValue(en, 'https://example.org/a?b=1'), {
      kind: 'link',
      href: 'https://example.org/a?b=1',
      text: 'https://example.org/a?b=1',
    })
    for (const text of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'ftp://example.org',
      '//example.org',
      'see https://example.org',
      'https://a b',
      'https://example.org\u0000',
      'http://',
    ])
      assert.equal(findWebAddress(text), undefined, text)
  })

  test('numbers are shown as written in the document', () => {
    assert.deepEqual(showValue(en, { numeral: '9007199254740993.10' }), {
      kind: 'number',
      text: '9007199254740993.10',
    })
  })

  test('blank values, null and empty lists are empty; lists of plain values are lists; everything else is json', () => {
    for (const value of [null, '', '  \n', []]) assert.equal(showValue(en, value).kind, 'none')
    assert.deepEqual(showValue(en, ['a', { numeral: '1' }]), {
      kind: 'list',
      items: [
        { kind: 'text', text: 'a' },
        { kind: 'number', text: '1' },
      ],
    })
    assert.equal(showValue(en, [['a']]).kind, 'json')
  })

  test('json preserves the order and repetition of members, and the digits of numbers', () => {
    const value = {
      members: [
        ['b', { numeral: '1.50' }],
        ['a', ['x', null, true]],
        ['b', { members: [] }],
        ['c', []],
      ] as const,
    }
    assert.equal(
      renderJson(value),
      '{\n  "b": 1.50,\n  "a": [\n    "x",\n    null,\n    true\n  ],\n  "b": {},\n  "c": []\n}',
    )
  })

  test('the beginning of a value is shown, whatever its depth and size', () => {
    let deep: Value = 'x'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const wide = Array.from({ length: 2_000_000 }, () => 'x')
    for (const value of [deep, wide, [['x'.repeat(50_000_000)]]]) {
      const shown = showValue(en, value)
      assert.deepEqual([shown.kind, 'rest' in shown && shown.rest], ['json', '…'])
      assert.equal('text' in shown && shown.text.length, 4000)
    }
  })
})

describe('json in a record', () => {
  test('has a line for each member of an object, and none for each number of a list', () => {
    assert.equal(
      indented('[{"name":"A, {b}","at":[[1,2],[3,4]],"in":{}},{"name":"C"}]'),
      '[{\n  "name":"A, {b}",\n  "at":[[1,2],[3,4]],\n  "in":{}\n},\n{\n  "name":"C"\n}]',
    )
  })

  test('is the same json, whatever it has', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        assert.deepEqual(JSON.parse(indented(json)), JSON.parse(json))
      }),
    )
  })
})

describe('numbers, sizes and times', () => {
  const en = localeOf('en')

  const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

  test('sizes have three digits and a decimal unit', () => {
    const cases: [number, string][] = [
      [0, '0 bytes'],
      [1, '1 byte'],
      [999, '999 bytes'],
      [1000, '1 kB'],
      [1234, '1.23 kB'],
      [999_499, '999 kB'],
      [999_999, '1 MB'],
      [1_234_567, '1.23 MB'],
      [5_000_000_000, '5 GB'],
    ]
    for (const [bytes, text] of cases) assert.equal(spaced(en.format.bytes(bytes)), text)
  })

  test('counts have separators, and their nouns agree', () => {
    assert.equal(en.format.count(28_818), '28,818')
    assert.equal(en.format.plural(1, { one: 'record', other: 'records' }), '1 record')
    assert.equal(en.format.plural(0, { one: 'record', other: 'records' }), '0 records')
  })

  test('numbers have three digits, and those that would be mostly zeros are powers of ten', () => {
    const cases: [number, string][] = [
      [0, '0'],
      [1_234_567, '1,230,000'],
      [-0.000_012_34, '-0.0000123'],
      [1.49e302, '1.49 × 10³⁰²'],
      [-5e-324, '-4.94 × 10⁻³²⁴'],
      [999_999_999_999_999, '1,000,000,000,000,000'],
    ]
    for (const [value, text] of cases) assert.equal(spaced(en.format.number(value)), text)
    assert.equal(spaced(localeOf('ru').format.number(1.5e20)), '1,5 × 10²⁰')
    assert.deepEqual(
      [1540, -1540, 12_345].map((value) => en.format.number(value)),
      ['1540', '-1540', '12,300'],
    )
    assert.deepEqual(en.format.bounds(1540, 15_400), ['1540', '15,400'])
  })

  test('the bounds of a range have few digits, and no value between them is beyond', () => {
    const decimal = fc.double({ min: -1e15, max: 1e15, noNaN: true })
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const texts = en.format.bounds(from, to).map((text) => spaced(text).replaceAll(',', ''))
        const [low = 0, high = 0] = texts.map((text) =>
          Number(
            text.replace(/ × 10(\S+)$/, (_, power: string) =>
              power.replace(/./g, (sign) => (sign === '⁻' ? 'e-' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)))),
            ),
          ),
        )
        assert.ok(low <= from && to <= high, `${texts} of ${from}, ${to}`)
        assert.ok(from - low <= Math.max(1, Math.abs(from) / 999), texts[0])
        assert.ok(high - to <= Math.max(1, Math.abs(to) / 999), texts[1])
      }),
    )
    assert.deepEqual(en.format.bounds(37.6, 0.1 + 0.7), ['37.6', '0.8'])
  })

  test('a share is 100 % only if nothing is missing, and 0 % only if there is nothing', () => {
    assert.equal(spaced(en.format.share(3, 3)), '100 %')
    assert.equal(spaced(en.format.share(99_999, 100_000)), '99.9 %')
    assert.equal(spaced(en.format.share(1, 100_000)), '< 0.1 %')
    assert.equal(spaced(en.format.share(0, 5)), '0 %')
    assert.equal(spaced(en.format.share(2, 3)), '66.7 %')
    assert.equal(en.format.share(0, 0), '–')
  })

  test('times of the manifest are shown in UTC, in any time zone', () => {
    assert.deepEqual(en.format.moment('2026-11-20T04:07:31.000Z'), {
      datetime: '2026-11-20T04:07:31.000Z',
      text: '20\u00a0Nov\u00a02026, 04:07 UTC',
    })
    assert.equal(en.format.day('2026-01-01T00:00:00.000Z').text, '1\u00a0Jan\u00a02026')
    assert.equal(en.format.moment('yesterday').text, 'yesterday')
  })

  test('a date in data is parsed if it is ISO 8601, and left alone if it would need guessing', () => {
    assert.deepEqual(en.format.findMoment('2024-05-01'), {
      datetime: '2024-05-01',
      text: '1\u00a0May\u00a02024',
    })
    assert.equal(en.format.findMoment('2024-05-01T12:30')?.text, '1\u00a0May\u00a02024, 12:30')
    assert.equal(en.format.findMoment('2026-11-19T21:00:00+0300')?.text, '19\u00a0Nov\u00a02026, 18:00 UTC')
    for (const text of [
      '2024-02-31',
      '2024',
      '01.05.2024',
      '05/01/2024',
      '2024-05',
      '20240501',
      '2024-13-01',
      '',
    ])
      assert.equal(en.format.findMoment(text), undefined, text)
  })
})

describe('first letters of titles', () => {
  const en = localeOf('en')

  test('a title is listed under its first letter, in upper case and without accents', () => {
    assert.deepEqual(
      ['apple', 'Éclair', 'ёж', '2026', '½ pint', '"quoted"', ' padded', ''].map((one) => initialOf(en, one)),
      ['A', 'E', 'Е', '0–9', '0–9', '#', 'P', '#'],
    )
  })

  test('a letter that only looks like another one with an accent is listed separately, and a syllable under its first character', () => {
    const first = ['Йод', 'И\u0306од', 'Икра', 'ёлка', '한국'].map((one) => initialOf(en, one))
    assert.deepEqual(first, ['Й', 'Й', 'И', 'Е', '\u1112'])
  })
})

describe('names that columns share', () => {
  const shown = (names: readonly string[]) =>
    splitNames(names).map(({ before, own, after }) =>
      [before && `(${before})`, own, after && `(${after})`].join(''),
    )

  test('a technical prefix that many columns share is separated from their own names', () => {
    assert.deepEqual(shown(['0_Адрес', '0_Округ', '0_Телефон', '0_Код', '1_Широта', 'Год']), [
      '(0_)Адрес',
      '(0_)Округ',
      '(0_)Телефон',
      '(0_)Код',
      '1_Широта',
      'Год',
    ])
  })

  test('brackets are not divided, and a unit in brackets stays with its name', () => {
    const units = ['Bill Length (mm)', 'Bill Depth (mm)', 'Flipper Length (mm)', 'Body Height (mm)']
    assert.deepEqual(shown([...units, 'Body Mass (g)', '(total)']), [...units, 'Body Mass (g)', '(total)'])
    const years = [2001, 2002, 2003, 2004].map((year) => `Population (estimate of the year ${year})`)
    assert.deepEqual(shown(years), years)
  })

  test('a full stop at the end of many names stays part of them', () => {
    const names = ['Год, тыс.', 'План, млн.', 'Вода, л.', 'Мука, кг.']
    assert.deepEqual(shown(names), names)
  })

  test('long prefixes and suffixes are shared as whole words, and what distinguishes the columns is their own part', () => {
    const months = Array.from(
      { length: 24 },
      (_, at) => `${2000 + Math.floor(at / 12)} год, ${1 + (at % 12)} месяц`,
    )
    const names = ['Название', ...months.map((month) => `Количество обращений граждан за ${month}`)]
    assert.equal(shown(names)[1], '(Количество обращений граждан за 2000 год, )1 месяц')
    const [, first, last] = shown([
      'region',
      'population of the area in 2001 (thousands of people)',
      'population of the area in 2002 (thousands of people)',
      'population of the area in 2003 (thousands of people)',
      'population of the area in 2004 (thousands of people)',
    ])
    assert.equal(first, '(population of the area in )2001( (thousands of people))')
    assert.equal(last, '(population of the area in )2002( (thousands of people))')
  })

  test('short words, and what few columns share, are nobody’s beginning', () => {
    for (const names of [
      ['Дата начала', 'Дата конца', 'Дата отмены', 'Дата выдачи', 'Номер'],
      ['0_a', '0_b', '0_c', 'name', 'year'],
      ['name', 'name', 'name', 'name'],
    ])
      assert.deepEqual(shown(names), names)
  })

  test('the parts of any name make the whole name, and its own part is never empty', () => {
    const name = fc.array(fc.constantFrom('0_', 'Адрес', ' ', 'of the ', 'x', '.', '2001', '(', ')'), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(
        fc.array(
          name.map((parts) => parts.join('')),
          { maxLength: 12 },
        ),
        (names) => {
          for (const [at, { before, own, after }] of splitNames(names).entries()) {
            assert.equal(before + own + after, names[at])
            assert.ok(own !== '' || names[at] === '')
          }
        },
      ),
    )
  })
})
