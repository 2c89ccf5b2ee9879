import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import {
  type DatasetView,
  datasetMarkdown,
  datasetView,
  documentViewOf,
  localeOf,
} from '../../../src/lib/site/view/index.ts'
import type { Mirror } from '../../../src/lib/site/view/mirror.ts'
import { datasetEntry, entry, mirrorOf, readingOf, sampleMirror } from '../../support/sample-mirror/index.ts'

const en = localeOf('en')

const { badges, notices, datasetPage: label } = en.words
const { inferred, configured, fieldRoles } = en.words.listed

const sample = sampleMirror()

function viewOf(code: string, mirror: Mirror = sample): DatasetView {
  const entry = mirror.catalogue.datasets.find((candidate) => candidate.code === code)
  assert.ok(entry, code)
  return datasetView(mirror, entry)
}

const provenance = (view: DatasetView, at: number) =>
  Object.fromEntries(
    view.provenance[at]?.fields.map(({ name, value }) => [name, 'text' in value ? value.text : value.kind]) ??
      [],
  )

const sentence = ({ sentence }: DatasetView) =>
  sentence
    .map(({ column, text, value, share }) => [column, text, value, share].filter(Boolean).join(' '))
    .join('; ')
    .replaceAll('\u00a0', ' ')

test('the page of a dataset begins with its records, date, sizes and state', () => {
  const view = viewOf('movies')
  assert.match(sentence(view), /^3,201 records with 16 columns/)
  assert.equal(view.changed?.figure, '23\u00a0Jan\u00a02026')
  assert.deepEqual(
    view.files.map(({ format, size }) => `${format} ${size.replace('\u00a0', ' ')}`),
    ['json 1.18 MB', 'xml 1.59 MB'],
  )
  assert.equal(view.state, undefined, 'the xml is stale')
})

test('of many columns without values a hundred are named, in Markdown too, and the others counted', () => {
  const row = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`empty ${at}`, null]))
  const reading = readDocument(
    () => [
      Buffer.from(
        JSON.stringify([
          { n: 1, ...row },
          { n: 2, ...row },
        ]),
      ),
    ],
    {
      format: 'json',
    },
  )
  const view = viewOf('wide', mirrorOf({ datasets: [{ entry: datasetEntry('wide'), reading }] }))
  assert.equal(view.document?.folded[0]?.columns.length, 100)
  const more = view.document?.folded[0]?.more ?? ''
  assert.match(more, /30/)
  assert.match(datasetMarkdown(en, view), new RegExp(`^130 .*empty 99, ${more}`, 'm'))
})

