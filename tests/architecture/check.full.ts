import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { ROOT } from '../support/files.ts'

test('the sources have the form, and the types, that npm run check asks for', async () => {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  const check = spawn('npm', ['run', '--silent', 'check'], { cwd: ROOT, env })
  const exited = new Promise((resolve) => check.on('close', resolve))
  const said = await Promise.all([text(check.stdout), text(check.stderr)])
  assert.equal(await exited, 0, said.join('\n'))
})
