import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeIn } from '../../src/lib/catalogue/code-field.ts'
import {
  buildCatalogue,
  findEntryFields,
  findLinkedCodes,
  nameLists,
  readList,
} from '../../src/lib/catalogue/index.ts'
import { markGarbled } from '../../src/lib/catalogue/list-document.ts'
import { createReportCheck, parseContentType } from '../../src/lib/crawl/body.ts'
import { similarity } from '../../src/lib/crawl/doubts/compare.ts'
import { findUniformField } from '../../src/lib/crawl/doubts/judge.ts'
import { claimsOf } from '../../src/lib/crawl/doubts/misnamed.ts'
import { maxAgeOf, transcode } from '../../src/lib/crawl/fetch.ts'
import { findPagingHeaders } from '../../src/lib/crawl/partial.ts'
import { describeEvidence, findPart } from '../../src/lib/crawl/request.ts'
import { quoteForeign } from '../../src/lib/http/failure.ts'
import type { OriginAnswer } from '../../src/lib/http/index.ts'
import { parseRetryAfter } from '../../src/lib/http/politeness/backoff.ts'
import { findDisallow, parseRobots } from '../../src/lib/http/politeness/robots.ts'
import {
  datasetResource,
  findDatasetLinks,
  findRepresentation,
  parseBaseAddress,
  parseDatasetCode,
  quoteCode,
} from '../../src/lib/interface/index.ts'
import { sniffFormat } from '../../src/lib/reading/encoding.ts'
import { mayBeName } from '../../src/lib/reading/find/candidates.ts'
import { withoutRest } from '../../src/lib/reading/find/plan.ts'
import {
  compareDocuments,
  countNames,
  type DocumentHint,
  deriveDocument,
  findErrorReport,
  openTable,
  outlineData,
  sniffEncoding,
  UnreadableDocument,
  xmlAttribute,
} from '../../src/lib/reading/index.ts'
import { isGarbled } from '../../src/lib/reading/outline-data.ts'
import { parseDocument } from '../../src/lib/reading/parse.ts'
import { TypeFinder } from '../../src/lib/reading/profile/field-types.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { StructureSurvey } from '../../src/lib/reading/survey.ts'
import { isDoctype } from '../../src/lib/reading/xml/doctype.ts'
import { findSignatureProblem, parseAllowedSigners } from '../../src/lib/site/proof/signature.ts'
import { wordsIn } from '../../src/lib/site/search/words.ts'
import {
  aboutView,
  browseView,
  datasetMarkdown,
  datasetView,
  developersView,
  feedOf,
  harvestFiles,
  homeView,
  listView,
  reflow,
  renderFeed,
  searchCatalogueOf,
  showInvisible,
} from '../../src/lib/site/view/index.ts'
import { openDraft, parseChain, parseChecksums } from '../../src/lib/snapshot/index.ts'
import { datasetEntry, entry, mirrorOf } from '../support/sample-mirror/index.ts'

/** A use of text from a stranger. */
export interface Use {
  readonly name: string
  /** The files whose patterns and loops it reaches. */
  readonly files: readonly string[]
  run(text: string): void
}

const escaped = (text: string) => JSON.stringify(text)
const BASE = parseBaseAddress('https://data.example.org')

function read(document: string, hint: DocumentHint): void {
  const source = () => [Buffer.from(document)]
  const version = { source, hint, bytes: document.length }
  for (const act of [
    () => readDocument(source, hint),
    () => openTable(source, hint).each(() => {}),
    () => deriveDocument(source, hint, hint.format === 'json' ? 'xml' : 'json', () => {}),
    () => compareDocuments(version, { ...version, source: () => [Buffer.from(document.slice(1))] }),
    () => compareDocuments(version, version),
    () => claimsOf(source, hint),
    () => findErrorReport(source, hint),
    () => outlineData(source, hint, document.length),
  ])
    try {
      act()
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error
    }
}

