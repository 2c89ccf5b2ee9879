import {
  all,
  each,
  element,
  elements,
  type Groups,
  linkTo,
  NAMED_LINKS,
  NAMED_THREE,
  NAMED_TWO,
  on,
  testGroups,
  testShapes,
  xml,
} from '../../support/list-shapes.ts'

testShapes({
  'titles with a language as attribute': {
    list: xml(
      all('bus tram')
        .map(
          ({ code, title }) => `<dataset><code>${code}</code><title xml:lang="en">${title}</title></dataset>`,
        )
        .join(''),
    ),
    named: each('bus tram'),
  },
  'titles in two languages as elements': {
    list: xml(
      all('bus tram')
        .map(
          ({ code, title }) =>
            `<dataset><code>${code}</code><title lang="en">${title}</title><title lang="de">Über ${code}</title></dataset>`,
        )
        .join(''),
    ),
    named: each('bus tram'),
  },
  'elements named by the types of their values, as in answers of Solr': {
    list: `<?xml version="1.0"?><response><lst name="responseHeader"><int name="status">0</int></lst><result name="response" numFound="3" start="0">${Object.entries(
      NAMED_THREE,
    )
      .map(
        ([code, [title, category]], at) =>
          `<doc><str name="code">${code}</str><str name="title">${title}</str><arr name="category"><str>${category}</str></arr><int name="rows">${at}</int></doc>`,
      )
      .join('')}</result></response>`,
    named: NAMED_THREE,
  },
  'numbered elements, as converters write lists': {
    list: xml(
      Object.entries(NAMED_THREE)
        .map(
          ([code, [title, category]], at) =>
            `<item${at}><code>${code}</code><title>${title}</title><category>${category}</category></item${at}>`,
        )
        .join(''),
    ),
    named: NAMED_THREE,
  },
  'elements named by their group, and every dataset in the first of them': {
    list: xml(`<Transport>${elements('bus tram')}</Transport><Health>${element('bus')}</Health>`),
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport') },
  },
  'elements named by their group, one of them alone': {
    list: xml(
      '<Transport><code>bus</code><title>On bus</title></Transport><Transport><code>tram</code><title>On tram</title></Transport><Health><code>beds</code><title>On beds</title></Health>',
    ),
    named: { ...each('bus tram', 'Transport'), ...on('beds', 'Health') },
  },
  'one element around all': {
    list: xml(`<Transport>${elements('bus tram')}</Transport>`),
    named: each('bus tram', 'Transport'),
  },
  'an attribute of the outermost element': {
    list: `<?xml version="1.0"?><list category="c2">${elements('clinics beds')}</list>`,
    named: each('clinics beds', 'Health'),
  },
  'elements with links in groups': {
    list: xml(
      `<category><title>Transport</title><a href="${linkTo('bus')}"/><a href="${linkTo('tram')}"/></category><category><title>Health</title><a href="${linkTo('beds')}"/></category>`,
    ),
    named: NAMED_LINKS,
  },
  'elements beside groups': {
    list: xml(
      `${element('parks')}<category><title>Transport</title>${elements('bus tram')}</category><category><title>Health</title>${element('beds')}</category>`,
    ),
    named: { ...on('parks'), ...each('bus tram', 'Transport'), ...on('beds', 'Health') },
  },
  'records in elements beside groups of records': {
    list: xml(
      `<item><code>parks</code><title>On parks</title></item><item><code>zoos</code><title>On zoos</title></item><item><title>Transport</title><datasets>${elements('bus tram')}</datasets></item>`,
    ),
    named: { ...each('parks zoos'), ...each('bus tram', 'Transport') },
  },
  'plain codes in elements': {
    list: xml(
      '<category name="Transport"><dataset>bus</dataset><dataset>tram</dataset></category><category name="Health"><dataset>beds</dataset></category>',
    ),
    named: NAMED_LINKS,
  },
  'entries of Atom': {
    list: '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>All</title><entry><id>bus</id><title>On bus</title><category term="c1"/></entry><entry><id>tram</id><title>On tram</title><category term="c1"/></entry><entry><id>beds</id><title>On beds</title><category term="c2"/></entry></feed>',
    named: NAMED_THREE,
  },
  'items of RSS': {
    list: '<?xml version="1.0"?><rss version="2.0"><channel><title>All</title><link>http://example.org/</link><item><title>On bus</title><guid>bus</guid><category>c1</category></item><item><title>On tram</title><guid>tram</guid><category>c1</category></item><item><title>On beds</title><guid>beds</guid><category>c2</category></item></channel></rss>',
    named: NAMED_THREE,
  },
  'outlines of OPML': {
    list: '<?xml version="1.0"?><opml version="2.0"><body><outline text="Transport"><outline text="On bus" code="bus"/><outline text="On tram" code="tram"/></outline><outline text="Health"><outline text="On beds" code="beds"/></outline></body></opml>',
    named: NAMED_THREE,
  },
  'columns of elements': {
    list: xml(
      '<code>bus</code><code>tram</code><code>beds</code><title>On bus</title><title>On tram</title><title>On beds</title>',
    ),
    named: each('bus tram beds'),
  },
  'columns of elements in groups, one of one dataset': {
    list: xml(
      '<category name="Transport"><code>bus</code><code>tram</code><title>On bus</title><title>On tram</title></category><category name="Health"><code>beds</code><title>On beds</title></category>',
    ),
    named: NAMED_THREE,
  },
  'columns of elements with items': {
    list: xml(
      '<code><item>bus</item><item>tram</item></code><title><item>On bus</item><item>On tram</item></title>',
    ),
    named: each('bus tram'),
  },
  'a total of one group of elements': {
    list: xml(
      `<category name="Transport" total="8">${elements('bus tram')}</category><category name="Health" total="2">${elements('clinics beds')}</category>`,
    ),
    named: NAMED_TWO,
    isPaged: true,
  },
})

