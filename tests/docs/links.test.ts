import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { anchorsOf, codesIn, DOCUMENTS, isThere, readText, tableUnder } from './support/markdown.ts'

interface Link {
  readonly document: string
  readonly target: string
}

const LINKS = DOCUMENTS.flatMap(findLinks)

test('every relative link and image of the documents leads to an existing file', () => {
  const dead = LINKS.filter(({ document, target }) => !isThere(fileOf(document, target)))
  assert.deepEqual(dead, [])
})

test('every link to a part of a document leads to one of its headings', () => {
  const lost = LINKS.filter(({ document, target }) => {
    const [, anchor] = target.split('#')
    return anchor !== undefined && !anchorsOf(readText(fileOf(document, target))).has(anchor)
  })
  assert.deepEqual(lost, [])
})

test('every path of the project in any document exists', () => {
  const paths = DOCUMENTS.flatMap((document) =>
    codesIn(readText(document).replace(/^```.*?^```/gms, ''))
      .flatMap((code) => code.match(/(?<![\w./])(?:src|scripts|tests|docs|public)\/\S+/g) ?? [])
      .map((path) => ({ document, path })),
  )
  assert.ok(paths.length > 100, `only ${paths.length} paths were found`)
  assert.deepEqual(
    paths.filter(({ path }) => !/[<*]/.test(path) && !isThere(path)),
    [],
  )
})

test('CONTRIBUTING.md answers each question on where something is with at most three files', () => {
  const rows = tableUnder(readText('CONTRIBUTING.md'), '## Where is …?')
  assert.ok(rows.length >= 5, `only ${rows.length} questions were found`)
  for (const { Question, Files } of rows) {
    const files = codesIn(Files ?? '').filter((code) => code.includes('/'))
    assert.ok(files.length >= 1 && files.length <= 3, `${Question}: ${files.length} files`)
  }
})

test('every document is linked from the README', () => {
  const linked = new Set(LINKS.filter(({ document }) => document === 'README.md').map(({ target }) => target))
  for (const document of DOCUMENTS) if (document !== 'README.md') assert.ok(linked.has(document), document)
  assert.ok(linked.has('LICENSE'))
})

test('every promise in reliability.md names its test', () => {
  const text = readText('docs/reliability.md')
  for (const [, heading] of text.matchAll(/^(## .*)$/gm))
    for (const { Promise: promise, 'Fault that tests it': fault = '' } of tableUnder(text, String(heading)))
      assert.match(fault, /`tests\/|`npm run drill`/, promise)
})

test('the documents have screenshots of a dataset and the home page', () => {
  const shown = new Set(LINKS.map(({ document, target }) => fileOf(document, target)))
  assert.ok(shown.has('docs/screenshots/dataset.png'))
  assert.ok(shown.has('docs/screenshots/home.png'))
})

test('every image has an alternative text', () => {
  for (const document of DOCUMENTS)
    for (const [picture, words = ''] of readText(document).matchAll(/!\[([^\]]*)\]\([^)]*\)/g))
      assert.ok(words.length > 20, `${document}: ${picture}`)
})

test('the licence is MIT, as package.json says', () => {
  assert.match(readText('LICENSE'), /^MIT License\n\nCopyright \(c\) \d{4} the open-data-mirror authors\n/)
  assert.equal(JSON.parse(readText('package.json')).license, 'MIT')
})

test('the changelog speaks of the version in package.json', () => {
  const { version } = JSON.parse(readText('package.json'))
  assert.ok(readText('CHANGELOG.md').includes(`\n## [${version}] – `))
})

/** Links and pictures that lead to a file of the project. */
function findLinks(document: string): Link[] {
  const prose = readText(document)
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)|(?:src|srcset|href)="([^"]+)"/g)]
  return targets
    .map(([, inline, attribute]) => ({ document, target: inline ?? attribute ?? '' }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
}

function fileOf(document: string, target: string): string {
  const [path = ''] = target.split('#')
  return path === '' ? document : posix.join(posix.dirname(document), decodeURIComponent(path))
}

test('the architecture document is short', () => {
  const lines = readText('docs/architecture.md').trimEnd().split('\n').length
  assert.ok(lines <= 150, `docs/architecture.md has ${lines} lines; 150 are the limit`)
})

test('decisions are short, with the newest first', () => {
  const sections = readText('docs/decisions.md').split(/^## /m).slice(1)
  const dates = sections.map((section) => Date.parse(/\((\d+ \w+ \d{4})\)$/m.exec(section)?.[1] ?? ''))
  assert.deepEqual(
    dates,
    dates.toSorted((a, b) => b - a),
  )
  for (const section of sections) {
    const [title, ...paragraphs] = section.trim().split(/\n\n+/)
    assert.equal(paragraphs.length, 1, title)
  }
})
