import type { Entry } from '../../../src/lib/catalogue/index.ts'
import type { Language } from '../../../src/lib/config/index.ts'
import type { Value } from '../../../src/lib/reading/index.ts'
import type { Mirror } from '../../../src/lib/site/view/mirror.ts'
import type { Changes, Problem } from '../../../src/lib/snapshot/index.ts'
import { entry, runOf } from './entries.ts'
import { mirrorOf } from './mirror.ts'
import { readingOf } from './readings.ts'
import { realDatasets } from './real.ts'
import { LONG, uglyDatasets } from './ugly.ts'

/** The sample for developing pages: real datasets, and every awkward case that pages must handle. */
export function sampleMirror(language: Language = 'en'): Mirror {
  return mirrorOf({
    language,
    datasets: [...realDatasets(), ...uglyDatasets()],
    categories: CATEGORIES,
    oivs: OIVS,
    problems: PROBLEMS,
    complete: false,
    changes: CHANGES,
    status: { outcome: 'gaps' },
    site: 'https://mirror.example.net/open/',
    lists: {
      list: readingOf(
        [
          { name: 'list_categories', what: 'Categories of datasets', items: 6 },
          { name: 'list_oivs', what: 'Bodies that publish data', items: 5 },
          { name: 'list_datasets', what: 'Datasets', items: 32 },
        ],
        {
          path: 'result.items[]',
          beside: [
            { name: 'result.updated', value: '2026-11-19T21:00:00+03:00' },
            { name: 'result.licence', value: 'https://creativecommons.org/licenses/by/4.0/' },
          ],
        },
      ),
    },
  })
}

const CATEGORIES: readonly Entry[] = [
  entry('environment', 'Environment and weather', {
    description: 'Air, water, the ground and what lives on it.',
    fields: new Map<string, Value>([
      ['id', 'environment'],
      ['name', 'Environment and weather'],
      ['icon', 'https://data.example.org/icons/leaf.png'],
      ['weight', { numeral: '10' }],
    ]),
  }),
  entry('transport', 'Transport'),
  entry('economy', 'Economy and work'),
  entry('culture', 'Culture & leisure <script>alert(1)</script>'),
  entry('Дороги и мосты / №7', 'Дороги и мосты', {
    description: 'Содержание, ремонт и строительство дорог общего пользования, мостов и путепроводов.',
  }),
  entry('empty category', 'A category nobody uses'),
]

const OIVS: readonly Entry[] = [
  entry('10', 'Department of the Environment'),
  entry('11', 'Office for Statistics'),
  entry('12', 'Transport Authority', {
    fields: new Map<string, Value>([
      ['id', '12'],
      ['name', 'Transport Authority'],
      ['head', null],
      ['phones', ['+00 000 00 01', '+00 000 00 02']],
      [
        'address',
        {
          members: [
            ['street', '1 Long Street'],
            ['floors', [{ numeral: '1' }, { numeral: '2' }]],
          ],
        },
      ],
      ['since', '1998-03-12'],
    ]),
  }),
  entry('13', 'مكتب الأرشيف العام'),
  entry('14', `${LONG} ${LONG}`),
]

const PROBLEMS: readonly Problem[] = [
  {
    severity: 'warning',
    code: 'paged',
    subject: 'https://data.example.org/open/api/v1/list_datasets/?type=json',
    message: 'The list says total 34 and names 32: it may be one page of several.',
  },
  {
    severity: 'gap',
    code: 'server-error',
    subject: 'https://data.example.org/open/api/v1/get_dataset/permits-2026/?type=json',
    message: 'The origin answered 500 four times in 2 minutes. There is no earlier copy.',
  },
  {
    severity: 'gap',
    code: 'cut-short',
    subject: '"movies"',
    message:
      'The origin closed the connection after 1,048,576 of 3,201,044 bytes (xml). The copy of 3 Nov 2026 is kept.',
  },
]

const CHANGES: Changes = {
  changes: 1,
  runs: [
    runOf('2026-11-20T04:07:31.000Z', { changed: ['movies', 'ссылка-№1'], added: ['permits-2026'] }),
    runOf('2026-11-03T04:06:02.000Z', { returned: ['cars'], dropped: ['gone-for-good', 'a b?c#d%e&f"g '] }),
    runOf('2026-09-15T04:05:00.000Z', {
      withdrawn: ['old-trams', 'cars'],
      changed: ['a b?c#d%e&f"g', 'rtl'],
    }),
    ...Array.from({ length: 12 }, (_, at) =>
      runOf(`2026-08-${String(28 - at).padStart(2, '0')}T04:05:00.000Z`, { changed: ['movies'] }),
    ),
    runOf('2026-08-01T04:05:00.000Z', {
      added: Array.from({ length: 64 }, (_, at) => `set-${at}`).concat('movies', 'cars', 'rtl', 'old-trams'),
    }),
  ],
}
