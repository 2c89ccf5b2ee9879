import { createHash } from 'node:crypto'
import {
  type DatasetCode,
  type DeclaredLists,
  datasetResource,
  listsOf,
  type Resource,
} from '../interface/index.ts'

/** What is checked. */
export interface CheckSample {
  /** The lists, then datasets in the order they were given. */
  readonly resources: readonly Resource[]
  /** The resources that are tested with every kind of request. */
  readonly close: ReadonlySet<Resource>
  /** How many of them are datasets, and how many datasets there are. */
  readonly datasets: number
  readonly of: number
}

/** Kinds of codes that hosts often handle wrongly. */
const AWKWARD: readonly RegExp[] = [
  /[^\x00-\x7f]/,
  / /,
  /\./,
  /\+/,
  /%/,
  /&/,
  /\p{Lu}.*\p{Ll}|\p{Ll}.*\p{Lu}/u,
  /\\/,
  /[?#;:'"<>]/,
  /^index\./,
]

const PER_KIND = 3

/**
 * Chooses the lists, and all datasets or a sample of `sample`, which always includes up to three of each kind of awkward code. The same
 * seed chooses the same codes, whatever their order.
 */
export function chooseResources(
  codes: readonly DatasetCode[],
  {
    sample,
    seed,
    declared,
  }: {
    readonly sample?: number | undefined
    readonly seed: string
    readonly declared?: DeclaredLists | undefined
  },
): CheckSample {
  const keys = new Map(codes.map((code) => [code, keyOf(seed, code)]))
  const shuffled = [...codes].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1))
  const awkward = AWKWARD.flatMap((kind) => shuffled.filter((code) => kind.test(code)).slice(0, PER_KIND))
  const taken = new Set([...awkward, ...shuffled.slice(0, sample ?? shuffled.length)])
  const close = new Set([...awkward, ...shuffled.slice(0, PER_KIND)])
  const datasets = codes.filter((code) => taken.has(code)).map(datasetResource)
  const lists = listsOf(declared).map((operation): Resource => ({ operation }))
  return {
    resources: [...lists, ...datasets],
    close: new Set([...lists, ...datasets.filter((one) => 'code' in one && close.has(one.code))]),
    datasets: datasets.length,
    of: codes.length,
  }
}

function keyOf(seed: string, code: string): string {
  return createHash('sha256').update(`${seed}\n${code}`).digest('hex')
}
