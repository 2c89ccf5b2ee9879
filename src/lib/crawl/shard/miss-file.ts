import * as v from 'valibot'
import { FAILURE_KINDS, FetchFailure } from '../../http/index.ts'
import { type Accepted, countField } from '../../interface/field.ts'
import { fileOf, findRepresentationOfFile } from '../../interface/index.ts'
import { factsField } from '../../snapshot/fields.ts'
import { recordSchema } from '../../snapshot/index.ts'
import type { Miss } from '../run.ts'

const { evidence, doubted } = recordSchema.entries
const flag = v.exactOptional(v.literal(true))

/** A miss as json. */
export const missSchema = v.object({
  /** The file that the representation would have. */
  path: v.pipe(
    v.string(),
    v.check((path) => findRepresentationOfFile(path) !== undefined, 'expected the file of a representation'),
  ),
  kind: v.picklist(FAILURE_KINDS),
  address: v.string(),
  message: v.string(),
  status: v.exactOptional(countField),
  mediaType: v.exactOptional(v.string()),
  retryAfter: v.exactOptional(v.number()),
  evidence,
  doubted,
  unconnected: flag,
  lasting: flag,
  unsent: flag,
  single: flag,
  facts: factsField,
})

type MissFile = Accepted<typeof missSchema>

/** A miss as json, without the error that caused it. */
export function packMiss({ representation, failure }: Miss): MissFile {
  const { kind, address, message, status, mediaType, retryAfter, evidence, doubted, facts } = failure
  const { unconnected, lasting, unsent, single } = failure
  return {
    path: fileOf(representation),
    ...{ kind, address, message, facts },
    ...(status !== undefined && { status }),
    ...(mediaType !== undefined && { mediaType }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(evidence && { evidence }),
    ...(doubted && { doubted }),
    ...(unconnected && { unconnected }),
    ...(lasting && { lasting }),
    ...(unsent && { unsent }),
    ...(single && { single }),
  }
}

/** The inverse of {@link packMiss}; undefined if the path is of no representation. */
export function unpackMiss({ path, kind, address, message, ...details }: MissFile): Miss | undefined {
  const representation = findRepresentationOfFile(path)
  return representation && { representation, failure: new FetchFailure(kind, address, message, details) }
}
