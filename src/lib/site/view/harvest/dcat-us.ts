import { API_PATH } from '../../../interface/index.ts'
import { catalogueLead } from '../chrome.ts'
import type { Mirror } from '../mirror.ts'
import { htmlText } from '../text.ts'
import { DATA_JSON } from './paths.ts'
import { iriOf } from './rdf.ts'
import { type DatasetStatement, type FileStatement, MEDIA_TYPE, polygonOf } from './statement.ts'

/** What DCAT-US takes for an address: `hasEmail` of its schema for `Kind`. */
const EMAIL = /^[\w~!$&'()*+,;=:.-]+@[\w.-]+\.[\w.-]+$/

/** The e-mail address of a contact; undefined if it is another address. */
export function emailOf(contact: string | undefined): string | undefined {
  const [address = ''] = (contact ?? '').replace(/^mailto:/i, '').split('?')
  return EMAIL.test(address) && !address.includes('://') ? address : undefined
}

/**
 * All datasets as DCAT-US 3.0, in one file, in pieces: harvesters of this format read no further pages. The contact that it requires of
 * every dataset is that of the mirror, and every description states that.
 */
export function* renderDcatUs(
  mirror: Mirror,
  site: string,
  { email, datasets }: { readonly email: string; readonly datasets: Iterable<DatasetStatement> },
): Generator<string> {
  const title = htmlText(mirror.title)
  const words = mirror.words.harvest
  const contactPoint = { '@type': 'Kind', fn: title, hasEmail: `mailto:${email}` }
  const head = {
    '@id': site + DATA_JSON,
    '@type': 'Catalog',
    title,
    description: catalogueLead(mirror),
    conformsTo: {
      '@type': 'Standard',
      title: 'DCAT-US 3.0',
      identifier: 'https://resources.data.gov/dcat-us/3.0.0',
    },
    homepage: { '@type': 'Document', '@id': site, title },
    publisher: { '@type': 'Agent', name: title },
    contactPoint: [contactPoint],
    service: [
      {
        '@type': 'DataService',
        '@id': `${site}#service`,
        title: words.service,
        endpointURL: [`${site}${API_PATH}/`],
        contactPoint: [contactPoint],
        publisher: { '@type': 'Agent', name: title },
      },
    ],
  }
  yield `${JSON.stringify(head).slice(0, -1)},"dataset":[`
  let before = '\n'
  for (const dataset of datasets) {
    yield before + JSON.stringify(datasetOf(dataset, { contactPoint, note: words.contact(title) }))
    before = ',\n'
  }
  yield '\n]}\n'
}

function datasetOf(
  dataset: DatasetStatement,
  { contactPoint, note }: { readonly contactPoint: object; readonly note: string },
): object {
  const { page, title, description, origin, publishers, categories, modified, notes, licences, files } =
    dataset
  const [publisher] = publishers
  const time = modified === undefined ? undefined : withZone(modified)
  return {
    '@id': `${page}#dataset`,
    '@type': 'Dataset',
    title,
    description: `${description}\n\n${note}`,
    identifier: origin,
    contactPoint,
    ...(publisher !== undefined && { publisher: { '@type': 'Organization', name: publisher } }),
    ...(categories.length > 0 && { keyword: [...new Set(categories.map(({ text }) => text))] }),
    ...(time !== undefined && { modified: time }),
    ...(dataset.coverage && { spatial: { '@type': 'Location', bbox: polygonOf(dataset.coverage) } }),
    landingPage: { '@type': 'Document', '@id': page, title },
    ...(notes.length > 0 && { versionNotes: notes.join('\n') }),
    distribution: files.map((file) => distributionOf(dataset, file, licences[0]?.href ?? licences[0]?.text)),
  }
}

function distributionOf(
  { page }: DatasetStatement,
  { format, address, bytes, sha256, changedAt }: FileStatement,
  license: string | undefined,
): object {
  return {
    '@id': `${page}#${format}`,
    '@type': 'Distribution',
    title: format,
    accessURL: iriOf(address).iri,
    downloadURL: iriOf(address).iri,
    mediaType: MEDIA_TYPE[format],
    ...(bytes !== undefined && { byteSize: String(bytes) }),
    ...(changedAt !== undefined && { modified: changedAt }),
    ...(license !== undefined && { license }),
    ...(sha256 !== undefined && {
      checksum: { '@type': 'Checksum', algorithm: 'SHA-256', checksumValue: sha256 },
    }),
  }
}

// A time without a zone is not valid in JSON Schema (RFC 3339), but its day is known.
function withZone(time: string): string {
  return /T.*(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : time.slice(0, 10)
}
