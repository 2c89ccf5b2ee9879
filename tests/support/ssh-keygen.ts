import { spawnSync } from 'node:child_process'

/** Runs ssh-keygen. */
export function sshKeygen(args: readonly string[], options: { cwd?: string; input?: string | Buffer } = {}) {
  return spawnSync('ssh-keygen', args, { ...options, encoding: 'utf8' })
}

/** Why tests with ssh-keygen are skipped; false if they are not. */
export const withoutSshKeygen =
  sshKeygen(['-Y']).error === undefined ? false : 'ssh-keygen is not on this machine'

/** Makes a key without a passphrase, and returns its file. */
export function makeKey(file: string, ...args: string[]): string {
  const { status, stderr } = sshKeygen(['-q', '-t', 'ed25519', '-N', '', '-f', file, ...args])
  if (status !== 0) throw new Error(stderr)
  return file
}
