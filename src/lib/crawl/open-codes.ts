import { type ListDocument, textsOf } from '../catalogue/index.ts'
import type { FetchFailure } from '../http/index.ts'
import { type DataFormat, quoteCode } from '../interface/index.ts'
import type { Problem } from '../snapshot/index.ts'
import { type Asking, CONTROL, CONTROLS, judgeText } from './probe-codes.ts'

/** Texts that count as absent only because the origin answered for them as for a code that does not exist. */
export interface Assumed {
  readonly format: DataFormat
  /** How it failed for that code; undefined if it answered. */
  readonly control: FetchFailure | undefined
  /** The problems if it answers in this way for what it has as well. */
  readonly problems: readonly Problem[]
}

/** What the answers of the origin leave open. */
interface Open {
  readonly problems: readonly Problem[]
  /** Whether they show nothing about some text. */
  readonly isUnclear: boolean
  readonly assumed: Assumed | undefined
}

/** Texts of the lists. */
interface Known {
  /** Those that are codes. */
  readonly named: ReadonlySet<string>
  /** Those that may be codes because of their places. */
  readonly asked: ReadonlySet<string>
}

/** Finds the requested texts of which the answers do not show whether they are codes. */
export async function findOpen(input: Asking, lists: readonly ListDocument[], known: Known): Promise<Open> {
  const open: string[] = []
  const assumed: string[] = []
  for (const text of [...input.answered, ...input.failed.keys()]) {
    const verdict = await judgeText(input, text)
    if (verdict === 'open') open.push(text)
    if (verdict === 'assumed' && !isControl(text)) assumed.push(text)
  }
  const control = input.failed.get(CONTROL)
  const describe = (texts: readonly string[]) => describeUnclear(input, texts, lists, known)
  return {
    problems: describe(open),
    isUnclear: open.length > 0,
    assumed:
      assumed.length === 0
        ? undefined
        : { format: input.format, control, problems: describe([...open, ...assumed]) },
  }
}

function isControl(text: string): boolean {
  return CONTROLS.some((code) => code === text)
}

const SHOWN = 3

function describeUnclear(
  input: Asking,
  texts: readonly string[],
  lists: readonly ListDocument[],
  { named, asked }: Known,
): Problem[] {
  const open = texts.filter((text) => !isControl(text) && !named.has(text))
  if (open.length === 0) return []
  const uncoded = findUncoded(lists, named)
  // The others were tried while the field of codes was looked for.
  const unclear = open.filter((text) => asked.has(text) || uncoded.has(text))
  const [first] = unclear
  if (first === undefined) return []
  const more = unclear.length > SHOWN ? ` and ${unclear.length - SHOWN} more` : ''
  const shown = unclear.slice(0, SHOWN).map((text) => `${quoteCode(text)} (${describeAnswer(input, text)})`)
  const message = `${unclear.length} texts in them may be codes of datasets that are not mirrored yet. The origin was asked for them, but its answers do not show whether they are: ${shown.join(', ')}${more}. The next run asks again. If they are codes, add them to the config key codes.`
  return [
    {
      severity: unclear.some((text) => uncoded.has(text)) ? 'gap' : 'warning',
      code: 'unclear-code',
      subject: 'lists',
      message,
      facts: { texts: unclear.length, text: first },
    },
  ]
}

function describeAnswer({ failed }: Asking, text: string): string {
  const [failure, control] = [failed.get(text), failed.get(CONTROL)]
  if (failure) return `it ${failure.message}`
  return control
    ? `it answered, but for a code that does not exist it ${control.message}`
    : 'it answered as for a code that does not exist'
}

// The texts of the entries of datasets that have no code.
function findUncoded(lists: readonly ListDocument[], named: ReadonlySet<string>): ReadonlySet<string> {
  const ofDatasets = lists.filter(
    ({ operation, isWhole, shape }) => operation === 'list_datasets' && !isWhole && shape !== 'single',
  )
  const entries = ofDatasets.flatMap(({ records }) =>
    records.map(({ fields }) => textsOf(fields).map(([, text]) => text)),
  )
  return new Set(entries.filter((texts) => !texts.some((text) => named.has(text))).flat())
}
