import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { answer, both, jsonOf, openCrawler } from '../support/crawling.ts'
import { type Reply, type Seen, startScripted } from '../support/scripted-origin.ts'

/** What an origin answers, for every address, in json, xml and html. */
interface Everything {
  readonly json?: string | ((seen: Seen, count: number) => string)
  readonly xml?: string
  readonly page: string
}

function answerAlike({ json = '{}', xml = '<root/>', page }: Everything) {
  let count = 0
  return (seen: Seen): Reply => {
    count++
    if (seen.path.endsWith('=xml')) return answer(xml, 'application/xml')
    if (!seen.path.endsWith('=json')) return answer(page, 'text/html')
    return answer(typeof json === 'string' ? json : json(seen, count), 'application/json')
  }
}

const pageOf = (body: string) =>
  `<!doctype html><html lang="en"><head><title>example.org</title></head><body>${body}</body></html>`
const linksTo = (...addresses: string[]) =>
  addresses.map((address) => `<li><a href="${address}">${address.split('/').at(-1)}</a></li>`).join('')
const wordOf = (count: number) =>
  [7, 11, 13, 17, 19].map((prime) => String.fromCharCode(97 + ((count * prime) % 26))).join('')
const SALE = pageOf('<h1>example.org</h1><p>This domain is for sale.</p>')

const PARKED: Readonly<Record<string, Everything>> = {
  'a page without links': { page: SALE },
  'a page with navigation': {
    page: pageOf(`<ul>${linksTo('/', '/c/Insurance', '/c/Loans', '/c/Hosting')}</ul>`),
  },
  'a page with links into the interface': {
    page: pageOf(linksTo('/api/v1/list/html', '/api/v1/list/?type=html', '/api/v1/get_dataset/html/')),
  },
  'a page with links to many datasets': {
    page: pageOf(linksTo(...Array.from({ length: 20 }, (_, at) => `/api/v1/get_dataset/d${at}/`))),
  },
  'a page with a table': {
    page: pageOf('<table><tr><th>id<th>name<tr><td>loans<td>Loans<tr><td>cars<td>Cars</table>'),
  },
  'json with entries': { json: jsonOf([{ id: 'loans' }, { id: 'cars' }]), page: SALE },
  'json with links to datasets': {
    json: jsonOf([{ u: '/api/v1/get_dataset/loans/' }, { u: '/api/v1/get_dataset/cars/' }]),
    page: SALE,
  },
  'a message in json and xml': {
    json: '{"domain":"example.org","state":"parked"}',
    xml: '<page><domain>example.org</domain><state>parked</state></page>',
    page: SALE,
  },
  'json with the time and the address of the request': {
    json: ({ path }, count) =>
      JSON.stringify({ for: path.split('/').at(-2), at: new Date(count * 1e6).toISOString(), n: count * 17 }),
    page: SALE,
  },
  'json with a word that is another one on each request': {
    json: (_, count) => JSON.stringify({ domain: 'example.org', state: 'parked', token: wordOf(count) }),
    page: SALE,
  },
  'json with the address of the request, the time and another word each time': {
    json: ({ path }, count) =>
      JSON.stringify({ for: `/${path}`, at: new Date(count * 1e6).toUTCString(), visit: wordOf(count) }),
    page: SALE,
  },
}
for (const [what, everything] of Object.entries(PARKED))
  test(`no dataset is found on a domain that answers everything with ${what}`, async (t) => {
    const origin = await startScripted(t)
    origin.otherwise(answerAlike(everything))
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, [])
    assert.equal(manifest.complete, false)
    assert.match(
      problems.join('\n'),
      /^gap (dataset codes: None were found|list_datasets: The list is empty)/m,
    )
  })

test('datasets are found although the origin answers for any other code with the one of the nearest name', async (t) => {
  const stations: Record<string, string> = {
    north: 'Oak lane',
    south: 'Mill road',
    west: 'Port street',
    east: 'Hill',
  }
  const recordOf = (code: string) => [{ station: stations[code] ?? '', level: `${code.length}` }]
  const origin = await startScripted(t, {
    ...both(
      'list_datasets',
      Object.keys(stations).map((id) => ({ id, title: `On ${id}` })),
    ),
    ...both('list', []),
    ...both('list_categories', [{ id: 'c1' }]),
    ...both('list_oivs', [{ id: 'o1' }]),
  })
  for (const code of Object.keys(stations)) origin.set(both(`get_dataset/${code}`, recordOf(code)))
  origin.otherwise(({ path }) => {
    const nearest = path.includes('b72e5a86') ? 'south' : 'north'
    return both('x', recordOf(nearest))[
      path.endsWith('xml') ? 'api/v1/x/?type=xml' : 'api/v1/x/?type=json'
    ] as Reply
  })
  const { manifest } = await openCrawler(t, origin).run()
  assert.deepEqual([...manifest.codes.order].sort(), Object.keys(stations).sort())
})

test('the gap of a parked domain says to check the address', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise(answerAlike({ page: SALE }))
  const { problems } = await openCrawler(t, origin).run()
  assert.match(
    problems.join('\n'),
    /the origin answers for the names in them as for a dataset that does not exist\. Check that the address is that of the service/,
  )
})

test('configured codes are missing, each with a gap, while the origin answers them like any code', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise(answerAlike({ page: SALE }))
  const { states, problems } = await openCrawler(t, origin).run({ codes: [parseDatasetCode('roads')] })
  assert.equal(states['get_dataset/roads/index.json'], 'missing')
  assert.match(problems.join('\n'), /gap .*roads.*the answer for a dataset that does not exist/)
})

test('a link to one dataset with records is enough among empty ones, where any code is answered with an empty list', async (t) => {
  const codes = Array.from({ length: 30 }, (_, at) => `d${at}`)
  const lists: Record<string, (code: string) => object> = {
    'by links': (code) => ({ u: `/api/v1/get_dataset/${code}/` }),
    'in a field': (id) => ({ id }),
  }
  for (const [how, entryOf] of Object.entries(lists)) {
    const origin = await startScripted(t)
    origin.otherwise(answerAlike({ json: '[]', page: SALE }))
    origin.set({
      'api/v1/list_datasets/?type=json': answer(jsonOf(codes.map(entryOf)), 'application/json'),
      ...both('get_dataset/d20', [{ row: '1' }]),
    })
    const { manifest, problems } = await openCrawler(t, origin).run()
    assert.deepEqual(manifest.codes.order, codes, how)
    assert.deepEqual(problems, [], how)
  }
})
