import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import jsonld from 'jsonld'
import { Parser, type Quad, Store, Writer } from 'n3'
import SHACLValidator from 'rdf-validate-shacl'

/** Parses Turtle as portals do: without the address that it came from. */
export function parseTurtle(text: string): Quad[] {
  return new Parser({ format: 'text/turtle' }).parse(text)
}

/** Parses JSON-LD without fetching anything: the only contexts beside its own are these, by address. Throws where a part is no statement. */
export async function parseJsonLd(
  text: string,
  contexts: Readonly<Record<string, object>> = {},
): Promise<Quad[]> {
  const quads = await jsonld.toRDF(JSON.parse(text), {
    safe: true,
    format: 'application/n-quads',
    documentLoader(url) {
      if (contexts[url] === undefined) throw new Error(`It would fetch ${url}.`)
      return { contextUrl: null, documentUrl: url, document: { '@context': contexts[url] } }
    },
  })
  return new Parser({ format: 'application/n-quads' }).parse(quads)
}

/** A graph in its canonical form (RDFC-1.0): equal for equal graphs, whatever the order and the blank nodes. */
export async function canonize(quads: readonly Quad[]): Promise<string> {
  const text = new Writer({ format: 'application/n-quads' }).quadsToString([...quads])
  return jsonld.canonize(text, { inputFormat: 'application/n-quads', algorithm: 'RDFC-1.0' })
}

const STANDARDS = new URL('../../../../../shared/standards/', import.meta.url)

/** The text of a published standard that the tests compare with; undefined where the folder of standards is missing. */
export function findStandard(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, STANDARDS))
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** What breaks the SHACL shapes, one line each. */
export async function findShapeFaults(shapes: string, quads: readonly Quad[]): Promise<string[]> {
  const validator = new SHACLValidator(new Store(parseTurtle(shapes)))
  const { results } = await validator.validate(new Store([...quads]))
  return results.map(
    ({ focusNode, path, message }) =>
      `${focusNode?.value} ${path?.value}: ${message.map(({ value }) => value).join(' ')}`,
  )
}

/** What a portal collected. */
interface Harvest {
  readonly pages: number
  readonly quads: readonly Quad[]
}

/** The most that CKAN reads of one page, in bytes. */
const MOST_OF_PAGE = 50_000_000

/**
 * Collects a catalogue as ckanext-dcat 2.4 and udata do: HEAD, whose Content-Type decides the format, then GET; no base address; `next` of
 * the thing that is a page leads on. `fetchPage` gets an address and a method. Throws if a page is of no known type, too large, or comes twice.
 */
export async function harvest(
  start: string,
  fetchPage: (address: string, method: 'HEAD' | 'GET') => Promise<Response>,
): Promise<Harvest> {
  const seen = new Set<string>()
  const quads: Quad[] = []
  for (let next: string | undefined = start; next !== undefined; ) {
    if (seen.has(next)) throw new Error(`${next} comes twice.`)
    seen.add(next)
    const head = await fetchPage(next, 'HEAD')
    const type = head.headers.get('content-type')?.split(';')[0]
    const parse = { 'text/turtle': parseTurtle, 'application/ld+json': parseJsonLd }[type ?? '']
    if (!head.ok || parse === undefined) throw new Error(`${next} is ${head.status} ${type}.`)
    const text: string = await (await fetchPage(next, 'GET')).text()
    if (Buffer.byteLength(text) > MOST_OF_PAGE) throw new Error(`${next} is too large.`)
    const found: Quad[] = await parse(text)
    quads.push(...found)
    const [page] = thingsOf(found, `${HYDRA}PartialCollectionView`)
    next = objectsOf(found, `${HYDRA}next`, page)[0]
  }
  return { pages: seen.size, quads }
}

const HYDRA = 'http://www.w3.org/ns/hydra/core#'

/** The values of a property, of one thing or of all. */
export function objectsOf(quads: readonly Quad[], property: string, subject?: string): string[] {
  return quads
    .filter(
      (quad) => quad.predicate.value === property && (subject ?? quad.subject.value) === quad.subject.value,
    )
    .map(({ object }) => object.value)
}

/** The things of a class. */
export function thingsOf(quads: readonly Quad[], type: string): string[] {
  return quads
    .filter(({ predicate, object }) => predicate.value.endsWith('#type') && object.value === type)
    .map(({ subject }) => subject.value)
}
