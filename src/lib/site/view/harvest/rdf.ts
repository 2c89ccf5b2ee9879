/**
 * A value of a property: a text, an address, a text with a datatype (the name of one in {@link NAMES}), or a thing. A thing without an
 * address of its own is written where it is used.
 */
type RdfValue =
  | string
  | { readonly iri: string }
  | { readonly text: string; readonly type: RdfName }
  | RdfNode

/** A name in one of the vocabularies: `dct:title`. */
type RdfName = `${keyof typeof NAMES}:${string}`

/** A thing and what is stated about it. */
export interface RdfNode {
  readonly iri?: string
  readonly types: readonly RdfName[]
  readonly properties: Readonly<Partial<Record<RdfName, RdfValue | readonly RdfValue[] | undefined>>>
}

/** The vocabularies. */
const NAMES = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  geo: 'http://www.opengis.net/ont/geosparql#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  prov: 'http://www.w3.org/ns/prov#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const

/** An address as a value. Characters that no IRI has (RDF 1.1 Turtle, IRIREF) are percent-encoded. */
export function iriOf(address: string): { readonly iri: string } {
  return { iri: address.toWellFormed().replace(/[\0-\x20<>"{}|\\^`]/g, encodeURIComponent) }
}

/** Things in Turtle (RDF 1.1), in pieces. The same things always give the same text. */
export function* renderTurtle(nodes: Iterable<RdfNode>): Generator<string> {
  for (const [prefix, iri] of Object.entries(NAMES)) yield `@prefix ${prefix}: <${iri}> .\n`
  for (const node of nodes) yield `\n${turtleNode(node, '  ')} .\n`
}

function turtleNode({ iri, types, properties }: RdfNode, indent: string): string {
  const lines = Object.entries(properties).flatMap(([name, value]) => {
    const values = valuesOf(value).map((one) => turtleValue(one, indent))
    return values.length === 0 ? [] : `${name} ${values.join(', ')}`
  })
  const stated = [`a ${types.join(', ')}`, ...lines].join(` ;\n${indent}`)
  return iri === undefined ? `[ ${stated} ]` : `<${iri}> ${stated}`
}

// Escapes of JSON are escapes of Turtle.
function turtleValue(value: RdfValue, indent: string): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  if ('types' in value) return value.iri === undefined ? turtleNode(value, `${indent}  `) : `<${value.iri}>`
  return 'text' in value ? `${JSON.stringify(value.text)}^^${value.type}` : `<${value.iri}>`
}

/** The same things in JSON-LD 1.1. The context is in the document, so that no reader has to fetch one. A line for each thing. */
export function* renderJsonLd(nodes: Iterable<RdfNode>): Generator<string> {
  yield `{"@context":${JSON.stringify(NAMES)},"@graph":[`
  let before = '\n'
  for (const node of nodes) {
    yield before + JSON.stringify(jsonNode(node))
    before = ',\n'
  }
  yield '\n]}\n'
}

function jsonNode({ iri, types, properties }: RdfNode): object {
  const stated = Object.entries(properties).flatMap(([name, value]) => {
    const values = valuesOf(value).map(jsonValue)
    return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]]
  })
  return { ...(iri !== undefined && { '@id': iri }), '@type': types, ...Object.fromEntries(stated) }
}

// A number of JSON would be an xsd:integer, so typed values are texts.
function jsonValue(value: RdfValue): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if ('types' in value) return value.iri === undefined ? jsonNode(value) : { '@id': value.iri }
  return 'text' in value ? { '@type': value.type, '@value': value.text } : { '@id': value.iri }
}

function valuesOf(value: RdfValue | readonly RdfValue[] | undefined): readonly RdfValue[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value as RdfValue]
}
