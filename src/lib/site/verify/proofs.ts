import { join } from 'node:path'
import { MOST_SMALL_JSON } from '../../reading/json/bounded.ts'
import {
  CHAIN,
  findDigest,
  type Manifest,
  MOST_CHAIN_BYTES,
  parseChain,
  readBounded,
  readTextFile,
  sumOfData,
} from '../../snapshot/index.ts'
import { findTimestampProblem, MOST_REPLY_BYTES, sha512Of, TIMESTAMP } from '../proof/sign-site.ts'
import {
  ALLOWED_SIGNERS,
  findSignatureProblem,
  parseAllowedSigners,
  SIGNED,
  signatureOf,
} from '../proof/signature.ts'
import type { Verdict, VerifyFinding } from './statements.ts'

/** The finding about a proof that does not fit or cannot be read; none if `findProblem` finds none. */
function judge(path: string, findProblem: () => string | undefined): VerifyFinding[] {
  try {
    const message = findProblem()
    return message === undefined ? [] : [{ kind: 'contradiction', path, message }]
  } catch (error) {
    return [{ kind: 'unreadable', path, message: (error as Error).message }]
  }
}

/** Compares the chain of generations, if a site has one, with its manifest. */
export function verifyChain(
  site: string,
  files: readonly string[],
  manifest: Manifest | undefined,
): VerifyFinding[] {
  if (!files.includes(CHAIN)) return []
  return judge(CHAIN, () => {
    const last = parseChain(readTextFile(join(site, CHAIN), MOST_CHAIN_BYTES)).at(-1)
    if (manifest === undefined || last?.data === sumOfData(manifest)) return undefined
    return 'Its last line is not about the data that manifest.json lists.'
  })
}

/** Compares the time stamp of the checksums, if a site has one, with them. */
export function verifyTimestamp(site: string, files: readonly string[]): VerifyFinding[] {
  const path = TIMESTAMP.reply
  if (!files.includes(path)) return []
  return judge(path, () => {
    const sha256 = Buffer.from(findDigest(join(site, 'SHA256SUMS'))?.sha256 ?? '', 'hex')
    const problem = findTimestampProblem(readBounded(join(site, path), MOST_REPLY_BYTES), sha256)
    return problem && `As a time stamp of SHA256SUMS, it ${problem}.`
  })
}

/** Compares the signatures of a site with its own public key. `files`: all of its files. */
export function verifyProofs(site: string, files: readonly string[]): Pick<Verdict, 'findings' | 'notes'> {
  const signatures = SIGNED.map((path) => ({ path, signature: signatureOf(path) }))
  const [signed, unsigned] = [true, false].map((isThere) =>
    signatures.filter(({ signature }) => files.includes(signature) === isThere),
  ) as [typeof signatures, typeof signatures]
  if (!files.includes(ALLOWED_SIGNERS))
    return {
      findings: signed.map(({ signature }) => ({
        kind: 'unexpected',
        path: signature,
        message: `The site has no public key (${ALLOWED_SIGNERS}).`,
      })),
      notes: [],
    }
  return {
    findings: [
      ...signed.flatMap(({ path, signature }) => findFault(site, path, signature)),
      ...unsigned
        .filter(({ path }) => path === 'SHA256SUMS')
        .map(({ signature: path }) => ({ kind: 'missing' as const, path, message: 'The site is signed.' })),
    ],
    notes: unsigned
      .filter(({ path }) => path !== 'SHA256SUMS')
      .map(({ path, signature }) => ({
        code: 'unsigned' as const,
        message: `${signature} is missing, although the site is signed: a run was interrupted while it replaced ${path}. Build again.`,
      })),
  }
}

function findFault(site: string, path: string, signature: string): VerifyFinding[] {
  return judge(signature, () => {
    const publicKey = parseAllowedSigners(readTextFile(join(site, ALLOWED_SIGNERS), MOST_SMALL_JSON))
    const signed = readTextFile(join(site, signature), MOST_SMALL_JSON)
    const problem = findSignatureProblem(signed, publicKey, sha512Of(join(site, path)))
    return problem && `As a signature of ${path}, it ${problem}.`
  })
}