test('the crumbs lead through the first category that has a page', () => {
  const { crumbs } = viewOf('movies').chrome
  assert.equal(crumbs.length, 3)
  assert.match(crumbs[2]?.href ?? '', /browse\/category\//)
})

test('the foot leads to the datasets before and after one: in its category, else in the list', () => {
  const mirror = mirrorOf({
    datasets: [
      ['d', []],
      ['c', ['none', 'roads', 'rail']],
      ['b', ['rail']],
      ['a', ['roads']],
    ].map(([code, categories]) => ({
      entry: datasetEntry(code as string, { title: `Title ${code}`, categories: categories as string[] }),
      reading: readingOf([{ n: 1 }]),
    })),
    categories: [entry('roads', 'Roads'), entry('rail', 'Rail')],
  })
  const footOf = (code: string) =>
    viewOf(code, mirror).neighbours.map(({ rel, title, href }) => `${rel} ${title} ${href}`)
  assert.deepEqual(footOf('a'), ['next Title c ../c/index.html'])
  assert.deepEqual(footOf('b'), ['next Title c ../c/index.html'])
  assert.deepEqual(footOf('c'), ['prev Title a ../a/index.html'])
  assert.deepEqual(footOf('d'), ['prev Title c ../c/index.html'])
})

describe('the sentence about the records', () => {
  const of = (records: object, language: 'en' | 'ru' = 'en') => {
    const source = () => [Buffer.from(JSON.stringify(records))]
    const mirror = mirrorOf({
      datasets: [{ entry: datasetEntry('d'), reading: readDocument(source, { format: 'json' }) }],
      language,
    })
    return sentence(viewOf('d', mirror))
  }
  const many = <One>(count: number, make: (at: number) => One) =>
    Array.from({ length: count }, (_, at) => make(at))

  test('names the years of the dates that most records have, and the value that stands out', () => {
    const text = of(
      many(40, (at) => ({
        name: `n${at}`,
        day: `${1990 + (at % 20)}-05-01`,
        kind: at % 4 ? 'Kiosk' : 'Stall',
      })),
    )
    assert.equal(
      text,
      '40 records with 3 columns; one for each name; day 1990–2009; kind most often Kiosk 75 %',
    )
  })

  test('says where the middle half of a number lies, if no value stands out', () => {
    const rows = many(41, (at) => ({ meter: `M${at % 7}`, kwh: at + 0.5, n: at * 2.5 }))
    assert.equal(of(rows), '41 records with 3 columns; kwh half between 10.5 and 30.5')
    assert.match(of(rows, 'ru'), /kwh половина.* от 10,5 до 30,5$/)
    const drawn = rows.map((row, at) => ({
      ...row,
      n: (at * 7) % 41,
      kwh: at % 3,
      level: ((at * 7) % 41) * 3 + (at % 2),
    }))
    assert.match(of(drawn), /level half between/)
    assert.doesNotMatch(of(rows.slice(0, 9)), /half/)
    const placed = many(41, (at) => ({
      id: `M${at}`,
      X: 37.5 + at / 1009,
      Y: 55.6 + at / 2003,
      kwh: at + 0.5,
    }))
    assert.match(of(placed), /; all on the map; kwh half between/)
    assert.match(of(placed.map(({ Y, id }, at) => ({ id, x: at * 1.5, y: Y }))), /; x half between/)
    for (const [x, y] of [
      ['X_GK', 'Y_GK'],
      ['Easting', 'Northing'],
    ] as const) {
      const inGrid = placed.map(({ X, Y, ...row }, at) => ({
        [x]: 3_517_249 + at * 811,
        [y]: 5_411_775 + at * 97,
        ...row,
      }))
      assert.match(of(inGrid), /; kwh half between/)
    }
  })

  test('says what a series that rises or falls begins and ends with, and when, unless the years are named already', () => {
    const level = (at: number) => 300 + at * 2 + (at % 3)
    const years = many(40, (at) => ({ year: 1980 + at, level: level(at), kind: at % 4 ? 'Kiosk' : 'Stall' }))
    assert.match(of(years), /; one for each year; 1980–2019; level first 300, last 378$/)
    assert.match(of(years.toReversed(), 'ru'), /level первое значение 300, последнее 378$/)
    const months = many(48, (at) => ({ time: 1749 + at / 12, level: level(at) }))
    assert.match(of(months), /; level first 300 \(1749\), last 396 \(1752\)$/)
    const restless = years.map(({ year, kind }, at) => ({ year, level: 300 + ((at * 7) % 40), kind }))
    assert.match(of(restless), /; kind most often Kiosk 75 %$/)
  })

  test('says what each record is one of, if no two have the same', () => {
    const states = many(40, (at) => ({ size: at % 7, state: `State ${at}`, day: '2020-01-02' }))
    assert.match(of(states), /^40 records with 3 columns; one for each state;/)
    assert.doesNotMatch(of([...states, { size: 1, state: 'State 1', day: '2020-01-02' }]), /for each/)
    assert.doesNotMatch(of([...states, { size: 1, state: '', day: '2020-01-02' }]), /for each/)
    const days = many(31, (at) => ({
      level: (at * 7919) % 97,
      day: `2020-01-${String(at + 1).padStart(2, '0')}`,
    }))
    assert.match(of(days), /; one for each day; 2020;/)
    assert.doesNotMatch(of([...days, ...days]), /for each/)
    const coded = days.map(({ day }, at) => ({ day, reference: `LP-${at * 7}` }))
    assert.match(of(coded), /; one for each reference; day 2020$/)
    const years = (step: number) => many(12, (at) => ({ year: 1900 + at * step, name: 'same' }))
    assert.match(of(years(1)), /; one for each year; 1900–1911$/)
    assert.match(of(years(5)), /columns; year 1900–1955$/)
    assert.match(of(many(20, (at) => `Hall no. ${at}`)), /^20 records with 1 column; all different$/)
  })

  test('says of no birthday or place that each record is one of these', () => {
    const births = many(40, (at) => ({
      born: `${1950 + ((at * at * 17) % 23)}-0${1 + (at % 9)}-1${at % 10}`,
      visits: (at * at * 31) % 37,
    }))
    assert.match(of(births), /^40 records with 2 columns; born 1950–19\d\d/)
    const trees = many(40, (at) => ({ point: `POINT(${10 + at / 99} ${50 + ((at * 7) % 40) / 99})` }))
    assert.equal(of(trees), '40 records with 1 column; all on the map')
  })

  test('says nothing of months or hours, and counts a school year to its end', () => {
    const rows = many(240, (at) => ({
      meter: `M${at % 7}`,
      month: (at % 12) + 1,
      hour: at % 24,
      kwh: at + 0.5,
    }))
    assert.match(of(rows), /columns; kwh half between/)
    assert.doesNotMatch(of(rows.map(({ kwh, ...others }) => others)), /half/)
    const pupils = many(40, (at) => ({ school: `n${at % 7}`, period: `${2019 + (at % 3)}/${20 + (at % 3)}` }))
    assert.match(of(pupils), /; period 2019–2022/)
    const budgets = many(12, (at) => ({
      'fiscal year': `20${(at + 10) % 12}-${((at + 10) % 12) + 1}`.replace(/(?<=20|-)(?=\d(?!\d))/g, '0'),
    }))
    assert.match(of(budgets), /2000–2012/)
    const months = many(40, (at) => ({ school: `n${at % 7}`, period: `20${10 + (at % 3)}-0${1 + (at % 9)}` }))
    assert.match(of(months), /; period 2010–2012/)
  })

  test('states no years of a column whose last one stands for no end', () => {
    const rows = many(40, (at) => ({
      kind: `k${at % 9}`,
      ends: at % 2 ? '9999-12-31' : `${1990 + at}-01-01`,
      starts: at === 0 ? '' : `${1960 + (at % 20)}-01-01`,
    }))
    assert.match(of(rows), /; starts 1960–1979/)
    assert.doesNotMatch(of(rows.map(({ kind, ends }) => ({ kind, ends }))), /9999/)
  })

  test('names one year once, and no value that hardly stands out or that almost all have', () => {
    assert.equal(
      of(many(40, (at) => ({ at: `word ${at}`, day: '2020-01-02', same: 'x y', even: `side ${at % 4}` }))),
      '40 records with 4 columns; one for each at; day 2020',
    )
  })

  test('names no typical value of a few records', () => {
    assert.equal(
      of(many(9, (at) => ({ size: at * at, kind: at % 3 ? 'a kiosk' : 'a stall' }))),
      '9 records with 2 columns',
    )
  })

  test('names the size of a grid of numbers', () => {
    const grid = { width: 40, height: 30, values: many(1200, (at) => (at % 40) + Math.floor(at / 40)) }
    assert.equal(of(grid), '1,200 records with 1 column; a grid of 40 by 30 values')
    assert.match(of(grid, 'ru'), /; сетка значений 40 × 30$/)
  })

  test('states how many records are on the map', () => {
    const places = many(30, (at) => ({
      latitude: at < 20 ? 50 + at / 10 : null,
      longitude: at < 20 ? 10 + at / 10 : null,
    }))
    assert.match(of(places), /; 20 on the map/)
    assert.match(of(places.slice(0, 20)), /; all on the map/)
    assert.match(of(places.slice(0, 1)), /^1 record with 2 columns; on the map/)
    const far = { latitude: -50, longitude: 100 }
    assert.match(of([...places.slice(0, 20), far]), /; 20 on the map/)
  })

  test('leaves out what the names of many columns begin with, unless that tells two of them apart', () => {
    const rows = many(40, (at) => ({
      '0_kind': at % 4 ? 'Kiosk' : 'Stall',
      '1_kind': at % 4 ? 'Large' : `Other ${at}`,
      '1_day': `${1990 + (at % 20)}-05-01`,
      '1_name': `n${at}`,
      '0_a': at,
      '0_b': at,
      '0_c': at,
      '1_size': at,
    }))
    assert.match(of(rows), /; day 1990–2009; [01]_kind most often/)
    assert.match(
      of(rows.map(({ '0_kind': _, ...rest }, at) => ({ ...rest, '0_d': at }))),
      /; kind most often Large/,
    )
    const days = ['02', '05', '08', '11', '14'].map((day) => `${day}.10.2023`)
    const prices = many(10, (at) => ({
      item: `Item ${at}`,
      ...Object.fromEntries(days.map((day) => [day, 50 + at * at])),
    }))
    assert.match(of(prices), /; 14\.10\.2023 half between/)
    const numbered = many(12, (at) => ({
      month: `Month ${at}`,
      ...Object.fromEntries(days.map((_, day) => [`${day + 1}`, 50 + ((at * 7 + day) ** 2 % 97)])),
    }))
    assert.match(of(numbered), /; one for each month$/)
  })

  test('is Russian in a Russian mirror', () => {
    assert.match(
      of(
        many(21, (at) => ({ имя: `дом ${at}`, вид: at % 3 ? 'жилой дом' : 'школа' })),
        'ru',
      ),
      /^21 запись, 2 столбца; по одной на каждое значение столбца «имя»; вид чаще всего жилой дом/,
    )
  })
})

test('each download has a rounded and an exact size, a checksum, a state and a file name', () => {
  const [json, xml] = viewOf('movies').files
  assert.equal(json?.href, 'index.json')
  assert.equal(json?.saveAs, 'movies.json')
  assert.equal(json?.exact, '1,178,148 bytes')
  assert.match(json?.sha256 ?? '', /^[0-9a-f]{64}$/)
  assert.equal(xml?.stateWord, en.words.states.stale)
})

test('a missing dataset has no downloads and no data files, but states what happened and where', () => {
  const view = viewOf('permits-2026')
  assert.deepEqual(view.files, [])
  assert.deepEqual(view.chrome.alternates, [])
  assert.equal(view.document, undefined)
  assert.equal(view.notices[0]?.text, badges.missingWhole)
  const xml = provenance(view, 1)
  assert.equal(xml[label.httpStatus], '200')
  assert.equal(xml[notices.reason], 'The answer is a login page, not xml.')
  assert.equal(xml[label.origin], 'https://data.example.org/open/api/v1/get_dataset/permits-2026/?type=xml')
  assert.deepEqual(
    view.contents.map(({ anchor }) => anchor),
    ['related', 'listed', 'history', 'provenance'],
  )
})

test('a rejected response is shown with its invisible characters made visible', () => {
  const json = provenance(viewOf('permits-2026'), 0)
  assert.equal(json[label.instead], '31 bytes')
  assert.match(json[label.insteadSum] ?? '', /^[0-9a-f]{64}$/)
  assert.equal(json[label.insteadHead], 'Fatal error:⟨U+000D⟩\n⟨U+001B⟩[31mno⟨U+0000⟩ db⟨U+202E⟩⟨U+0009⟩txt')
  assert.equal(provenance(viewOf('movies'), 1)[label.instead], undefined)
})

test('the history of a dataset lists what the last runs changed, latest first, up to a limit', () => {
  const eventsOf = (code: string) => viewOf(code).history.events.map(({ text, at }) => `${text} ${at.text}`)
  assert.deepEqual(eventsOf('cars'), [
    'Listed again 3\u00a0Nov\u00a02026',
    'Withdrawn 15\u00a0Sept\u00a02026',
    'Added 1\u00a0Aug\u00a02026',
  ])
  const movies = viewOf('movies').history
  assert.equal(movies.events.length, 12)
  assert.equal(movies.more?.map(({ text }) => text).join(''), 'and 2 earlier, in changes.json')
  assert.deepEqual(eventsOf('wide'), [])
})

test('a withdrawn dataset is marked as such, with the day it was last listed, and keeps its data', () => {
  const view = viewOf('old-trams')
  assert.equal(view.notices[0]?.text, badges.withdrawn)
  assert.equal(view.notices[0]?.stateReasons[0]?.since?.text, '14\u00a0Sept\u00a02026')
  assert.equal(view.notices[0]?.stateReasons[0]?.sinceWord, 'Last listed')
  assert.equal(view.listedNote, label.listedOnceNote)
  assert.equal(view.files.length, 2)
  assert.equal(view.document?.table?.rows.length, 1)
})

test('markup in a title is shown as text, and control characters become visible', () => {
  const view = viewOf('a b?c#d%e&f"g')
  assert.equal(view.title, '<script>alert("title")</script> & "quotes" \'single\'')
  assert.match(view.description ?? '', /^Line one\.\nLine two/)
  assert.match(view.description ?? '', /a bell ␇\.$/)
  assert.deepEqual(view.document?.beside[1], {
    name: '<b>',
    value: { kind: 'text', text: 'javascript:alert(1)' },
  })
  assert.deepEqual(view.categories, [
    {
      text: 'Culture & leisure <script>alert(1)</script>',
      href: '../../../../browse/category/culture/index.html',
    },
    { text: 'nowhere' },
  ])
})

test('a dataset without a title is named by its code', () => {
  assert.equal(viewOf('   ').title, '"   "')
})

test('window titles are short and contain the name of the site', () => {
  const { title } = viewOf('ссылка-№1').chrome
  assert.ok(title.length <= 70, title)
  assert.match(title, / · Open data of Exampl/)
})

test('a tree is shown as an outline, without counts of records', () => {
  const view = viewOf('miserables')
  assert.ok(view.document?.tree)
  assert.equal(view.document?.table, undefined)
  assert.deepEqual(view.sentence, [])
})

test('an empty list is stated to be empty', () => {
  assert.equal(viewOf('empty').document?.bare, label.noRecords)
})

test('signs of paging, other lists and further columns are mentioned', () => {
  const reading = readingOf([{ a: 1 }], {
    paging: 'It names a next page.',
    moreColumns: true,
    others: [{ path: 'meta.sources[]', count: 3 }],
  })
  const view = viewOf('p', mirrorOf({ datasets: [{ entry: datasetEntry('p'), reading }] }))
  assert.equal(view.document?.paging, 'It names a next page.')
  assert.equal(view.document?.unshown.length, 2)
  assert.equal(sentence(view), '1 record with more than 1 column')
})

test('the fields of the list keep their names, their order and their exact numbers', () => {
  const { listed } = viewOf('cars')
  assert.deepEqual(listed.map(({ name }) => name).slice(0, 3), ['id', 'title', 'description'])
  assert.deepEqual(listed.find(({ name }) => name === 'oiv')?.value, { kind: 'number', text: '10' })
  assert.match(JSON.stringify(listed.at(-1)?.value), /17\.50/)
})

test('a licence is called so in the language of the page, other terms as their field is', () => {
  const fields = new Map([
    ['license_title', 'CC BY 4.0'],
    ['rights', 'City of Example'],
  ])
  const dataset = { entry: datasetEntry('d', { fields }), reading: readingOf([{ n: 1 }]) }
  const view = viewOf('d', mirrorOf({ datasets: [dataset], language: 'ru' }))
  assert.deepEqual(
    view.licences.map(({ label, name }) => label ?? name),
    ['Лицензия', 'rights'],
  )
  for (const text of [view.cite?.text.before, datasetMarkdown(localeOf('ru'), view)])
    assert.match(text ?? '', /Лицензия: CC BY 4\.0.*rights: City of Example/s)
})

test('the provenance shows the row that was read as part of the heading', () => {
  const rows = [
    ['town', 'people', 'area'],
    ['1', '2', '3'],
    ['Abakan', '187239', '112.4'],
    ['Abaza', '14800', '20.3'],
    ['Sayan', '58100', '95'],
  ]
  const reading = readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' })
  const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('d'), reading }] })
  assert.equal(provenance(viewOf('d', mirror), 0)[label.heading], '1 · 2 · 3')
})

