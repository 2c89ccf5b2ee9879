import type { DatasetCode } from '../interface/index.ts'
import { compareSketches } from '../reading/profile/sketch.ts'
import type { DocumentSize } from './mirror.ts'

/** What is known of a dataset that others may be related to. */
export interface Relatable {
  readonly code: DatasetCode
  /** Keys of its publishers. */
  readonly oivs: readonly string[]
  /** What its document is like; undefined if there is none that can be read. Such a dataset is offered to no other. */
  readonly extent: Pick<DocumentSize, 'names' | 'kinds' | 'keys'> | undefined
}

/** Why a dataset is related to another one: at least one reason. */
export interface Relation {
  readonly code: DatasetCode
  /** The names of columns that both have, with the same kinds, in the order of the first. */
  readonly columns?: readonly string[]
  /** Columns that name the same things: of the first dataset and of the other. In one of them hardly any value repeats. */
  readonly join?: readonly [column: string, other: string]
  /** The key of a publisher of both. */
  readonly oiv?: string
}

/** At most this many related datasets are found for one. */
const MOST = 6
/** At most this many of them have only the publisher in common. */
const MOST_NEIGHBOURS = 3
/** What more datasets have in common relates none of them. For small catalogues: a quarter of them, but at least `few`. */
const COMMON = { most: 200, few: 8, share: 0.25 }
/** Values that more columns have are not looked up. */
const MOST_COLUMNS = 50
/** How many columns of a dataset are looked up: those that the fewest other datasets have. */
const MOST_LOOKED_UP = 8
/** How many of the similar arrangements of columns, and of the columns that may have values in common, are compared. */
const MOST_COMPARED = 10
/** Datasets before and after, by title, of those that have more than that in common. */
const AROUND = 3
const LEAST_COLUMNS = 2
/** The least share of the columns of the smaller dataset that the other one has, unless `uncommon` ones are among them. */
const LEAST_SHARE = 0.5
const UNCOMMON_COLUMNS = 3
/**
 * The least number and share of the compared values that are in both columns. Whole numbers may be equal by chance, so more of them are
 * required, and the columns must have the same name.
 */
const LEAST_SHARED = { texts: { values: 3, share: 0.2 }, whole: { values: 6, share: 0.5 } }
/** How much each reason counts. */
const WEIGHT = { join: 4, sameName: 1, columns: 1, similarity: 2, oiv: 0.5 }

/**
 * Returns a function that finds the datasets that are related to one, the most related first. `datasets` are in the order of their titles:
 * of datasets that have equally much in common, those with the nearest titles are found. The time for each depends on the constants above, and
 * not on the number of datasets.
 */
export function openRelated(datasets: readonly Relatable[]): (code: string) => Relation[] {
  const places = new Map<string, number>(datasets.map(({ code }, at) => [code, at]))
  const limit = Math.min(COMMON.most, Math.max(COMMON.few, datasets.length * COMMON.share))
  const findSimilar = openSimilar(datasets, limit)
  const findJoins = openJoins(datasets)
  const findNeighbours = openNeighbours(datasets)
  return (code) => {
    const from = places.get(code)
    if (from === undefined) return []
    const found = new Map<number, Found>()
    const add = (at: number, reason: Omit<Relation, 'code'>, weight: number) => {
      if (at === from || datasets[at]?.extent === undefined) return
      const known = found.get(at)
      if (known === undefined) found.set(at, { at, reason, weight })
      else Object.assign(known, { reason: { ...reason, ...known.reason }, weight: known.weight + weight })
    }
    for (const { at, join, weight } of findJoins(from)) add(at, { join }, weight)
    for (const { at, columns, weight } of findSimilar(from)) add(at, { columns }, weight)
    for (const { at, oiv } of findNeighbours(from)) if (!found.has(at)) add(at, { oiv }, 0)
    return choose(datasets, from, [...found.values()])
  }
}

interface Found {
  readonly at: number
  readonly reason: Omit<Relation, 'code'>
  readonly weight: number
}

