import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isThere, ROOT } from './support/markdown.ts'

/** Names of a machine or its network, which must not be in the project. Written so that this file does not match itself. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  'a package registry':
    /\bregistry[.][a-z0-9-]+[.][a-z]+|\bregistry[.](?:local|lan|internal)\b|\bnpmjs[.](?:org|com)\b/i,
  'an address a package was installed from': /"resolved": "(?:https?|file):/,
  'a path of a machine': /(?<![\w.~-])[/](?:work|root|home|Users|tmp)[/][\w.-]/,
}

const EXAMPLES: readonly (readonly [what: string, example: string])[] = [
  ['a package registry', ['https://registry', '.example.com/left-pad'].join('')],
  ['a package registry', ['https://www.npm', 'js.com/package/left-pad'].join('')],
  ['an address a package was installed from', ['"resolved"', ': "https://a.example/p.tgz"'].join('')],
  ['a path of a machine', ['/ho', 'me/ann/mirror'].join('')],
  ['a path of a machine', ["from '/wo", "rk/main/src'"].join('')],
]

test('tracked files name no package registry and no path of a machine', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(isThere)
  const found = files
    .filter((file) => file !== '' && !/\.(?:png|jpe?g|ico|woff2?)$/.test(file))
    .flatMap((file) => findForeign(file, readFileSync(`${ROOT}${file}`, 'utf8')))
  assert.ok(files.length > 100, `git knows only ${files.length} files`)
  assert.deepEqual(found, [])
})

test('a package registry and a path of a machine are found', () => {
  for (const [what, example] of EXAMPLES)
    assert.deepEqual(findForeign('file', example).length > 0, true, `${what}: ${example}`)
  assert.deepEqual(
    findForeign('file', 'https://data.example.org/home/list/ api/v1/works/ ./tmp/x ../home/y'),
    [],
  )
})

function findForeign(file: string, text: string): string[] {
  return Object.entries(FOREIGN).flatMap(([what, pattern]) => {
    const seen = pattern.exec(text)
    return seen ? [`${file}: ${what}: ${seen[0]}`] : []
  })
}
