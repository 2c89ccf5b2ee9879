import type { DatasetCode } from '../interface/index.ts'
import type { Value } from '../reading/index.ts'

/** One entry of a list: its fields under their own names, and their inferred roles. */
export interface Entry {
  /** How other lists refer to it: the key of a category or publisher, the code of a dataset. */
  readonly key: string
  readonly title: string
  readonly description?: string
  readonly fields: ReadonlyMap<string, Value>
}

export interface DatasetEntry extends Entry {
  readonly code: DatasetCode
  /** Keys of its categories and publishers. */
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** When its data changed, as stated in the list. */
  readonly updated?: string
}

/** Something that was inferred, with the evidence; shown by `plan` and on the about page. */
export interface Inference {
  /** `dataset code`, `dataset title`, `dataset → category` … */
  readonly what: string
  /** The chosen list and field: `list_datasets.id`; undefined if none was found. */
  readonly field?: string
  readonly evidence: InferenceEvidence
  /** The config key that overrides it. */
  readonly override?: string
}

/** The role of a field of the dataset list. */
export type RoleName = 'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv'

export interface RoleField {
  /** Its name; `oiv.code` for a member of an object. */
  readonly field: string
  /** Whether it is configured; otherwise it was inferred. */
  readonly named: boolean
}

/** The combined contents of the lists. */
export interface Catalogue {
  /** The roles of the fields of the dataset list. */
  readonly roles: Readonly<Partial<Record<RoleName, RoleField>>>
  readonly datasets: readonly DatasetEntry[]
  readonly categories: readonly Entry[]
  readonly oivs: readonly Entry[]
  /** The titles of the categories and publishers of datasets that are no longer listed, by key, as they were when these were. */
  readonly former: Readonly<Record<'categories' | 'oivs', ReadonlyMap<string, string>>>
  readonly inferences: readonly Inference[]
}

/** The configured fields of the dataset list. */
export type NamedFields = Partial<
  Readonly<Record<'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv', string | undefined>>
>

/** Why something was inferred, by a permanent name with its facts; {@link describeInferred} words it where it is shown. */
export interface InferenceEvidence {
  /** One of {@link EvidenceWords}; `sentence` in manifests of earlier versions, with the text as its fact. */
  readonly code: string
  readonly facts?: EvidenceFacts
}

type EvidenceFacts = Readonly<Record<string, string | number>>
type EvidenceCode = keyof typeof ENGLISH
/** A clause for each code. */
export type EvidenceWords = Readonly<Record<EvidenceCode, (facts: EvidenceFacts) => string>>

const ENGLISH = {
  config: () => 'the config names the field',
  // Also precedes any other evidence whose facts have `lacks`.
  lacks: ({ lacks }: EvidenceFacts) =>
    `the list has no field ${JSON.stringify(lacks)}, which the config names`,
  'no-field': () => 'no field fits',
  title: () => 'its name, and its values are short texts',
  description: () => 'its name, and its values are texts',
  updated: () => 'its name, and its values are dates',
  'link-texts': () => 'its values are the texts of links',
  phrases: () => 'its values are short phrases, most of them different',
  'code-names': () => 'its values are the names of codes',
  'no-keys': ({ list }: EvidenceFacts) => `no field of the datasets has values that are keys of ${list}`,
  members: ({ found, of, field }: EvidenceFacts) =>
    `${found} of ${of} values of ${field} are codes of datasets`,
  'few-keys': ({ found, of, field, list }: EvidenceFacts) =>
    `only ${found} of ${of} values of ${field} are keys of ${list}`,
  numbers: ({ field, list }: EvidenceFacts) =>
    `the numbers of ${field} are keys of ${list}, but so small that they may count anything, and its name does not tell`,
  keys: ({ found, of, field }: EvidenceFacts) => `${found} of ${of} values are found in ${field}`,
  // Also follows any other evidence whose facts have `links`.
  links: ({ links }: EvidenceFacts) => `${links} links to datasets are in the lists`,
  'linked-field': ({ links, found, of, field }: EvidenceFacts) =>
    `${links} links to datasets are in the lists, and ${found} of ${of} values of ${field} are their codes`,
  answers: ({ asked }: EvidenceFacts) => `the origin answers for its values (${asked} asked)`,
  differs: ({ asked }: EvidenceFacts) =>
    `the origin answers for its values with something else than for a code that does not exist (${asked} asked)`,
  within: ({ asked, fields }: EvidenceFacts) =>
    `the origin answers for texts of its entries, each in one of several fields, or for parts of them (${asked} asked): ${fields}`,
  likeliest: () =>
    'the likeliest field by its values and name; the origin answers for most of its values as for a code that does not exist, so asking proves nothing',
  before: () => 'the field of the run before',
  alike: () => 'the origin answers for the names in them as for a dataset that does not exist',
  'not-found': () => 'no link to a dataset and no field whose values answer were found in the lists',
}

/** Evidence with one of the known codes. */
export function inferredFrom(code: EvidenceCode, facts?: EvidenceFacts): InferenceEvidence {
  return facts === undefined ? { code } : { code, facts }
}

/** Evidence as a sentence in these words; undefined if its code is not among them. */
export function wordEvidence(
  words: EvidenceWords,
  { code, facts = {} }: InferenceEvidence,
): string | undefined {
  if (!Object.hasOwn(words, code)) return undefined
  const codes = [
    ...(facts.lacks !== undefined ? (['lacks'] as const) : []),
    code as EvidenceCode,
    ...(facts.links !== undefined && code !== 'linked-field' && code !== 'links' ? (['links'] as const) : []),
  ]
  return codes.map((one) => words[one](facts)).join('; ')
}

/** Evidence as an English sentence. */
export function describeInferred(evidence: InferenceEvidence): string {
  return wordEvidence(ENGLISH, evidence) ?? String(evidence.facts?.text ?? evidence.code)
}
