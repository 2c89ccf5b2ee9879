import { API_PATH } from '../../../interface/index.ts'
import { catalogueLead } from '../chrome.ts'
import { addressBelowRoot } from '../link.ts'
import type { Mirror } from '../mirror.ts'
import { findWebAddress, htmlText } from '../text.ts'
import { type CatalogueEnding, cataloguePath } from './paths.ts'
import { iriOf, type RdfNode } from './rdf.ts'
import {
  type DatasetStatement,
  type FileStatement,
  MEDIA_TYPE,
  polygonOf,
  type VersionStatement,
} from './statement.ts'

/** One page of a catalogue, complete in itself. */
interface CataloguePage {
  /** From 1. */
  readonly number: number
  readonly pages: number
  /** The number of datasets on all pages. */
  readonly total: number
  readonly datasets: readonly DatasetStatement[]
}

const MEDIA = 'https://www.iana.org/assignments/media-types/'
const FILE_TYPES = 'http://publications.europa.eu/resource/authority/file-type/'

/**
 * A page of the catalogue as DCAT-AP 3.0.1. It is the same in both renderings but for the addresses of the pages, which have the ending of
 * the rendering. `site` is the address of the mirror.
 */
export function* dcatOf(
  mirror: Mirror,
  site: string,
  page: CataloguePage,
  ending: CatalogueEnding,
): Generator<RdfNode> {
  const categories = categoriesIn(page)
  const scheme = iriOf(`${site}${addressBelowRoot({ operation: 'list_categories' })}#scheme`)
  yield catalogueNode(mirror, site, page, { ending, scheme: categories.size > 0 ? scheme : undefined })
  yield pagingNode(site, page, ending)
  yield serviceNode(mirror, site)
  if (categories.size > 0)
    yield {
      ...scheme,
      types: ['skos:ConceptScheme'],
      properties: { 'dct:title': mirror.words.lists.list_categories },
    }
  for (const [address, text] of categories)
    yield {
      ...conceptOf(address),
      types: ['skos:Concept'],
      properties: { 'skos:prefLabel': text, 'skos:inScheme': scheme },
    }
  for (const dataset of page.datasets) yield* datasetNodes(dataset, site)
}

