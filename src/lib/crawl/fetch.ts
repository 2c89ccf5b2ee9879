import { join } from 'node:path'
import { fileOf, type Representation } from '../interface/index.ts'
import { createDocumentCheck, sniff, UnreadableDocument } from '../reading/index.ts'
import {
  type Draft,
  type FileSink,
  findDigest,
  type Generation,
  type ManifestRecord,
} from '../snapshot/index.ts'
import { changeTime } from './change-time.ts'
import type { Client } from './client.ts'
import { parseContentType } from './content-type.ts'
import { type Answer, single } from './exchange.ts'
import { FetchFailure } from './failure.ts'
import { transcode } from './transcode.ts'

/** A declaration of the encoding stands within these first bytes (WHATWG HTML, 13.2.3.2). */
const HEAD_BYTES = 1024
/** A draft of an interrupted run younger than this is taken as it is, in ms; an older one is asked about again. */
const FRESH = 6 * 3600 * 1000

export interface FetchContext {
  readonly client: Client
  readonly draft: Draft
  readonly current: Generation | undefined
  readonly maxBodyBytes: number
  readonly now: () => Date
  readonly onBytes: (count: number) => void
}

/** Asks for one representation and puts what is believed into the draft. Throws {@link FetchFailure}; then the draft is as before. */
export async function fetchRepresentation(
  context: FetchContext,
  representation: Representation,
): Promise<ManifestRecord> {
  const path = fileOf(representation)
  const { draft, current } = context
  const resumed = draft.resumed.get(path)
  if (resumed?.fetchedAt && context.now().getTime() - Date.parse(resumed.fetchedAt) < FRESH) return resumed
  draft.expect(path)
  const held = current?.find(path)
  if (current && held?.sha256 !== undefined && (held.etag ?? held.lastModified) !== undefined) {
    const asked = await ask(context, representation, path, held)
    if (asked.record) return note(draft, asked.record)
    if (isWhole(current, held)) {
      draft.carry(current, path)
      return note(draft, {
        ...settled(held),
        ...refreshed(asked.answer),
        fetchedAt: context.now().toISOString(),
      })
    }
  }
  const { record } = await ask(context, representation, path, undefined)
  return note(draft, record as ManifestRecord)
}

/** Whether the bytes of a record are still what it says. */
export function isWhole(generation: Generation, record: ManifestRecord): boolean {
  return (
    record.sha256 !== undefined && findDigest(join(generation.folder, record.path))?.sha256 === record.sha256
  )
}

function note(draft: Draft, record: ManifestRecord): ManifestRecord {
  draft.note(record)
  return record
}

// A record the origin has just vouched for: what a failed run said of it no longer holds.
function settled({ since: _, reason, ...held }: ManifestRecord): ManifestRecord {
  return held.derivedFrom === undefined
    ? { ...held, state: 'unchanged' }
    : { ...held, ...(reason && { reason }), state: 'derived' }
}

// A 304 may bring new validators (RFC 9111, 4.3.4).
function refreshed({ headers }: Answer): Partial<ManifestRecord> {
  const etag = single(headers.etag)
  const lastModified = single(headers['last-modified'])
  return { status: 304, ...(etag && { etag }), ...(lastModified && { lastModified }) }
}

async function ask(
  context: FetchContext,
  representation: Representation,
  path: string,
  held: ManifestRecord | undefined,
) {
  let body: Body | undefined
  try {
    const answer = await context.client.get({
      representation,
      etag: held?.etag,
      lastModified: held?.lastModified,
      open: (head, address) => {
        body?.file.drop()
        body = openBody(context, representation, path, head, address)
        return body
      },
    })
    if (answer.status === 304 && held === undefined)
      throw new FetchFailure(
        'status',
        answer.address,
        'answered 304 although nothing was asked conditionally',
        { status: 304 },
      )
    // A body of an earlier attempt is no answer to the last one.
    if (answer.status !== 200) body?.file.drop()
    const record =
      answer.status === 200 && body ? keep(context, representation, path, body, answer) : undefined
    return { answer, record }
  } catch (error) {
    body?.file.drop()
    throw error
  }
}

interface Body {
  readonly file: FileSink
  readonly encoding: () => string
  /** Whether the bytes alone, without the header they came with, tell how to read them. */
  readonly speaksForItself: () => boolean
  write(chunk: Uint8Array): void
  finish(): void
}

// Every byte is hashed, stored and checked as it passes; a body that is refused stops its transfer.
function openBody(
  { draft, maxBodyBytes, onBytes }: FetchContext,
  { format }: Representation,
  path: string,
  answer: Answer,
  address: string,
): Body {
  const file = draft.open(path)
  const { mediaType, charset } = parseContentType(single(answer.headers['content-type']))
  const check = createDocumentCheck(format, charset)
  let bytes = 0
  let encoding = 'utf-8'
  let head: Uint8Array | undefined
  const checked = (act: () => void) => {
    try {
      act()
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error
      throw new FetchFailure(
        error.fault,
        address,
        `answered 200 with a body that is not ${format}: ${error.message.replace(/\.$/, '')}`,
        { status: 200, mediaType, cause: error },
      )
    }
  }
  return {
    file,
    encoding: () => encoding,
    speaksForItself: () => sniff(head ?? new Uint8Array(), undefined, undefined).encoding === encoding,
    write(chunk) {
      head ??= chunk.slice(0, HEAD_BYTES)
      bytes += chunk.length
      onBytes(chunk.length)
      if (bytes > maxBodyBytes)
        throw new FetchFailure(
          'large',
          address,
          `sent more than ${maxBodyBytes} bytes (the config key maxBodyBytes)`,
          { status: 200, mediaType },
        )
      file.write(chunk)
      checked(() => check.write(chunk))
    },
    finish() {
      checked(() => {
        encoding = check.end().encoding
      })
    },
  }
}

function keep(
  context: FetchContext,
  representation: Representation,
  path: string,
  body: Body,
  answer: Answer & { address: string },
): ManifestRecord {
  const { draft, current, now } = context
  const { resource, format } = representation
  const { mediaType, charset } = parseContentType(single(answer.headers['content-type']))
  const etag = single(answer.headers.etag)
  const lastModified = single(answer.headers['last-modified'])
  const fetchedAt = now().toISOString()
  const described = {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format,
    address: answer.address,
    status: 200,
    ...(mediaType && { mediaType }),
    ...(charset && { charset }),
    ...(etag && { etag }),
    ...(lastModified && { lastModified }),
    fetchedAt,
  }
  const foreign =
    format === 'json' ? body.encoding() !== 'utf-8' : format === 'xml' && !body.speaksForItself()
  if (foreign) return transcode(context, described, body.file, body.encoding())
  const { sha256, bytes } = body.file.digest()
  const held = current?.find(path)
  if (current && held?.sha256 === sha256 && isWhole(current, held)) {
    body.file.drop()
    draft.carry(current, path)
    return {
      ...described,
      state: 'unchanged',
      sha256,
      bytes,
      ...(held.changedAt && { changedAt: held.changedAt }),
    }
  }
  const changedAt = changeTime(lastModified, held?.changedAt, now())
  body.file.keep(changedAt)
  return { ...described, state: 'fetched', sha256, bytes, changedAt: changedAt.toISOString() }
}