function choose(datasets: readonly Relatable[], from: number, found: readonly Found[]): Relation[] {
  const mine = new Set(datasets[from]?.oivs)
  const ranked = found
    .map(({ at, reason, weight }) => {
      const oiv = datasets[at]?.oivs.find((key) => mine.has(key))
      return {
        at,
        reason: oiv === undefined ? reason : { ...reason, oiv },
        weight: oiv === undefined ? weight : weight + WEIGHT.oiv,
      }
    })
    .sort((a, b) => b.weight - a.weight || Math.abs(a.at - from) - Math.abs(b.at - from) || a.at - b.at)
  const isMore = ({ reason: { columns, join } }: Found) => columns !== undefined || join !== undefined
  const more = ranked.filter(isMore).slice(0, MOST)
  const others = ranked.filter((one) => !isMore(one)).slice(0, MOST_NEIGHBOURS)
  return [...more, ...others]
    .slice(0, MOST)
    .flatMap(({ at, reason }) => datasets.slice(at, at + 1).map(({ code }) => ({ code, ...reason })))
}

/** Finds the datasets of the same publisher that are next to one by title. A publisher of all datasets relates none. */
function openNeighbours(datasets: readonly Relatable[]) {
  const members = new Map<string, number[]>()
  for (const [at, { oivs, extent }] of datasets.entries())
    if (extent !== undefined)
      for (const key of new Set(oivs)) {
        const known = members.get(key)
        if (known) known.push(at)
        else members.set(key, [at])
      }
  return (from: number): { at: number; oiv: string }[] =>
    (datasets[from]?.oivs ?? []).flatMap((oiv) => {
      const all = members.get(oiv) ?? []
      return all.length === datasets.length ? [] : around(all, from).map((at) => ({ at, oiv }))
    })
}

/** The places next to one on both sides, in ascending order. */
function around(places: readonly number[], from: number): number[] {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] as number) < from) low = middle + 1
    else high = middle
  }
  const after = places[low] === from ? low + 1 : low
  return [...places.slice(Math.max(0, low - AROUND), low), ...places.slice(after, after + AROUND)]
}

/** Columns of one arrangement: many datasets have the same. */
interface Arrangement {
  /** Each column once, as its folded name and kind, with the name as written. */
  readonly columns: ReadonlyMap<string, string>
  /** The places of its datasets, in ascending order. */
  readonly members: number[]
}

/** Finds the datasets with the same or similar columns. */
function openSimilar(datasets: readonly Relatable[], limit: number) {
  const arrangementOf = arrange(datasets)
  const arrangements = [...new Set(arrangementOf)].filter((one) => one !== undefined)
  const counts = new Map<string, number>()
  const having = new Map<string, Arrangement[]>()
  for (const one of arrangements)
    for (const column of one.columns.keys()) {
      counts.set(column, (counts.get(column) ?? 0) + one.members.length)
      const known = having.get(column)
      if (known) known.push(one)
      else having.set(column, [one])
    }
  const rare = ({ columns }: Arrangement) =>
    [...columns.keys()]
      .filter((column) => (counts.get(column) ?? 0) <= limit)
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
      .slice(0, MOST_LOOKED_UP)
  const similarTo = (mine: Arrangement): Similar[] => {
    const shared = new Map<Arrangement, number>()
    for (const column of rare(mine))
      for (const other of having.get(column) ?? [])
        if (other !== mine) shared.set(other, (shared.get(other) ?? 0) + 1)
    return mostFrequent(shared, 1).flatMap(([other, uncommon]) => compareColumns(mine, other, uncommon) ?? [])
  }
  const known = new Map<Arrangement, readonly Similar[]>()
  return (from: number): { at: number; columns: readonly string[]; weight: number }[] => {
    const mine = arrangementOf[from]
    if (mine === undefined) return []
    const similar = known.get(mine) ?? [...sameAs(mine), ...similarTo(mine)]
    known.set(mine, similar)
    return similar.flatMap(({ other, columns, weight }) =>
      around(other.members, from).map((at) => ({ at, columns, weight })),
    )
  }
}

// Counted by number, because there are few: sorting all candidates would take most of the time.
function mostFrequent<T>(counts: ReadonlyMap<T, number>, least: number): (readonly [T, number])[] {
  const byCount: (readonly [T, number])[][] = []
  for (const one of counts) {
    const alike = byCount[one[1]]
    if (alike) alike.push(one)
    else if (one[1] >= least) byCount[one[1]] = [one]
  }
  const most: (readonly [T, number])[] = []
  for (let count = byCount.length - 1; count >= least && most.length < MOST_COMPARED; count--)
    most.push(...(byCount[count] ?? []).slice(0, MOST_COMPARED - most.length))
  return most
}

interface Similar {
  readonly other: Arrangement
  readonly columns: readonly string[]
  readonly weight: number
}

