import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { mirrorEveryKind } from '../../support/every-kind.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const PYTHON = '/usr/bin/python3'
const isThere = spawnSync(PYTHON, ['-c', 'import rdflib']).status === 0

// Values stay as they are written, and the address of the file is not its base.
const SCRIPT = `
import sys, json, rdflib
from rdflib.namespace import DCAT, DCTERMS, RDF
rdflib.NORMALIZE_LITERALS = False
found = {}
for name, kind in (('catalog.ttl', 'turtle'), ('catalog.jsonld', 'json-ld')):
    text = open(sys.argv[1] + '/' + name, encoding='utf-8').read()
    graph = rdflib.Graph().parse(data=text.replace('.jsonld', '.ttl'), format=kind)
    named = sorted(' '.join(term.n3() for term in triple) for triple in graph
                   if not any(isinstance(term, rdflib.BNode) for term in triple))
    datasets = [graph.value(one, DCTERMS.identifier) for one in graph.subjects(RDF.type, DCAT.Dataset)]
    found[kind] = {'triples': len(graph), 'named': named, 'datasets': len(datasets), 'identified': len(set(datasets) - {None})}
print(json.dumps(found))
`

test('RDFLib, with which CKAN and udata read, finds the same in both renderings', {
  skip: isThere ? false : 'python3-rdflib is not on this machine',
}, async () => {
  const { out } = await mirrorEveryKind(temporaryFolder({ after }))
  const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', SCRIPT, out], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  assert.equal(status, 0, stderr)
  const { turtle, 'json-ld': json } = JSON.parse(stdout)
  assert.ok(turtle.datasets > 50 && turtle.identified === turtle.datasets, `${turtle.datasets}`)
  assert.deepEqual(json, turtle)
  assert.ok(!turtle.named.some((triple: string) => triple.includes('<file:')))
})
