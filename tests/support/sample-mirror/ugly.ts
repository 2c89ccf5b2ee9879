import { createHash } from 'node:crypto'
import { datasetEntry } from './entries.ts'
import type { SampleDataset } from './mirror.ts'
import { readingOf } from './readings.ts'

/** A word without a possible line break. */
export const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const WITHDRAWN: NonNullable<SampleDataset['records']> = {
  json: { state: 'withdrawn', since: '2026-09-14T04:00:00.000Z' },
  xml: { state: 'withdrawn', since: '2026-09-14T04:00:00.000Z' },
}

const QUARANTINED: NonNullable<SampleDataset['records']> = {
  json: {
    state: 'missing',
    status: 500,
    mediaType: 'text/html',
    reason: 'The origin answered 500 four times.',
    evidence: {
      bytes: 31,
      sha256: createHash('sha256').update('a').digest('hex'),
      head: 'Fatal error:\r\n\u001b[31mno\u0000 db\u202e\ttxt',
    },
  },
  xml: {
    state: 'missing',
    status: 200,
    mediaType: 'text/html',
    reason: 'The answer is a login page, not xml.',
    evidence: {
      bytes: 48_213,
      sha256: createHash('sha256').update('b').digest('hex'),
      head: '<!doctype html>\n<html lang="en">\n<head><title>Sign in</title><script>alert(1)</script></head>\n<body><form action="/login"><input name="password" type="password">',
    },
  },
}

/** Awkward cases that pages must handle. */
export function uglyDatasets(): SampleDataset[] {
  const wide = Object.fromEntries(Array.from({ length: 95 }, (_, at) => [`column ${at + 1}`, at * 1.5]))
  return [
    {
      entry: datasetEntry('permits-2026', {
        title: 'Building permits 2026',
        categories: ['economy'],
        oivs: ['11'],
      }),
      records: QUARANTINED,
    },
    {
      entry: datasetEntry('old-trams', {
        title: 'Tram stops',
        categories: ['transport'],
        oivs: ['12'],
        updated: '2019-01-31',
      }),
      reading: readingOf([{ stop: 'Terminus', opened: '1899-04-03' }]),
      records: WITHDRAWN,
    },
    {
      entry: datasetEntry('a b?c#d%e&f"g', {
        title: '<script>alert("title")</script> & "quotes" \'single\'',
        description: 'Line one.\r\nLine two with <b>markup</b>.\n\n\tIndented, and a bell \u0007.',
        categories: ['culture', 'nowhere'],
        oivs: ['13'],
      }),
      reading: readingOf(
        [
          {
            '': 'no header',
            ' padded ': '   padded   ',
            'a\nb': 'first\nsecond\nthird',
            html: '<img src=x onerror=alert(1)>',
          },
          {
            '': null,
            ' padded ': '',
            'a\nb': '\u0000\u0007\u001b[31m',
            html: '</td></table><script>alert(2)</script>',
          },
          {
            '': '👩‍👩‍👧‍👦 👍🏽',
            ' padded ': 'x'.repeat(3000),
            'a\nb': '{{ braces }} $ {dollar}',
            html: '&amp; &lt;',
          },
        ],
        {
          beside: [
            { name: '@total', value: '00042' },
            { name: '<b>', value: 'javascript:alert(1)' },
          ],
          paging: 'It says `next: ?page=2`.',
        },
      ),
    },
    {
      entry: datasetEntry('ссылка-№1', {
        title: 'Перечень мостов, путепроводов и тоннелей, находящихся в оперативном управлении учреждений',
        categories: ['Дороги и мосты / №7'],
        oivs: ['12', '11'],
        updated: '2026-11-18',
      }),
      reading: readingOf(
        Array.from({ length: 100 }, (_, at) => ({
          'Полное наименование объекта': `Мост № ${at + 1} через реку, ${'очень '.repeat(at % 7)}длинное имя`,
          ИНН: `77${String(at).padStart(8, '0')}`,
          'Сумма, руб.': `${90071992547409931n + BigInt(at)}.${String(at % 100).padStart(2, '0')}`,
          Сайт: at % 3 === 0 ? 'https://example.org/мост' : null,
        })),
        { count: 28_818, path: 'data.rows[]' },
      ),
    },
    {
      entry: datasetEntry('rtl', {
        title: 'سجل المكتبات العامة (2026)',
        categories: ['culture'],
        oivs: ['13'],
        updated: '2026-02-03',
      }),
      reading: readingOf([
        { الاسم: 'المكتبة المركزية', mixed: 'abc المكتبة 123', n: 12 },
        { الاسم: 'ספרייה', mixed: 'ירושלים (Jerusalem) 5', n: 7 },
      ]),
    },
    {
      entry: datasetEntry('wide', {
        title: 'Ninety-five columns',
        categories: ['economy'],
        oivs: ['11'],
        updated: '2026-11-01',
      }),
      reading: readingOf(Array.from({ length: 40 }, () => wide)),
    },
    {
      entry: datasetEntry('empty', { title: 'A list with nothing in it', categories: ['economy'] }),
      reading: readingOf([], { shape: 'empty' }),
    },
    {
      entry: datasetEntry(LONG.repeat(2), { title: `${LONG}${LONG}`, oivs: ['14'] }),
      reading: readingOf([{ [LONG]: LONG }]),
    },
    { entry: datasetEntry('   ', { title: '  ' }), reading: readingOf([{ value: 1 }], { shape: 'single' }) },
  ]
}
