import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why tests with time stamps are skipped; false if they are not. */
export const withoutOpenssl =
  spawnSync('openssl', ['ts', '-help']).status === 0 ? false : 'openssl ts is not on this machine'

const CONFIG = `
[tsa]
default_tsa = own
[own]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
[ext]
extendedKeyUsage = critical,timeStamping
`

/** A time stamping authority: `openssl ts`, with a root certificate of its own in `root.pem`, in a folder. */
export function openAuthority(folder: string): { reply(request: Buffer): Buffer; readonly root: string } {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  writeFileSync(join(folder, 'tsa.cnf'), CONFIG)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  run('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=root')
  run('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=authority')
  const signing = [
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-extfile',
    'tsa.cnf',
    '-extensions',
    'ext',
  ]
  run('x509', '-req', '-in', 'tsa.csr', '-out', 'tsa.pem', ...signing)
  return {
    root: join(folder, 'root.pem'),
    reply(request) {
      writeFileSync(join(folder, 'request.tsq'), request)
      run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request.tsq', '-out', 'reply.tsr')
      return readFileSync(join(folder, 'reply.tsr'))
    },
  }
}
