import assert from 'node:assert/strict'
import type { Case } from './case.ts'

const TARGET = 'api/v1/list/?type=json'

/** What is true of the servers that share the project's own handler, and not of every host: the conditions that guard a changed file. */
export const HANDLER_CASES: readonly Case[] = [
  {
    name: 'answers 412 to If-Match without its ETag',
    async run({ ask }) {
      const { etag = '' } = (await ask(TARGET)).headers
      const statusFor = async (tags: string, more = {}) =>
        (await ask(TARGET, { headers: { 'if-match': tags, ...more } })).status
      assert.deepEqual(
        [
          await statusFor(etag),
          await statusFor(`"other", ${etag}`),
          await statusFor('*'),
          await statusFor('"other"'),
        ],
        [200, 200, 200, 412],
      )
      assert.equal(await statusFor(`W/${etag.replace(/^W\//, '')}`), 412, 'a weak tag proves no bytes')
      assert.equal(await statusFor('"other"', { range: 'bytes=0-3' }), 412, 'goes before Range')
      assert.equal(await statusFor('"other"', { 'if-none-match': etag }), 412, 'goes before If-None-Match')
    },
  },
  {
    name: 'answers 412 to If-Unmodified-Since with a time before its Last-Modified',
    async run({ ask }) {
      const time = Date.parse((await ask(TARGET)).headers['last-modified'] ?? '')
      const statusFor = async (since: string, more = {}) =>
        (await ask(TARGET, { headers: { 'if-unmodified-since': since, ...more } })).status
      const at = (milliseconds: number) => new Date(milliseconds).toUTCString()
      assert.deepEqual(
        [await statusFor(at(time)), await statusFor(at(time + 60_000)), await statusFor(at(time - 60_000))],
        [200, 200, 412],
      )
      assert.equal(await statusFor('yesterday'), 200, 'what is no date is ignored')
      assert.equal(await statusFor(at(time - 60_000), { 'if-match': '*' }), 200, 'If-Match goes before it')
    },
  },
]