const READING = [
  'reading/derive.ts',
  'reading/difference/sample.ts',
  'reading/difference/match.ts',
  'reading/find/beside.ts',
  'reading/find/cells.ts',
  'reading/find/dictionary.ts',
  'reading/open.ts',
  'reading/find/plan.ts',
  'reading/find/candidate.ts',
  'reading/html/open.ts',
  'reading/read.ts',
  'reading/records/heading.ts',
  'reading/records/nested.ts',
  'reading/html/parser.ts',
  'reading/html/rows.ts',
  'reading/html/survey.ts',
  'reading/geography/elements.ts',
  'reading/geography/geometry.ts',
  'reading/geography/pairs.ts',
  'reading/geography/wkb.ts',
  'reading/geography/wkt.ts',
  'reading/json/number.ts',
  'reading/json/tokenizer.ts',
  'reading/profile/column.ts',
  'reading/profile/date-text.ts',
  'reading/profile/text-kind.ts',
  'reading/profile/distinct.ts',
  'reading/profile/fits.ts',
  'reading/profile/number-text.ts',
  'reading/profile/stated-text.ts',
  'reading/profile/unit.ts',
  'reading/profile/unit-word.ts',
  'reading/profile/range.ts',
  'reading/profile/name.ts',
  'reading/joined-axis.ts',
  'reading/profile/numbering.ts',
  'reading/amounts.ts',
  'reading/chart.ts',
  'reading/csv.ts',
  'reading/outline-data.ts',
  'reading/report/report.ts',
  'reading/report/words.ts',
  'reading/encoding.ts',
  'reading/value.ts',
  'reading/xml/doctype.ts',
  'reading/xml/parser.ts',
]

const document = (name: string, format: DocumentHint['format'], make: (text: string) => string): Use => ({
  name: `a document: ${name}`,
  files: READING,
  run: (text) => read(make(text), { format }),
})