test('the provenance describes how the shown file was read, and no other', () => {
  const view = viewOf('ссылка-№1')
  assert.equal(provenance(view, 0)['Records found at'], 'data.rows[]')
  assert.equal(provenance(view, 1)['Records found at'], undefined)
  const bare = readingOf([{ a: 1 }], { path: '[]' })
  const flat = viewOf('p', mirrorOf({ datasets: [{ entry: datasetEntry('p'), reading: bare }] }))
  assert.equal(provenance(flat, 0)['Records found at'], 'the top level of the document')
})

test('a code that was found within texts or as a key is not shown as a field of the list', () => {
  const fields = new Map([
    ['(key)', 'bus'],
    ['(code)', 'bus'],
    ['file', 'bus.json'],
  ])
  const { listed } = viewOf('bus', mirrorOf({ datasets: [{ entry: { ...datasetEntry('bus'), fields } }] }))
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['file'],
  )
})

test('each field with a role states it, and whether it is configured or inferred', () => {
  const notes = viewOf('cars').listed.flatMap(({ name, note }) =>
    note === undefined ? [] : `${name}: ${note}`,
  )
  assert.deepEqual(notes, [
    `id: ${inferred(fieldRoles.code)}`,
    `title: ${inferred(fieldRoles.title)}`,
    `oiv: ${configured(fieldRoles.oiv)}`,
  ])
})

