import { isBeyondAscii, isGarbled, withWords } from '../reading/index.ts'
import type { ListField } from './field.ts'

interface Compared {
  readonly operation: string
  readonly fields: readonly ListField[]
  readonly garbled?: string | undefined
}

/** Texts of a list that are compared with another format. */
const MOST_TEXTS = 200
/** With fewer texts of question marks, they may be meant. */
const LEAST_LOST = 3
const LOST = /\?{3}|\uFFFD/

/**
 * The lists, with an example for each whose texts the origin decoded with a wrong charset while those of another format of the list are
 * sound. Sound formats come first.
 */
export function markGarbled<List extends Compared>(documents: readonly List[]): List[] {
  const marked = documents.map((list) => {
    const others = documents.filter((other) => other.operation === list.operation && other !== list)
    const garbled = others.length === 0 ? undefined : findGarbled(list, others)
    return garbled === undefined ? list : { ...list, garbled }
  })
  return marked.toSorted((a, b) => Number(a.garbled !== undefined) - Number(b.garbled !== undefined))
}

function findGarbled(list: Compared, others: readonly Compared[]): string | undefined {
  const own = textsIn(list).filter((text) => isBeyondAscii(text) || LOST.test(text))
  const sample = [...new Set(own)].slice(0, MOST_TEXTS)
  if (sample.length === 0) return undefined
  const lost = sample.filter((text) => LOST.test(text))
  const isLost = lost.length >= LEAST_LOST && lost.length * 2 > sample.length
  for (const other of others) {
    const texts = textsIn(other)
    const known = new Set(texts)
    const unknown = sample.filter((text) => !known.has(text))
    if (unknown.length * 2 < sample.length) continue
    if (isLost && texts.some(isBeyondAscii) && !texts.some((text) => LOST.test(text))) return lost[0]
    if (isGarbled(withWords(texts), withWords(sample))) return unknown[0]
  }
  return undefined
}

function textsIn({ fields }: Compared): string[] {
  return fields.flatMap(({ values }) => values.flat())
}
