import { single } from '../http/index.ts'
import type { Representation } from '../interface/index.ts'
import type { Draft, Generation, ManifestRecord } from '../snapshot/index.ts'
import type { Body } from './body.ts'
import { changeTime } from './change-time.ts'
import type { FetchResult } from './client.ts'
import { parseContentType } from './content-type.ts'
import { findPagingHeaders } from './partial.ts'
import { transcode } from './transcode.ts'
import { validatorsOf } from './validators.ts'
import { isWhole } from './whole.ts'

interface KeepContext {
  readonly draft: Draft
  readonly current: Generation | undefined
  readonly now: () => Date
}

/** Stores an accepted body in the draft, or links the stored file if the bytes are the same. Returns its record. */
export function keepBody(
  context: KeepContext,
  representation: Representation,
  path: string,
  body: Body,
  answer: FetchResult,
): ManifestRecord {
  const { draft, current, now } = context
  const { resource, format } = representation
  const { mediaType, charset } = parseContentType(single(answer.headers['content-type']))
  const validators = validatorsOf(answer)
  const pagingHeaders = findPagingHeaders(answer.headers)
  const described = {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format,
    address: answer.address,
    status: 200,
    ...(mediaType && { mediaType }),
    ...(charset && { charset }),
    ...validators,
    ...(pagingHeaders && { pagingHeaders }),
    fetchedAt: now().toISOString(),
  }
  const foreign =
    format === 'json' ? body.encoding() !== 'utf-8' : format === 'xml' && !body.isSelfDescribing()
  if (foreign) return transcode(context, described, body.file, body.encoding())
  const { sha256, bytes } = body.file.digest()
  const stored = current?.find(path)
  if (current && stored?.sha256 === sha256 && isWhole(current, stored)) {
    body.file.drop()
    draft.carry(current, path)
    const { changedAt } = stored
    return { ...described, state: 'unchanged', sha256, bytes, ...(changedAt && { changedAt }) }
  }
  const changedAt = changeTime(validators.lastModified, stored?.changedAt, now())
  body.file.keep(changedAt)
  return { ...described, state: 'fetched', sha256, bytes, changedAt: changedAt.toISOString() }
}