test('a current copy has the time of the last run, which no page contains; a stale copy has its own day', () => {
  const fetched = (at: number) =>
    viewOf('movies').provenance[at]?.fields.find(({ name }) => name === label.fetched)?.value
  assert.deepEqual(fetched(0), { kind: 'clock', time: 'crawledAt' })
  assert.equal(fetched(1)?.kind, 'moment')
  assert.ok(
    viewOf('permits-2026').provenance.every(({ fields }) =>
      fields.every(({ value }) => value.kind !== 'clock'),
    ),
  )
})

test('a document with hundreds of lists shows three of them, names some and counts the others', () => {
  const lists = Array.from({ length: 300 }, (_, n) => [`list${n}`, [{ [`f${n}`]: n }, { [`f${n}`]: -n }]])
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(lists)))
  const reading = readDocument(() => [bytes], { format: 'json' })
  for (const language of ['en', 'ru'] as const) {
    const { unshown, others } = documentViewOf(localeOf(language), reading)
    assert.deepEqual(
      others.map(({ name }) => name),
      ['list1[]', 'list2[]', 'list3[]'],
    )
    assert.deepEqual(others[0]?.columns, ['f1'])
    assert.deepEqual(others[0].rows, [[{ text: '1' }], [{ text: '-1' }]])
    assert.ok(unshown.length < 20, `${unshown.length}`)
    assert.match(unshown.at(0) ?? '', /list4\[\]/)
    assert.match(unshown.at(-1) ?? '', new RegExp(` ${296 - (unshown.length - 1)} `))
  }
})