const cellsOf = (codes: string, cell = 'cell') =>
  codes
    .split(' ')
    .map((code) => `<row><${cell}>${code}</${cell}><${cell}>On ${code}</${cell}></row>`)
    .join('')

testShapes({
  'rows of cells under a header': {
    list: xml(`<row><cell>code</cell><cell>title</cell></row>${cellsOf('tram beds art')}`),
    named: each('tram beds art'),
  },
  'rows of cells without a header': { list: xml(cellsOf('tram beds art')), named: each('tram beds art') },
  'rows of cells under a header of another name': {
    list: xml(`<header><cell>code</cell><cell>title</cell></header>${cellsOf('tram beds art')}`),
    named: each('tram beds art'),
  },
  'rows of XHTML': {
    list: xml(`<row><th>code</th><th>title</th></row>${cellsOf('tram beds art', 'td')}`),
    named: each('tram beds art'),
  },
  'rows of a spreadsheet': {
    list: xml(
      ['code title', 'tram Trams', 'beds Beds']
        .map((row) => row.split(' ').map((text) => `<Cell><Data Type="String">${text}</Data></Cell>`))
        .map((cells) => `<Row>${cells.join('')}</Row>`)
        .join(''),
    ),
    named: { tram: ['Trams'], beds: ['Beds'] },
  },
  'links in the entries of a feed': {
    list: xml(
      Object.entries(NAMED_THREE)
        .map(
          ([code, [title, category]]) =>
            `<entry><title>${title}</title><link rel="alternate" href="${linkTo(code)}"/><category term="${category}"/></entry>`,
        )
        .join(''),
    ),
    named: NAMED_THREE,
  },
  'a row that lacks a cell': {
    list: xml(`${cellsOf('tram beds art')}<row><cell>bus</cell></row>`),
    named: { ...each('tram beds art'), bus: ['bus'] },
  },
  'elements by code, and a single code, beside datasets': {
    list: xml(`${elements('tram beds art')}<archive><bus>On bus</bus></archive><featured>labs</featured>`),
    named: { ...each('tram beds art bus'), labs: ['labs'] },
  },
})

const asElements = (groups: Groups, make: (title: string, body: string) => string) =>
  xml(groups.map(([title, codes]) => make(title, codes.map(element).join(''))).join(''))

testGroups({
  'elements in elements': (groups) => asElements(groups, (title, body) => `<${title}>${body}</${title}>`),
  'elements in lists in elements': (groups) =>
    asElements(groups, (title, body) => `<${title}><datasets>${body}</datasets></${title}>`),
  'elements in elements with a name': (groups) =>
    asElements(groups, (title, body) => `<category name="${title}">${body}</category>`),
})