function sameAs(mine: Arrangement): Similar[] {
  if (mine.members.length < 2 || mine.columns.size < LEAST_COLUMNS) return []
  return [{ other: mine, columns: [...mine.columns.values()], weight: WEIGHT.columns + WEIGHT.similarity }]
}

function compareColumns(mine: Arrangement, other: Arrangement, uncommon: number): Similar | undefined {
  const columns: string[] = []
  for (const [column, name] of mine.columns) if (other.columns.has(column)) columns.push(name)
  const smaller = Math.min(mine.columns.size, other.columns.size)
  const isEnough = columns.length >= smaller * LEAST_SHARE || uncommon >= UNCOMMON_COLUMNS
  if (columns.length < LEAST_COLUMNS || !isEnough) return undefined
  const all = mine.columns.size + other.columns.size - columns.length
  return { other, columns, weight: WEIGHT.columns + (WEIGHT.similarity * columns.length) / all }
}

function arrange(datasets: readonly Relatable[]): (Arrangement | undefined)[] {
  const known = new Map<string, Arrangement>()
  const nameKeys = new Map<readonly string[], string>()
  return datasets.map(({ extent }, at) => {
    if (extent === undefined || extent.names.length === 0) return undefined
    const { names, kinds } = extent
    const nameKey = nameKeys.get(names) ?? JSON.stringify(names)
    nameKeys.set(names, nameKey)
    const key = `${nameKey} ${kinds}`
    const arrangement = known.get(key) ?? { columns: columnsOf(names, kinds), members: [] }
    known.set(key, arrangement)
    arrangement.members.push(at)
    return arrangement
  })
}

// A column without values has no kind to compare.
function columnsOf(names: readonly string[], kinds: string): Map<string, string> {
  const kindOf = kinds.split(' ')
  return new Map(
    names
      .map((name, at): [string, string] => [`${kindOf[at]} ${foldName(name)}`, name])
      .filter(([column]) => !column.startsWith('empty ')),
  )
}

function foldName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

type Key = NonNullable<DocumentSize['keys']>[number]

/** Finds the datasets of which a column has values in common with one of a dataset, so that records of both can be joined. */
function openJoins(datasets: readonly Relatable[]) {
  const columns = datasets.flatMap(({ extent }, at) => (extent?.keys ?? []).map((key) => ({ at, key })))
  const having = new Map<number, number[]>()
  for (const [place, { key }] of columns.entries())
    for (const hash of key.sketch) {
      const known = having.get(hash)
      if (known === undefined) having.set(hash, [place])
      else if (known.length <= MOST_COLUMNS) known.push(place)
    }
  return (from: number): { at: number; join: readonly [string, string]; weight: number }[] =>
    bestOfEach(
      (datasets[from]?.extent?.keys ?? []).flatMap((mine) =>
        mostFrequent(countShared(mine, having), LEAST_SHARED.texts.values).flatMap(([place]) => {
          const { at, key } = columns[place] as { at: number; key: Key }
          const weight = at === from ? undefined : weighJoin(mine, key)
          return weight === undefined ? [] : [{ at, join: [mine.name, key.name] as const, weight }]
        }),
      ),
    )
}

/** How many values of a column each other column has, by its place. */
function countShared({ sketch }: Key, having: ReadonlyMap<number, readonly number[]>): Map<number, number> {
  const shared = new Map<number, number>()
  for (const hash of sketch) {
    const others = having.get(hash) ?? []
    if (others.length > MOST_COLUMNS) continue
    for (const place of others) shared.set(place, (shared.get(place) ?? 0) + 1)
  }
  return shared
}

function bestOfEach<T extends { readonly at: number; readonly weight: number }>(joins: readonly T[]): T[] {
  const best = new Map<number, T>()
  for (const join of joins) if (join.weight > (best.get(join.at)?.weight ?? 0)) best.set(join.at, join)
  return [...best.values()]
}

function weighJoin(mine: Key, other: Key): number | undefined {
  const isSameName = foldName(mine.name) === foldName(other.name)
  const isWhole = mine.whole || other.whole
  if ((!mine.unique && !other.unique) || (isWhole && !isSameName)) return undefined
  const { shared, of } = compareSketches(mine.sketch, other.sketch)
  const { values, share } = isWhole ? LEAST_SHARED.whole : LEAST_SHARED.texts
  if (shared < values || shared < of * share) return undefined
  return WEIGHT.join + shared / of + (isSameName ? WEIGHT.sameName : 0)
}