test('a table whose columns are all empty says so, and no other', () => {
  const unshownOf = (language: 'en' | 'ru', rows: readonly object[]) =>
    documentViewOf(
      localeOf(language),
      readDocument(() => [Buffer.from(JSON.stringify(rows))], { format: 'json' }),
    ).unshown
  const empty = [
    { a: null, b: '' },
    { a: ' ', b: null },
  ]
  assert.deepEqual(unshownOf('en', empty), ['The records have no values: every column is empty.'])
  assert.deepEqual(unshownOf('ru', empty), ['В записях нет значений: все столбцы пусты.'])
  assert.deepEqual(unshownOf('en', [...empty, { a: 0 }]), [])
  assert.deepEqual(unshownOf('en', [{ a: 'n/a' }, { a: 'n/a' }]), [])
})

test('the dates of a further list are marked, so that they stay in one line on paper', () => {
  const [a, b] = [{ name: 'one-two 3' }, { name: 'four' }]
  const rows = [{ day: '2024-05-01', at: '1 May 2024', text: 'one-two 2024-05-01', n: 20240501 }]
  const bytes = Buffer.from(JSON.stringify({ records: [a, b, a, b], further: [...rows, ...rows] }))
  const { others } = documentViewOf(
    localeOf('en'),
    readDocument(() => [bytes], { format: 'json' }),
  )
  assert.deepEqual(others[0]?.rows[0], [
    { text: '2024-05-01', isDate: true },
    { text: '1 May 2024', isDate: true },
    { text: 'one-two 2024-05-01' },
    { text: '20240501' },
  ])
})
