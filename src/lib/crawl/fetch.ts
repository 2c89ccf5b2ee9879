import { FetchFailure, findNoCodings } from '../http/index.ts'
import { fileOf, type Representation } from '../interface/index.ts'
import type { Generation, ManifestRecord } from '../snapshot/index.ts'
import { type Body, type BodyContext, openBody } from './body.ts'
import { carryCopy, hasSoundOriginal } from './carry-copy.ts'
import type { Client, FetchResult } from './client.ts'
import { isIntact } from './intact.ts'
import { keepBody } from './keep-body.ts'
import {
  findDoubt,
  maxAgeOf,
  usableValidators,
  type Validators,
  validatorsOf,
  vouchesFor,
} from './validators.ts'

export interface FetchContext extends BodyContext {
  readonly client: Client
  readonly current: Generation | undefined
  readonly now: () => Date
  /** Whether the `max-age` of answers is noted. */
  readonly cacheControl?: 'obey' | 'ignore' | undefined
  /** Paths of bodies that contain names which may indicate paging. */
  readonly mayHavePaging: Set<string>
  /** Paths of copies that are requested without validators. */
  readonly renewed: ReadonlySet<string>
  /** Called with a sentence about what is wrong with an accepted answer. */
  readonly onRemark: (representation: Representation, message: string) => void
  /** Called with what a Content-Encoding names that is no content coding. */
  readonly onNoCoding: (coding: string, address: string) => void
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
  const stored = draft.earlier.get(path) ?? current?.find(path)
  const record = await fetchOrRevalidate(context, representation, path, stored)
  draft.note(record)
  const doubt = stored?.sha256 && findDoubt(stored, record, record.sha256 !== stored.sha256)
  if (doubt) context.onRemark(representation, doubt)
  return record
}

async function fetchOrRevalidate(
  context: FetchContext,
  representation: Representation,
  path: string,
  stored: ManifestRecord | undefined,
): Promise<ManifestRecord> {
  const { current, draft, now, renewed } = context
  const isConditional = stored?.sha256 !== undefined && !renewed.has(path)
  const validators = isConditional ? usableValidators(stored) : {}
  const { answer, record } = await send(context, representation, path, validators)
  if (record) return record
  const received = validatorsOf(answer)
  const allowed = context.cacheControl === 'obey' ? maxAgeOf(answer) : undefined
  const vouched = {
    ...{ status: 304, ...received, fetchedAt: now().toISOString() },
    ...(allowed !== undefined && { maxAge: allowed }),
  }
  if (stored && vouchesFor(stored, received)) {
    if (draft.earlier.get(path) === stored) {
      draft.useEarlier(path)
      return { ...stored, ...vouched }
    }
    const { startedAt } = draft
    if (current && isIntact(current, stored, startedAt) && hasSoundOriginal(current, stored, startedAt))
      return { ...confirmed(carryCopy({ draft, current, remarks: [] }, stored)), ...vouched }
  }
  const whole = await send(context, representation, path, {})
  return whole.record as ManifestRecord
}

// The record of a copy that the origin has just confirmed, without the details of earlier failed runs.
function confirmed({
  since: _,
  evidence: __,
  doubted: ___,
  reasonCode,
  reasonFacts,
  reason,
  ...stored
}: ManifestRecord): ManifestRecord {
  return stored.derivedFrom === undefined
    ? { ...stored, state: 'unchanged' }
    : {
        ...stored,
        ...(reason && { reason }),
        ...(reasonCode === 'recoded' && { reasonCode, ...(reasonFacts && { reasonFacts }) }),
        state: 'derived',
      }
}

/** Sends one request. There is no record after a 304, which is only valid for a conditional request. */
async function send(
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
      if (body.mayHavePaging()) context.mayHavePaging.add(path)
      for (const coding of findNoCodings(answer.headers['content-encoding']))
        context.onNoCoding(coding, answer.address)
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
