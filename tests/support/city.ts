import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const WIDTH = 254
/** A text as exported by a database with fields of a fixed width. */
export const padded = (text: string): string => text.padEnd(WIDTH)

const SPORT = 'Спорт &#171;для всех&#187;'
const SCHOOLS = 'Образование и просвещение, включая дополнительное'
const EDUCATION = 'Департамент образования'
const CULTURE = 'Департамент спорта'

/** A value as an editor of web pages writes it. */
const NOTE =
  'Кроме &laquo;ночных&raquo;&nbsp;(**дома 2_3**, 4 * 5), см. [перечень](https://example.org/list) &amp;amp; &copyright; др.'

/** Pharmacies whose texts are padded with blanks; more than one page shows. */
const PHARMACIES = Array.from({ length: 120 }, (_, at) => ({
  Название: padded(`Аптека № ${at + 1}`),
  Адрес: padded(at === 1 ? `ул. ${'Долгая '.repeat(40)}д. 2` : `ул. Лесная, д. ${at + 1}`),
  Примечание: padded(at === 2 ? NOTE : ''),
  Телефон: '(499)40492700001',
  Код: 773_501_373_640 + at,
  'Площадь, м&sup2;': 40 + (at % 7) / 2,
}))

/** More columns than fit on a sheet of paper. */
const WIDE = Array.from({ length: 120 }, (_, row) =>
  Object.fromEntries(
    Array.from({ length: 41 }, (_, at) => [
      `${at % 2}_${at % 5 === 0 ? 'Полное наименование показателя' : 'Показатель'} ${at}`,
      at % 3 === 0 ? row * 1000 + at : `значение ${row}-${at}`,
    ]),
  ),
)

/** Trees with a description of their columns beside them, as CKAN writes it; one column is empty. */
const TREES = {
  fields: [
    { id: 'nm', info: { label: 'Порода', notes: 'Название породы, как в реестре зелёных насаждений' } },
    { id: 'vys', info: { label: 'Высота в метрах', notes: '' } },
    { id: 'god', info: { notes: 'Год посадки' } },
    { id: 'prim', info: { notes: 'Отметка обходчика' } },
  ],
  records: Array.from({ length: 30 }, (_, at) => ({
    nm: `Липа ${at}`,
    vys: 4 + (at % 9),
    god: 1990 + (at % 20),
    prim: null,
  })),
}

/** A dataset of the city: its entry in the list, and its records. */
const DATASETS = [
  {
    name: 'pharmacies',
    title: 'Аптеки &quot;Здоровье&quot;,&#160;круглосуточные',
    description:
      'Аптеки &laquo;у дома&raquo; &amp; киоски. См. [перечень](https://example.org/list) и `код`.',
    keywords: [SPORT],
    sources: [{ title: EDUCATION }],
    data: PHARMACIES,
  },
  {
    name: 'wide',
    title: 'Показатели',
    keywords: [SCHOOLS],
    sources: [{ title: EDUCATION }],
    data: WIDE,
  },
  {
    name: 'trees',
    title: 'Деревья',
    keywords: [SCHOOLS],
    sources: [{ title: CULTURE }],
    data: TREES,
  },
  {
    name: 'schools',
    title: 'Школы',
    keywords: [SCHOOLS],
    sources: [{ title: EDUCATION }],
    data: [{ Школа: 'Школа № 1' }],
  },
  {
    name: 'grounds',
    title: 'Спортивные площадки',
    keywords: [SPORT],
    sources: [{ title: CULTURE }],
    data: [{ Площадка: 'Поле' }],
  },
  {
    name: 'lyceums',
    title: 'Лицеи',
    keywords: [SCHOOLS],
    sources: [{ title: CULTURE }],
    data: [{ Лицей: 'Лицей № 1' }],
  },
]

/** Writes the data package of a city, with the peculiarities of real data; returns the path of its descriptor. */
export function writeCity(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const descriptor = join(folder, 'datapackage.json')
  const resources = DATASETS.map((dataset) => ({ ...dataset, format: 'json' }))
  writeFileSync(descriptor, JSON.stringify({ name: 'city', title: 'City', resources }))
  return descriptor
}
