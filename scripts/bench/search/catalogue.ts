import type { SearchCatalogue, SearchDataset } from '../../../src/lib/site/search/catalogue.ts'
import { ADJECTIVES, BEGINNINGS, COLUMNS, ENGLISH, JOINTS, NOUNS } from './words.ts'

/** Numbers from 0 up to `below`, the same in every run (mulberry32). */
type Draw = (below: number) => number

const GROUPS = { categories: 30, oivs: 120 }
const ENDINGS = ['ых', 'ого', 'ой', 'ые', 'ый', 'ая', 'ым', 'ому']

/** A catalogue of datasets with titles and descriptions of real words, two thirds Russian, the same in every run. */
export function generateCatalogue(count: number, descriptionLength: number): SearchCatalogue {
  const draw = drawFrom(20261121)
  const groups = (many: number, begin: string) =>
    Array.from({ length: many }, (_, at) => ({
      key: String(1000 + at),
      title: `${begin} ${adjective(draw, 'ых')} ${noun(draw)[0]} ${at}`,
    }))
  const categories = groups(GROUPS.categories, 'Раздел')
  const oivs = groups(GROUPS.oivs, 'Департамент')
  const tables = Array.from({ length: Math.ceil(count / 4) }, () => tableOf(draw))
  const datasets = Array.from({ length: count }, (): SearchDataset => {
    const isRussian = draw(3) > 0
    const title = isRussian ? russianTitle(draw) : englishTitle(draw)
    return {
      code: `${7700000000 + draw(99_999_999)}-${slugOf(draw, isRussian ? title : title.toLowerCase())}`,
      title: `${title}${draw(4) === 0 ? `, ${2010 + draw(17)}` : ''}`,
      description: describe(draw, isRussian, descriptionLength),
      categories: [skewed(draw, GROUPS.categories)],
      oivs: [skewed(draw, GROUPS.oivs)],
      columns: tables[skewed(draw, tables.length)] ?? [],
      records: Math.floor(10 ** (draw(500) / 100)),
      width: 4 + draw(30),
      state: draw(20) === 0 ? 1 + draw(4) : 0,
      changed: new Date(Date.UTC(2019, 0, 1 + draw(2800))).toISOString().slice(0, 10),
    }
  })
  datasets.sort((a, b) => (a.title < b.title ? -1 : 1))
  return {
    categories,
    oivs,
    datasets: datasets.map((dataset, at) => ({ ...dataset, code: `${dataset.code}-${at}` })),
  }
}

function russianTitle(draw: Draw): string {
  const [what] = noun(draw)
  const [, of] = noun(draw)
  const begin = BEGINNINGS[draw(BEGINNINGS.length)]
  return `${begin} ${adjective(draw, 'ых')} ${what} ${adjective(draw, 'ого')} ${of} ${adjective(draw, 'ого')} района`
}

function englishTitle(draw: Draw): string {
  const { adjectives, nouns, places } = ENGLISH
  const pick = (words: readonly string[]) => words[skewed(draw, words.length)] ?? ''
  const first = pick(adjectives)
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${pick(nouns)} and ${pick(adjectives)} ${pick(nouns)} in ${pick(places)}`
}

function describe(draw: Draw, isRussian: boolean, length: number): string {
  const words: string[] = []
  let long = 0
  while (long < length) {
    const word = isRussian ? russianWord(draw) : englishWord(draw)
    words.push(word)
    long += word.length + 1
  }
  const text = words.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, length)
}

function russianWord(draw: Draw): string {
  const kind = draw(8)
  if (kind < 3) return adjective(draw, ENDINGS[draw(ENDINGS.length)] ?? '')
  if (kind < 6) return noun(draw)[draw(2)] ?? ''
  return kind === 6 ? (JOINTS[draw(JOINTS.length)] ?? '') : String(draw(2000))
}

function englishWord(draw: Draw): string {
  const { adjectives, nouns, places } = ENGLISH
  const words =
    [adjectives, nouns, nouns, places, ['of the', 'and', 'in', 'by', 'with', 'for each', 'since']][draw(5)] ??
    []
  return words[skewed(draw, words.length)] ?? ''
}

function tableOf(draw: Draw): string[] {
  const own = Array.from(
    { length: draw(4) },
    () =>
      `${ENGLISH.nouns[draw(ENGLISH.nouns.length)]}_${ENGLISH.adjectives[draw(ENGLISH.adjectives.length)]}`,
  )
  const common = Array.from({ length: 4 + draw(14) }, () => COLUMNS[skewed(draw, COLUMNS.length)] ?? '')
  return [...new Set([...common, ...own])].map((name) => name.replaceAll('_', draw(2) === 0 ? '_' : ' '))
}

function adjective(draw: Draw, ending: string): string {
  return `${ADJECTIVES[skewed(draw, ADJECTIVES.length)]}${ending}`
}

function noun(draw: Draw): [string, string] {
  return NOUNS[skewed(draw, NOUNS.length)] ?? ['', '']
}

function slugOf(draw: Draw, title: string): string {
  if (/[а-я]/i.test(title)) return draw(2) === 0 ? 'dataset' : 'nabor'
  return title.split(' ').slice(0, 2).join('-')
}

// Few words are frequent and many are rare, as in any language.
function skewed(draw: Draw, below: number): number {
  return Math.floor(below * (draw(10_000) / 10_000) ** 1.6)
}

function drawFrom(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}
