import assert from 'node:assert/strict'
import { test } from 'node:test'
import { branchOf, localeOf } from '../../../src/lib/site/view/index.ts'
import { treeReading } from '../../support/sample-mirror/index.ts'

const en = localeOf('en')

test('an outline shows sizes, first values, and what is left out', () => {
  const { tree } = treeReading({
    nodes: Array.from({ length: 30 }, (_, id) => ({ id, name: `n${id}` })),
    version: null,
  })
  assert.ok(tree)
  const branch = branchOf(en, tree)
  assert.equal(branch.size, '2 members')
  assert.equal(branch.open, true)
  const [nodes, version] = branch.children
  assert.equal(nodes?.size, '30 items')
  assert.equal(nodes?.omitted, '… and 10 more')
  assert.equal(nodes?.children[0]?.gist, '0 · n0')
  assert.equal(nodes?.children[0]?.open, false)
  assert.deepEqual(version?.leaf, { text: 'null' })
})

test('an outline names what has no name, marks what is empty, and links web addresses', () => {
  const { tree } = treeReading({ '': { site: 'https://example.org/a', note: ' ' } })
  assert.ok(tree)
  const [unnamed] = branchOf(en, tree).children
  assert.equal(unnamed?.name, '(no name)')
  assert.deepEqual(
    unnamed?.children.map(({ kind, leaf }) => ({ kind, leaf })),
    [
      { kind: 'text', leaf: { text: 'https://example.org/a', href: 'https://example.org/a' } },
      { kind: 'null', leaf: { text: '–' } },
    ],
  )
})