function categoriesIn({ datasets }: CataloguePage): Map<string, string> {
  return new Map(
    datasets
      .flatMap(({ categories }) => categories)
      .flatMap(({ page, text }): [string, string][] => (page === undefined ? [] : [[page, text]]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function conceptOf(page: string) {
  return iriOf(`${page}#category`)
}

function catalogueNode(
  mirror: Mirror,
  site: string,
  { number, total, datasets }: CataloguePage,
  {
    ending,
    scheme,
  }: { readonly ending: CatalogueEnding; readonly scheme: { readonly iri: string } | undefined },
): RdfNode {
  const { branding, manifest } = mirror
  const title = htmlText(mirror.title)
  const [origin] = manifest.origin
  const homepage = findWebAddress(branding.contact ?? '')
  return {
    iri: `${site}#catalog`,
    types: ['dcat:Catalog', 'hydra:Collection'],
    properties: {
      'dct:title': title,
      'dct:description': catalogueLead(mirror),
      'foaf:homepage': iriOf(site),
      'dct:publisher': {
        types: ['foaf:Agent'],
        properties: {
          'foaf:name': title,
          'foaf:homepage': homepage === undefined ? undefined : iriOf(homepage),
        },
      },
      'dct:source': origin === undefined ? undefined : iriOf(origin),
      'dcat:service': iriOf(`${site}#service`),
      'dcat:themeTaxonomy': scheme,
      'hydra:totalItems': { text: String(total), type: 'xsd:integer' },
      'hydra:view': iriOf(site + cataloguePath(number, ending)),
      'dcat:dataset': datasets.map(({ page }) => iriOf(`${page}#dataset`)),
      'dcat:record': datasets.flatMap(({ page, changedAt }) =>
        changedAt === undefined ? [] : iriOf(`${page}#record`),
      ),
    },
  }
}

// Harvesters follow `next` until there is none.
function pagingNode(site: string, { number, pages }: CataloguePage, ending: CatalogueEnding): RdfNode {
  const pageAt = (at: number) => iriOf(site + cataloguePath(at, ending))
  return {
    ...pageAt(number),
    types: ['hydra:PartialCollectionView'],
    properties: {
      'hydra:first': pageAt(1),
      'hydra:previous': number > 1 ? pageAt(number - 1) : undefined,
      'hydra:next': number < pages ? pageAt(number + 1) : undefined,
      'hydra:last': pageAt(pages),
    },
  }
}

function serviceNode({ words }: Mirror, site: string): RdfNode {
  return {
    iri: `${site}#service`,
    types: ['dcat:DataService'],
    properties: {
      'dct:title': words.harvest.service,
      'dcat:endpointURL': iriOf(`${site}${API_PATH}/`),
    },
  }
}

function datasetNodes(dataset: DatasetStatement, site: string): RdfNode[] {
  const { page, origin, title, description, publishers, categories, modified, changedAt, notes } = dataset
  const [publisher] = publishers
  const node: RdfNode = {
    iri: `${page}#dataset`,
    types: ['dcat:Dataset'],
    properties: {
      'dct:title': title,
      'dct:description': description,
      'dct:identifier': origin,
      'dct:source': iriOf(origin),
      'dcat:landingPage': iriOf(page),
      'dct:publisher':
        publisher === undefined
          ? undefined
          : { types: ['foaf:Agent'], properties: { 'foaf:name': publisher } },
      'dcat:theme': categories.flatMap((category) =>
        category.page === undefined ? [] : conceptOf(category.page),
      ),
      'dcat:keyword': [...new Set(categories.map(({ text }) => text))],
      'dct:modified': modified === undefined ? undefined : timeOf(modified),
      'dct:spatial': dataset.coverage && {
        types: ['dct:Location'],
        properties: { 'dcat:bbox': { text: polygonOf(dataset.coverage), type: 'geo:wktLiteral' } },
      },
      'adms:versionNotes': notes,
      'dcat:distribution': dataset.files.map((file) => distributionOf(dataset, file)),
      'dcat:hasVersion': dataset.versions.map((version) => versionOf(dataset, version)),
    },
  }
  const record: RdfNode = {
    iri: `${page}#record`,
    types: ['dcat:CatalogRecord'],
    properties: {
      'foaf:primaryTopic': iriOf(`${page}#dataset`),
      'dct:modified': changedAt === undefined ? undefined : timeOf(changedAt),
      'dct:source': iriOf(origin),
      'dct:description': notes.length > 0 ? notes.join('\n') : undefined,
    },
  }
  const files = dataset.files.map((file) => fileNode(dataset, file, site))
  return [node, ...(changedAt === undefined ? [] : [record]), ...files, ...versionNodes(dataset)]
}

// Equal bytes of two datasets are one file, but versions of two things.
function versionOf({ page }: DatasetStatement, { format, sha256 }: VersionStatement) {
  return iriOf(`${page}#${format}-${sha256}`)
}

// Not of the class dcat:Dataset: CKAN and udata take everything of that class for a dataset of its own.
function versionNodes(dataset: DatasetStatement): RdfNode[] {
  return dataset.versions.map((version, at) => {
    const { format, address, bytes, sha256, changedAt, firstSeen } = version
    const before = dataset.versions[at - 1]
    return {
      ...versionOf(dataset, version),
      types: ['prov:Entity'],
      properties: {
        'dcat:version': firstSeen,
        'dcat:isVersionOf': iriOf(`${dataset.page}#dataset`),
        'dcat:previousVersion': before?.format === format ? versionOf(dataset, before) : undefined,
        'dcat:distribution': {
          types: ['dcat:Distribution'],
          properties: {
            'dcat:accessURL': iriOf(address),
            'dcat:downloadURL': iriOf(address),
            'dcat:mediaType': iriOf(MEDIA + MEDIA_TYPE[format]),
            'dcat:byteSize': { text: String(bytes), type: 'xsd:nonNegativeInteger' },
            'dct:modified': timeOf(changedAt),
            'spdx:checksum': checksumOf(sha256),
          },
        },
      },
    }
  })
}

function distributionOf({ page }: DatasetStatement, { format }: Pick<FileStatement, 'format'>) {
  return iriOf(`${page}#${format}`)
}

function fileNode(dataset: DatasetStatement, file: FileStatement, site: string): RdfNode {
  const { format, address, bytes, sha256, changedAt, madeFrom, isGeoJson } = file
  const [licence, ...others] = dataset.licences.toSorted(
    (a, b) => Number(b.href !== undefined) - Number(a.href !== undefined),
  )
  const rights = [...(licence?.href === undefined && licence ? [licence] : []), ...others]
  return {
    ...distributionOf(dataset, file),
    types: ['dcat:Distribution'],
    properties: {
      'dct:title': format,
      'dcat:accessURL': iriOf(address),
      'dcat:downloadURL': iriOf(address),
      'dcat:mediaType': iriOf(MEDIA + MEDIA_TYPE[format]),
      'dct:format': iriOf(`${FILE_TYPES}${isGeoJson ? 'GEOJSON' : format.toUpperCase()}`),
      'dcat:byteSize':
        bytes === undefined ? undefined : { text: String(bytes), type: 'xsd:nonNegativeInteger' },
      'dct:modified': changedAt === undefined ? undefined : timeOf(changedAt),
      'dct:license': licence?.href === undefined ? undefined : iriOf(licence.href),
      'dct:rights': rights.map(({ text, href }) => ({
        types: ['dct:RightsStatement'],
        properties: { 'rdfs:label': htmlText(href ?? text) },
      })),
      'dcat:accessService': iriOf(`${site}#service`),
      'prov:wasDerivedFrom':
        madeFrom === undefined || madeFrom === format ? undefined : iriOf(`${dataset.page}#${madeFrom}`),
      'spdx:checksum': sha256 === undefined ? undefined : checksumOf(sha256),
    },
  }
}

function checksumOf(sha256: string): RdfNode {
  return {
    types: ['spdx:Checksum'],
    properties: {
      'spdx:algorithm': iriOf('http://spdx.org/rdf/terms#checksumAlgorithm_sha256'),
      'spdx:checksumValue': { text: sha256, type: 'xsd:hexBinary' },
    },
  }
}

function timeOf(time: string) {
  return { text: time, type: time.includes('T') ? 'xsd:dateTime' : 'xsd:date' } as const
}
