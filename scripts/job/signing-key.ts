import { realpathSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import { ALLOWED_SIGNERS, parseAllowedSigners } from '../../src/lib/site/proof/signature.ts'
import { parseSigningKey, type SigningKey } from '../../src/lib/site/proof/signing-key.ts'
import {
  describeKind,
  describeSystemError,
  isAbsent,
  isWithin,
  readTextFile,
  realFolder,
} from '../../src/lib/snapshot/index.ts'

/** The largest size of a key file. A key with its comment has a few hundred bytes. */
const MOST_BYTES = 65_536

/**
 * Reads the key that signs the site: the file in the environment variable `MIRROR_SIGNING_KEY`, or else in the config; undefined if neither names
 * one. Throws a ConfigError that states the variable or config key and the file, but not its contents.
 */
export function readSigningKey({
  signingKey,
  out,
}: Pick<Settings, 'signingKey' | 'out'>): SigningKey | undefined {
  const { MIRROR_SIGNING_KEY } = process.env
  const named = MIRROR_SIGNING_KEY || signingKey
  if (named === undefined) return undefined
  const file = resolve(named)
  const where = MIRROR_SIGNING_KEY ? 'MIRROR_SIGNING_KEY' : 'signingKey'
  try {
    const stats = statSync(file)
    if (!stats.isFile()) throw new Error(`is a ${describeKind(stats)}, not a file`)
    // Before the check of permissions, because everybody may read a public key, and then this error helps more.
    const key = parseSigningKey(readTextFile(file, MOST_BYTES))
    checkPrivate(stats)
    if (isWithin(realpathSync(file), realFolder(out)))
      throw new Error(`is in ${out}, which is published; move it`)
    return key
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException
    const problem = 'syscall' in error ? describeSystemError(error) : `${file} ${error.message}.`
    throw new ConfigError(`${where}: ${problem}`, { cause })
  }
}

// Like ssh, refuses a key that others can read.
function checkPrivate(stats: Stats): void {
  const mode = stats.mode & 0o777
  if ((mode & 0o077) !== 0)
    throw new Error(`can be used by other users (mode ${mode.toString(8)}); run chmod 600 on it`)
}

/** Throws a ConfigError if a published site is signed with another key than `key`. */
export function checkSameSigner(site: string, key: SigningKey | undefined): void {
  const published = findSigner(join(site, ALLOWED_SIGNERS))
  if (published === undefined || key?.publicKey.equals(published)) return
  throw new ConfigError(
    `signingKey: ${site} is signed, and preparing it changes its checksums. Name the key that signed it, or build the site again.`,
  )
}

function findSigner(file: string): Buffer | undefined {
  try {
    return parseAllowedSigners(readTextFile(file))
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw new ConfigError(`${file}: ${(error as Error).message} Build the site again.`, { cause: error })
  }
}
