import { hash } from 'node:crypto'
import { join } from 'node:path'
import { findDigest, type Manifest } from '../../snapshot/index.ts'
import { type PackedFile, type PackPlan, Unpackable } from './pack.ts'

/** What a bag states beside what the site states itself. */
interface BagFacts {
  /** The name of the mirror. */
  readonly title: string
  /** How to reach the operator. */
  readonly contact: string | undefined
  /** Name and version of the program that packs. */
  readonly tool: string
  /** Leaves out the pages, with their scripts and styles. */
  readonly dataOnly: boolean
}

/** What a bag without pages contains: the data files, and the files at the root that describe them or vouch for them. */
const DATA =
  /^(?:api|versions)\/.*(?<!\.html)$|^[^/]+\.(?:json|jsonl|jsonld|ttl|sql|sig|tsq|tsr)$|^(?:SHA256SUMS|allowed_signers)$/s

/**
 * Turns the plan of an archive into that of a bag (BagIt 1.0, RFC 8493): the site in `data/`, with a checksum for every file of it. It states
 * no other times than the site does.
 */
export function planBag(site: string, { name, manifest, files }: PackPlan, facts: BagFacts): PackPlan {
  const summed = files.filter(({ path }) => !facts.dataOnly || DATA.test(path)).map((file) => sum(site, file))
  const texts = [
    { path: 'bagit.txt', text: 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' },
    { path: 'bag-info.txt', text: renderBagInfo(infoOf(manifest, summed, facts)) },
    {
      path: 'manifest-sha256.txt',
      text: renderBagSums(summed.map(({ path, sha256 }) => [`${PAYLOAD}${path}`, sha256])),
    },
  ]
  const tags = renderBagSums(texts.map(({ path, text }) => [path, hash('sha256', text)]))
  return {
    name: `${name}-bag`,
    manifest,
    texts: [...texts, { path: 'tagmanifest-sha256.txt', text: tags }],
    folder: PAYLOAD,
    files: summed,
  }
}

const PAYLOAD = 'data/'

// The files that contain the times of the run have no checksum in the site.
function sum(site: string, file: PackedFile): PackedFile & { readonly sha256: string } {
  const sha256 = file.sha256 ?? findDigest(join(site, file.path))?.sha256
  if (sha256 === undefined) throw new Unpackable(`${file.path} is missing. Build the site again.`)
  return { ...file, sha256 }
}

type Element = readonly [label: string, value: string]

/** The reserved elements (RFC 8493, 2.2.2) of which something is known, and the program. */
function infoOf(
  { origin, generation, completedAt, complete, codes }: Manifest,
  files: readonly PackedFile[],
  { title, contact, tool }: BagFacts,
): Element[] {
  const [base = ''] = origin
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const datasets = `${codes.order.length} ${codes.order.length === 1 ? 'dataset' : 'datasets'}`
  return [
    ['Source-Organization', title],
    ...contactOf(contact),
    [
      'External-Description',
      `${title}: a copy of ${base} with ${datasets}, read until ${completedAt}, ${complete ? 'complete' : 'with gaps that manifest.json lists'}.`,
    ],
    ['External-Identifier', `${base} ${generation}`],
    ['Bagging-Date', completedAt.slice(0, 10)],
    ['Payload-Oxum', `${bytes}.${files.length}`],
    ['Internal-Sender-Identifier', generation],
    ['Bag-Software-Agent', tool],
  ]
}

function contactOf(contact: string | undefined): Element[] {
  if (contact === undefined) return []
  const address = contact.replace(/^mailto:/i, '')
  return /^[^\s@/:]+@[^\s@/]+$/.test(address) ? [['Contact-Email', address]] : [['Contact-Name', contact]]
}

// A line break would begin another element.
function renderBagInfo(elements: readonly Element[]): string {
  return elements.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ').trim()}\n`).join('')
}

/** Checksums as in a bag: a name has its percent signs and line breaks encoded, and nothing else (RFC 8493, 2.1.3). */
function renderBagSums(sums: readonly (readonly [path: string, sha256: string])[]): string {
  return sums.map(([path, sha256]) => `${sha256}  ${encodeBagName(path)}\n`).join('')
}

function encodeBagName(path: string): string {
  return path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** The number of files whose names in the list of checksums differ from those on disk, so `sha256sum` does not find them. */
export function countEncoded({ files }: PackPlan): number {
  return files.filter(({ path }) => encodeBagName(path) !== path).length
}
