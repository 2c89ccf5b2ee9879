import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fingerprintOf, parseAllowedSigners, renderAllowedSigners } from '../../../src/lib/site/index.ts'
import { findSignatureProblem, NAMESPACE, renderSignature } from '../../../src/lib/site/proof/signature.ts'
import { parseSigningKey, type SigningKey } from '../../../src/lib/site/proof/signing-key.ts'
import { makeKey, sshKeygen, withoutSshKeygen } from '../../support/ssh-keygen.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const MESSAGE = '8d969eef  api/v1/list/index.json\n'
const sumOf = (text: string) => hash('sha512', text, 'buffer')

describe('a signature', { skip: withoutSshKeygen }, () => {
  const folder = temporaryFolder({ after })
  const at = (name: string) => join(folder, name)
  let key: SigningKey
  before(() => {
    key = parseSigningKey(readFileSync(makeKey(at('key'), '-C', 'a comment'), 'utf8'))
    writeFileSync(at('allowed_signers'), renderAllowedSigners(key.publicKey))
  })

  /** The verdict of ssh-keygen, and ours. */
  function verify(signature: string, message: string, namespace = NAMESPACE): [boolean, boolean] {
    writeFileSync(at('signature'), signature)
    const args = ['-Y', 'verify', '-f', 'allowed_signers', '-I', 'mirror', '-n', namespace, '-s', 'signature']
    const { status } = sshKeygen(args, { cwd: folder, input: message })
    return [status === 0, findSignatureProblem(signature, key.publicKey, sumOf(message)) === undefined]
  }

  it('is the one that ssh-keygen makes, byte for byte', () => {
    writeFileSync(at('message'), MESSAGE)
    sshKeygen(['-q', '-Y', 'sign', '-f', 'key', '-n', NAMESPACE, 'message'], { cwd: folder })
    assert.equal(renderSignature(key, sumOf(MESSAGE)), readFileSync(at('message.sig'), 'utf8'))
  })

  it('is valid only for its bytes and its purpose, according to ssh-keygen too', () => {
    const signature = renderSignature(key, sumOf(MESSAGE))
    assert.deepEqual(verify(signature, MESSAGE), [true, true])
    assert.deepEqual(verify(signature, `${MESSAGE}\n`), [false, false])
    assert.deepEqual(verify(signature, MESSAGE, 'file')[0], false)
    const own = parseSigningKey(readFileSync(makeKey(at('other')), 'utf8'))
    assert.deepEqual(verify(renderSignature(own, sumOf(MESSAGE)), MESSAGE), [false, false])
  })

  it('is refused if any of its bytes was changed', () => {
    const lines = renderSignature(key, sumOf(MESSAGE)).split('\n')
    const blob = Buffer.from(lines.slice(1, -2).join(''), 'base64')
    for (const offset of blob.keys()) {
      const changed = Buffer.from(blob)
      changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset)
      const text = [lines[0], changed.toString('base64'), ...lines.slice(-2)].join('\n')
      assert.notEqual(findSignatureProblem(text, key.publicKey, sumOf(MESSAGE)), undefined, `byte ${offset}`)
    }
    for (const cut of ['', lines.slice(0, -2).join('\n'), lines.slice(1).join('\n')])
      assert.deepEqual(verify(cut, MESSAGE), [false, false])
  })

  it('is by the key with the fingerprint that ssh-keygen prints', () => {
    const { stdout } = sshKeygen(['-l', '-f', at('key.pub')])
    assert.ok(stdout.includes(` ${fingerprintOf(key.publicKey)} `), stdout)
    assert.deepEqual(parseAllowedSigners(readFileSync(at('allowed_signers'), 'utf8')), key.publicKey)
  })

  it('needs a whole Ed25519 key of OpenSSH without a passphrase, and no message quotes the key', () => {
    const whole = readFileSync(at('key'), 'utf8')
    const made = (name: string, ...args: string[]) => readFileSync(makeKey(at(name), ...args), 'utf8')
    const half = whole.length / 2
    const other = whole[half] === 'A' ? 'B' : 'A'
    for (const [text, expected] of [
      [made('locked', '-N', 'secret'), /^is encrypted, and a run cannot enter a passphrase; /],
      [made('rsa', '-t', 'rsa', '-b', '1024'), /^has a key of the type ssh-rsa, not ssh-ed25519; /],
      [made('ecdsa', '-t', 'ecdsa'), /^has a key of the type ecdsa-sha2-nistp256, not ssh-ed25519; /],
      [made('pem', '-t', 'rsa', '-b', '1024', '-m', 'PEM'), /^is not in the format of OpenSSH; /],
      [readFileSync(at('key.pub'), 'utf8'), /^is a public key; name the file of the private key$/],
      ['', /^is not a private key of OpenSSH; /],
      [whole.replace(/\n.{9}/, '\nAAAAAAAAA'), /^is damaged: /],
      [whole.replace(/[^\n]+\n(?=-----END)/, ''), /^is damaged: /],
      [whole.slice(0, half) + other + whole.slice(half + 1), /^is damaged: /],
    ] as const)
      assert.throws(
        () => parseSigningKey(text),
        (error: Error) => expected.test(error.message) && !error.message.includes(whole.slice(100, 110)),
        text,
      )
  })
})
