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
