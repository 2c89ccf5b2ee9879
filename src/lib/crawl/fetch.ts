import { FetchFailure } from '../http/index.ts'
import { fileOf, type Representation } from '../interface/index.ts'
import type { Generation, ManifestRecord } from '../snapshot/index.ts'
import { type Body, type BodyContext, openBody } from './body.ts'
import type { Client, FetchResult } from './client.ts'
import { keepBody } from './keep-body.ts'
import { findDoubt, usableValidators, type Validators, validatorsOf, vouchesFor } from './validators.ts'
import { isWhole } from './whole.ts'

export interface FetchContext extends BodyContext {
  readonly client: Client
  readonly current: Generation | undefined
  readonly now: () => Date
  /** Paths of bodies that contain names which may indicate paging. */
  readonly mayTellPaging: Set<string>
  /** Called with a sentence about what is wrong with an accepted answer. */
  readonly onRemark?: ((representation: Representation, message: string) => void) | undefined
}

/** Fetches one representation and stores an accepted body in the draft. Throws {@link FetchFailure}; then the draft is unchanged. */
export async function fetchRepresentation(
  context: FetchContext,
  representation: Representation,
): Promise<ManifestRecord> {
  const path = fileOf(representation)
  const { draft, current } = context
  const resumed = draft.resumed.get(path)
  if (resumed) return resumed
  const held = draft.earlier.get(path) ?? current?.find(path)
  const record = await fetchAnew(context, representation, path, held)
  draft.note(record)
  const doubt = held?.sha256 && findDoubt(held, record, record.sha256 !== held.sha256)
  if (doubt) context.onRemark?.(representation, doubt)
  return record
}

async function fetchAnew(
  context: FetchContext,
  representation: Representation,
  path: string,
  held: ManifestRecord | undefined,
): Promise<ManifestRecord> {
  const { current, draft, now } = context
  const validators = held?.sha256 === undefined ? {} : usableValidators(held)
  const { answer, record } = await ask(context, representation, path, validators)
  if (record) return record
  const came = validatorsOf(answer)
  const vouched = { status: 304, ...came, fetchedAt: now().toISOString() }
  if (held && vouchesFor(held, came)) {
    if (draft.earlier.get(path) === held) {
      draft.useEarlier(path)
      return { ...held, ...vouched }
    }
    if (current && isWhole(current, held)) {
      draft.carry(current, path)
      return { ...settled(held), ...vouched }
    }
  }
  const whole = await ask(context, representation, path, {})
  return whole.record as ManifestRecord
}

// The record of a copy that the origin has just confirmed, without the details of earlier failed runs.
function settled({
  since: _,
  evidence: __,
  doubted: ___,
  reasonCode,
  reasonFacts,
  reason,
  ...held
}: ManifestRecord): ManifestRecord {
  return held.derivedFrom === undefined
    ? { ...held, state: 'unchanged' }
    : {
        ...held,
        ...(reason && { reason }),
        ...(reasonCode === 'recoded' && { reasonCode, ...(reasonFacts && { reasonFacts }) }),
        state: 'derived',
      }
}

/** Sends one request. There is no record after a 304, which is only valid for a conditional request. */
async function ask(
  context: FetchContext,
  representation: Representation,
  path: string,
  validators: Validators,
): Promise<{ answer: FetchResult; record: ManifestRecord | undefined }> {
  let body: Body | undefined
  try {
    const answer = await context.client.get({
      representation,
      ...validators,
      open(head, address) {
        body?.file.drop()
        body = openBody(context, representation, path, head, address)
        return body
      },
    })
    if (answer.status === 200 && body) {
      const record = keepBody(context, representation, path, body, answer)
      if (body.mayTellPaging()) context.mayTellPaging.add(path)
      return { answer, record }
    }
    // The body of an earlier attempt, not of the last one.
    body?.file.drop()
    if (Object.keys(validators).length > 0) return { answer, record: undefined }
    const message = 'answered 304 to an unconditional request'
    throw new FetchFailure('status', answer.address, message, { status: 304 })
  } catch (error) {
    body?.file.drop()
    throw error
  }
}
