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