/** A text without what ends or begins something in markup. */
const bare = (text: string) => text.replace(/[<>&"]/g, ' ')

/** Everything of the program that a text of an origin reaches. */
export const USES: readonly Use[] = [
  document('the text itself, as json', 'json', (text) => text),
  document('the text itself, as xml', 'xml', (text) => text),
  document('the text itself, as html', 'html', (text) => text),
  document('a string', 'json', (text) => `[{"a":${escaped(text)}},{"a":"b"}]`),
  document('a name', 'json', (text) => `{"a":{${escaped(text.slice(0, 4000))}:[1,2]}}`),
  document('all there is', 'json', (text) => `{"error":${escaped(text)},"next":${escaped(text)}}`),
  document('a cell of a row', 'xml', (text) => `<t>${`<r><c>${bare(text)}</c><c>a</c></r>`.repeat(4)}</t>`),
  document(
    'a second heading',
    'json',
    (text) => `[{"a":"1","b":"2","c":${escaped(text)}}${',{"a":"x","b":"5","c":"6"}'.repeat(3)}]`,
  ),
  document(
    'positions of an element',
    'xml',
    (text) => `<d>${`<r><Point srsName="${bare(text)}"><pos>${bare(text)}</pos></Point></r>`.repeat(2)}</d>`,
  ),
  document('coordinates', 'json', (text) => `[{"lat":${escaped(text)},"lon":${escaped(text)}}]`),
  document(
    'a pair of places',
    'json',
    (text) => `[{"x":${escaped(text)},"y":"1","geo":${escaped(`POINT (${text}`)}}]`,
  ),
  document(
    'a topology',
    'json',
    (text) =>
      `{"type":"Topology","objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0]],"n":${escaped(text)}},{"type":"Polygon","arcs":[[0]]}]}},"arcs":[[[0,0],[1,1],[0,1],[0,0]]]}`,
  ),
  document(
    'a description of columns',
    'json',
    (text) =>
      `{"fields":[{"name":"a","notes":${escaped(text)}},{"name":"b",${escaped(text.slice(0, 4000))}:"c"}],"rows":[{"a":1,"b":2}]}`,
  ),
  document(
    'a geometry',
    'json',
    (text) =>
      `[{"geo":${escaped(`POLYGON ((${text}`)},"at":${escaped(`55.75, ${text}`)}},{"geo":${escaped(text)}}]`,
  ),
  document('a text', 'xml', (text) => `<a><b>${bare(text)}</b><b>1</b></a>`),
  document('an attribute', 'xml', (text) => `<a><b c="${bare(text)}"/><b c="1"/></a>`),
  document('a declaration', 'xml', (text) => `<?xml version="1.0"${bare(text)}?><a/>`),
  document('a document type', 'xml', (text) => `<!DOCTYPE a [${text}]><a/>`),
  document('an entity', 'xml', (text) => `<!DOCTYPE a [<!ENTITY b "${bare(text)}">]><a>&b;</a>`),
  document('a comment', 'xml', (text) => `<a><!--${bare(text).replaceAll('-', ' ')}--></a>`),
  document('a member', 'json', (text) => `[{"a":{${escaped(text.slice(0, 4000))}:1,"b":2}},{"a":{"b":2}}]`),
  document('a cell', 'html', (text) => `<table><tr><td>${text}<td>1<tr><td>2<td>3</table>`),
  document('an attribute', 'html', (text) => `<ul><li><a href="${bare(text)}">b</a></ul>`),
  {
    name: 'the format and encoding of a document',
    files: ['reading/encoding.ts'],
    run(text) {
      sniffEncoding(Buffer.from(text), 'windows-1251')
      for (const type of ['application/json', 'text/html', 'application/xml', undefined])
        sniffFormat(text, type)
    },
  },
  {
    name: 'names that two formats have',
    files: ['reading/name-counts.ts'],
    run(text) {
      const source = (document: string) => () => [Buffer.from(document)]
      for (const json of [text, `{${escaped(text)}:1,"a":${escaped(text)}}`])
        for (const _ of countNames(source(json), source(`<a a="${text}"><${text}`)));
    },
  },
  {
    name: 'the type of a column',
    files: ['reading/profile/field-types.ts'],
    run(text) {
      for (const begin of ['', '1', '-1.', '2024-01-01T00:00:00.', '{', '['])
        new TypeFinder().add(begin + text)
    },
  },
  {
    name: 'an attribute that is written',
    files: ['reading/derive.ts'],
    run: (text) => void xmlAttribute(text),
  },
  {
    name: 'a report in the place of data',
    files: ['crawl/body.ts'],
    run(text) {
      for (const format of ['json', 'xml'] as const) {
        const check = createReportCheck(format, undefined)
        check.write(Buffer.from(text))
        check.find()
      }
    },
  },
  {
    name: 'links to datasets',
    files: ['interface/address.ts', 'interface/dataset-code.ts'],
    run(text) {
      findDatasetLinks(text)
      findDatasetLinks(`get_dataset/a ${text}`)
      findRepresentation(text, [BASE])
      quoteCode(text)
    },
  },
  {
    name: 'robots.txt',
    files: ['http/politeness/robots.ts'],
    run(text) {
      for (const before of ['', 'User-agent: *\n', 'User-agent: *\nDisallow: '])
        findDisallow(parseRobots(before + text, 'mirror'), '/api/v1/list/?type=json')
    },
  },
  {
    name: 'headers',
    files: [
      'crawl/body.ts',
      'crawl/partial.ts',
      'crawl/request.ts',
      'http/politeness/backoff.ts',
      'http/failure.ts',
    ],
    run(text) {
      for (const before of ['', 'bytes ', 'items '])
        findPagingHeaders({ link: before + text, 'x-pages': text, 'content-range': before + text })
      for (const before of ['', 'bytes ', 'bytes 1-2/'])
        findPart({ status: 200, headers: { 'content-range': before + text } })
      parseContentType(text)
      parseContentType(`a/b;${text}`)
      parseRetryAfter(text, 0, text)
      quoteForeign(text, text.length)
    },
  },
  {
    name: 'what came in the place of a body',
    files: ['crawl/doubts/compare.ts'],
    run(text) {
      describeEvidence(text.length, '', Buffer.from(text))
      similarity(text, `${text}x`)
    },
  },
  {
    name: 'a declaration that is rewritten',
    files: ['crawl/fetch.ts'],
    run(text) {
      const state = mkdtempSync(join(tmpdir(), 'mirror-foreign-'))
      try {
        const draft = openDraft(state, [BASE], new Date(0))
        const path = 'api/v1/list/index.xml'
        const file = draft.open(path)
        file.write(Buffer.from(`<?xml version="1.0"${text}?><a/>`))
        const described = { path, operation: 'list', format: 'xml', address: BASE, status: 200 } as const
        transcode({ draft, current: undefined, now: () => new Date(0) }, described, file, 'utf-8')
        draft.close()
      } finally {
        rmSync(state, { recursive: true, force: true })
      }
    },
  },
  {
    name: 'the lists',
    files: [
      'catalogue/build.ts',
      'catalogue/code-field.ts',
      'catalogue/field.ts',
      'catalogue/group.ts',
      'catalogue/members.ts',
      'catalogue/named-list.ts',
      'catalogue/normalize.ts',
      'catalogue/reference.ts',
      'catalogue/list-document.ts',
      'catalogue/entries.ts',
      'catalogue/items.ts',
      'catalogue/leftovers.ts',
      'catalogue/roles.ts',
      'catalogue/separate-rows.ts',
      'reading/box.ts',
      'reading/each-record.ts',
    ],
    run(text) {
      const list = escaped([
        { id: text, title: text, category: text, description: text },
        { id: 'b', title: text, category: text, description: 'c' },
      ] as never)
      const documents = (['list_datasets', 'list_categories', 'list_oivs'] as const).map((operation) =>
        readList(operation, () => [Buffer.from(list)], { format: 'json' }),
      )
      findLinkedCodes(documents, ['data.example.org'])
      const kinds = {
        id: { [text.slice(0, 4096)]: 'x', value: text },
        more: ['b', 'c'].map((value) => ({ name: text, value })),
      }
      readList('list_datasets', () => [Buffer.from(escaped([kinds, kinds] as never))], { format: 'json' })
      const groups = escaped({ [text.slice(0, 4096)]: [{ id: text }, { id: 'b' }] } as never)
      readList('list_datasets', () => [Buffer.from(groups)], { format: 'json' })
      const codeField = { operation: 'list_datasets', name: 'id' } as const
      buildCatalogue({ documents, codes: [parseDatasetCode('b')], codeField, named: {} })
      const rows = escaped([['id', text], [text], ['b', text], ['c', text], [text, '']] as never)
      const others = escaped({
        [text.slice(0, 4096)]: text,
        list: [{ id: 'b' }, { id: 'c' }, text, [text, 'd']],
      } as never)
      for (const odd of [rows, others]) {
        const list = readList('list_datasets', () => [Buffer.from(odd)], { format: 'json' })
        nameLists([list], { codes: new Set(['b', 'c']), field: codeField })
      }
    },
  },
  {
    name: 'the codes within the texts of a list',
    files: ['catalogue/entry-codes.ts'],
    run(text) {
      for (const texts of [
        [text, text],
        [`${text}a`, `${text}b`],
        [`a${text}`, `b${text}`],
        [`urn:a ${text}`, 'urn:b'],
      ]) {
        const list = escaped(texts.map((id) => ({ id })) as never)
        const read = readList('list_datasets', () => [Buffer.from(list)], { format: 'json' })
        findEntryFields(read, new Set(), 1)
        nameLists([read], { codes: new Set(['a', 'b']), field: undefined })
      }
    },
  },
  {
    name: 'the codes of a list with many entries',
    files: ['catalogue/entry-codes.ts'],
    run(text) {
      const keys = [...Array(Math.ceil(text.length / 50)).keys()]
      const long = text.slice(0, 450)
      for (const entries of [
        keys.map((at) => ({ id: `${at}`, [`${text.slice(at, at + 4)}${at}`]: 'x' })),
        keys.map((at) => ({ id: `${long}${at}${long}` })),
      ]) {
        const list = escaped(entries as never)
        const read = readList('list_datasets', () => [Buffer.from(list)], { format: 'json' })
        findEntryFields(read, new Set(), 1)
        nameLists([read], { codes: new Set(['1', '2']), field: undefined })
      }
    },
  },
  {
    name: 'the groups of a page',
    files: ['reading/html/links.ts', 'reading/html/lines.ts', 'reading/html/outline.ts'],
    run(text) {
      const link = '<a href="/api/v1/get_dataset/b/">c</a>'
      const own = bare(text)
      for (const page of [
        `<h2>${own}</h2>${link}`,
        `<p><b>${own}</b>: ${link}</p>`,
        `${own}<ul><li>${own}: ${link}</ul>`,
        `<pre>a (b)\n${own} (c)\n${own}</pre>`,
      ])
        readList('list_datasets', () => [Buffer.from(`<html><body>${page}</body></html>`)], {
          format: 'html',
        })
    },
  },
  {
    name: 'a document type and namespaces',
    files: ['reading/xml/doctype.ts'],
    run(text) {
      for (const before of ['', 'a ', 'a [<!ELEMENT b ', 'a [<!ATTLIST b c CDATA "', 'a [<!--', 'a SYSTEM "'])
        isDoctype(before + text)
      for (const document of [
        `<${text}:a xmlns:${text}="b"/>`,
        `<a xmlns:b="${xmlAttribute(text)}"><b:c/></a>`,
      ])
        read(document, { format: 'xml' })
    },
  },
  {
    name: 'how long an answer may be used',
    files: ['crawl/fetch.ts'],
    run(text) {
      for (const before of ['', 'max-age=', 'max-age="1', 'no-store', 'a, max-age=1'])
        maxAgeOf({ headers: { 'cache-control': before + text, age: text } } as unknown as OriginAnswer)
    },
  },
  {
    name: 'names of columns and of other lists',
    files: ['reading/find/candidates.ts'],
    run(text) {
      for (const before of ['', '1', '-1.', 'table 1 (']) mayBeName(before + text)
      const survey = new StructureSurvey()
      const document = JSON.stringify({ records: [{ b: 1 }], rest: { [`table ${text}`]: [{ a: 1 }] } })
      // A name of a megabyte is refused.
      try {
        parseDocument(() => [Buffer.from(document)], { format: 'json' }, survey)
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error
      }
      withoutRest(survey.root)
    },
  },
  {
    name: 'text in a wrong charset, and a code in a link',
    files: ['catalogue/list-document.ts', 'catalogue/code-field.ts'],
    run(text) {
      const said = (one: string) => ({ distinct: new Set([one]), words: new Set([one]) })
      isGarbled(said(text), said(`é${text}`))
      const listOf = (title: string) => {
        const list = escaped([{ id: 'a', title }] as never)
        return readList('list_datasets', () => [Buffer.from(list)], { format: 'json' })
      }
      markGarbled([listOf(text), listOf(`é${text}`)])
      for (const before of ['', '/', 'https://data.example.org/']) codeIn(before + text)
    },
  },
  {
    name: 'one value in all records of a new body',
    files: ['crawl/doubts/judge.ts'],
    run(text) {
      const outlineOf = (value: (at: number) => string) => {
        const body = Buffer.from(escaped(Array.from({ length: 12 }, (_, at) => ({ a: value(at) })) as never))
        return outlineData(() => [body], { format: 'json' }, body.length)
      }
      findUniformField(
        outlineOf((at) => `${at}`),
        outlineOf(() => text),
      )
    },
  },
  {
    name: 'signature and key of a published mirror',
    files: ['site/proof/signature.ts', 'site/proof/signature.ts'],
    run(text) {
      const begin = '-----BEGIN SSH SIGNATURE-----\n'
      for (const signature of [text, begin + text, `${begin}${text}\n-----END SSH SIGNATURE-----`])
        findSignatureProblem(signature, Buffer.alloc(51), Buffer.alloc(64))
      try {
        parseAllowedSigners(`${text}\n`)
      } catch {
        // It is none.
      }
    },
  },
  {
    name: 'checksums and generations of a published mirror',
    files: ['snapshot/chain.ts', 'snapshot/chain.ts'],
    run(text) {
      try {
        parseChecksums(text)
      } catch {}
      try {
        parseChain(`${text}\n`)
      } catch {}
    },
  },
  {
    name: 'words that are searched',
    files: ['site/search/runs.ts', 'site/search/words.ts'],
    run: (text) => void wordsIn(text),
  },
  {
    name: 'the pages',
    files: [
      'site/search/packed.ts',
      'site/view/html-description.ts',
      'site/view/prose.ts',
      'site/view/chrome.ts',
      'site/view/cite.ts',
      'site/view/table.ts',
      'site/view/column-order.ts',
      'site/view/coverage.ts',
      'site/view/developers/open-api.ts',
      'site/view/developers/view.ts',
      'site/view/format.ts',
      'site/view/harvest/dcat-us.ts',
      'site/view/harvest/rdf.ts',
      'site/view/browse/listing.ts',
      'site/view/licence.ts',
      'site/view/link.ts',
      'site/view/dataset-markdown.ts',
      'site/view/problems.ts',
      'site/view/relation.ts',
      'site/view/shared-name.ts',
      'site/view/text.ts',
      'site/view/use-from.ts',
      'site/view/value.ts',
    ],
    run: showEverywhere,
  },
]

function showEverywhere(text: string): void {
  const records = JSON.stringify([{ a: text, licence: text }, { a: text }])
  const reading = readDocument(() => [Buffer.from(records)], { format: 'json' })
  const fields = new Map([
    ['id', 'a'],
    ['licence', text],
    ['more', text],
  ])
  const dataset = datasetEntry('a', {
    title: text,
    description: text,
    updated: text,
    categories: [text],
    oivs: [text],
    fields,
  })
  const sayings = { reason: text, address: text, mediaType: text, charset: text }
  const mirror = mirrorOf({
    datasets: [{ entry: dataset, reading, records: { json: { state: 'stale', since: text, ...sayings } } }],
    categories: [entry(text, text, { description: text, fields })],
    oivs: [entry('o', text, { fields })],
    problems: [{ severity: 'gap', subject: text, message: text }],
    title: text,
    site: 'https://mirror.example.org/',
  })
  datasetMarkdown(mirror, datasetView(mirror, dataset))
  homeView(mirror)
  aboutView(mirror)
  developersView(mirror)
  for (const operation of ['list', 'list_datasets', 'list_categories', 'list_oivs'] as const)
    listView(mirror, operation)
  const { whole } = { whole: [...Object.values(mirror.listings)].flat()[0] }
  if (whole && 'members' in whole) browseView(mirror, whole as never, 1)
  renderFeed(feedOf(mirror))
  for (const { pieces } of harvestFiles({ ...mirror, branding: { contact: 'a@example.org' } }))
    for (const _ of pieces());
  searchCatalogueOf(mirror)
  showInvisible(text)
  reflow(text)
  datasetResource(parseDatasetCode('a'))
}

/** Building blocks of texts: everything that a pattern or loop of a reader may begin with without an end. */
export const ATOMS = [
  ' ',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '0',
  '1',
  '1.',
  '1e',
  '-',
  '+',
  '.',
  ',',
  '_',
  '/',
  '//',
  '\\',
  '"',
  "'",
  '`',
  '<',
  '>',
  '</',
  '<!--',
  '<?',
  '<![CDATA[',
  '&',
  '&#1;',
  '&amp;',
  '%',
  '%41',
  '{',
  '[',
  '(',
  '*',
  ':',
  '?',
  '#',
  '=',
  ';',
  '$',
  '^',
  'a',
  'A',
  'aA',
  'a b',
  'ab\n',
  'é',
  'я',
  '\u0301',
  '\ud800',
  '\u{10000}',
  '\u202e',
  '\u0000',
  'get_dataset/',
  'get_dataset/a',
  'http://',
  'https://a/',
  'encoding=',
  ' encoding',
  'encoding="',
  '<!ENTITY a "',
  '<meta ',
  'charset=',
  '<td>',
  '<ul><li>',
  '2024-01-01 ',
  'true',
  'null',
  'inf',
  'User-agent: *\n',
  'Disallow: *\n',
] as const
