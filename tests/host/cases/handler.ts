import assert from 'node:assert/strict'
import type { Case } from './case.ts'

const TARGET = 'api/v1/list/?type=json'

/** What is true of the servers that share the project's own handler, and not of every host: the conditions that guard a changed file. */
export const HANDLER_CASES: readonly Case[] = [
  {
    name: 'answers 412 to If-Match without its ETag',
    async run({ ask }) {
      const { etag = '' } = (await ask(TARGET)).headers
      const asked = async (tags: string, more = {}) =>
        (await ask(TARGET, { headers: { 'if-match': tags, ...more } })).status
      assert.deepEqual(
        [await asked(etag), await asked(`"other", ${etag}`), await asked('*'), await asked('"other"')],
        [200, 200, 200, 412],
      )
      assert.equal(await asked(`W/${etag.replace(/^W\//, '')}`), 412, 'a weak tag proves no bytes')
      assert.equal(await asked('"other"', { range: 'bytes=0-3' }), 412, 'goes before Range')
      assert.equal(await asked('"other"', { 'if-none-match': etag }), 412, 'goes before If-None-Match')
    },
  },
  {
    name: 'answers 412 to If-Unmodified-Since with a time before its Last-Modified',
    async run({ ask }) {
      const time = Date.parse((await ask(TARGET)).headers['last-modified'] ?? '')
      const asked = async (since: string, more = {}) =>
        (await ask(TARGET, { headers: { 'if-unmodified-since': since, ...more } })).status
      const at = (milliseconds: number) => new Date(milliseconds).toUTCString()
      assert.deepEqual(
        [await asked(at(time)), await asked(at(time + 60_000)), await asked(at(time - 60_000))],
        [200, 200, 412],
      )
      assert.equal(await asked('yesterday'), 200, 'what is no date is ignored')
      assert.equal(await asked(at(time - 60_000), { 'if-match': '*' }), 200, 'If-Match goes before it')
    },
  },
]
