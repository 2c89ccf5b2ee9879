import { each, linkTo, NAMED_THREE, on, testShapes } from '../../support/list-shapes.ts'

const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>Datasets</title></head><body>${body}</body></html>`
const anchor = (code: string, text = `On ${code}`, query = '') =>
  `<a href="${linkTo(code)}${query}">${text}</a>`
const filter = (title: string) => `<a href="/api/v1/list_datasets/?category=${title}">${title}</a>`

const listOf = (links: readonly string[]) => `<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`
const tableOf = (links: readonly string[]) =>
  `<table><tr><th>Dataset</th><th>Updated</th></tr>${links.map((link) => `<tr><td>${link}</td><td>2026-01-01</td></tr>`).join('')}</table>`

const CODED = ['bus', 'tram', 'beds'].map((code) => [code, `On ${code}`] as const)
const lines = (end: string, line: (code: string, title: string) => string) =>
  CODED.map(([code, title]) => line(code, title)).join(end)
const brackets = (code: string, title: string) => `${title} (${code})`
const dash = (code: string, title: string) => `${code} – ${title}`

testShapes({
  ...Object.fromEntries(
    Object.entries({
      'lines of a pre': `<pre>\n${lines('\n', brackets)}\n</pre>`,
      'lines of a pre that begin with the code': `<pre>${lines('\r\n', dash)}</pre>`,
      'lines with br': `<h1>Datasets</h1><div>Our datasets:<br>${lines('<br/>', brackets)}<br>Updated daily.</div>`,
      'lines with br that begin with the code': `<p>${lines('<br>', dash)}</p>`,
      paragraphs: `<p>Our datasets</p>${lines('', (...one) => `<p>${brackets(...one)}</p>`)}`,
      'paragraphs that begin with a bold code': `<div>${lines('', (code, title) => `<p><b>${code}</b>: ${title}</p>`)}</div><footer>Page 1 (one)</footer>`,
      'items without links': `<ul>${lines('', (...one) => `<li>${brackets(...one)}</li>`)}</ul>`,
      'codes with a title each': `<dl>${lines('', (code, title) => `<dt>${code}</dt><dd>${title}</dd>`)}</dl>`,
      'titles with a code each': `<dl>${lines('', (code, title) => `<div><dt>${title}</dt><dd>${code}</dd></div>`)}</dl>`,
      'titles and codes with a description each': `<dl>${lines('', (...one) => `<dt>${brackets(...one)}</dt><dd>All of them.</dd>`)}</dl>`,
      'titles after a code in an element': `<ul>${lines('', (code, title) => `<li><code>${code}</code> ${title}</li>`)}</ul>`,
      'titles before a code in an element': `<p>${lines('<br>', (code, title) => `${title} <code>${code}</code>`)}</p>`,
      'pairs of blocks': `<main><div>Our datasets</div>${lines('', (code, title) => `<div><div>${code}</div>\n<div>${title}</div></div>`)}</main>`,
      'pairs of paragraphs': lines('', (code, title) => `<section><p>${title}</p><p>${code}</p></section>`),
      'lines beside a menu': `<ul><li><a href="/">Home</a></li><li><a href="/help/">Help</a></li></ul><pre>${lines('\n', brackets)}</pre>`,
    }).map(([name, body]) => [name, { list: page(body), named: each('bus tram beds') }]),
  ),
  'titles of one word with a code each': {
    list: page('<dl><dt>Buses</dt><dd>bus</dd><dt>Trams</dt><dd>tram</dd></dl>'),
    named: { bus: ['Buses'], tram: ['Trams'] },
  },
  'lines under headings of groups': {
    list: page('<h2>Transport</h2><p>On bus (bus)<br>On tram (tram)</p><h2>Health</h2><p>On beds (beds)</p>'),
    named: NAMED_THREE,
  },
  'items that list the datasets of a group': {
    list: page(
      `<ul><li>Transport: ${anchor('bus')}, ${anchor('tram')}</li><li>Health: ${anchor('bus')}</li></ul>`,
    ),
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport') },
  },
  'items that begin with a link to a group': {
    list: page(
      `<ul><li>${filter('Transport')}: ${anchor('bus')}, ${anchor('tram')}</li><li>${filter('Health')}: ${anchor('beds')}</li></ul>`,
    ),
    named: NAMED_THREE,
  },
  'cells that list the datasets of a group': {
    list: page(
      `<table><tr><th>Category</th><th>Datasets</th></tr><tr><td>Transport</td><td>${anchor('bus')}, ${anchor('tram')}</td></tr><tr><td>Health</td><td>${anchor('beds')}</td></tr></table>`,
    ),
    named: NAMED_THREE,
  },
  'a table without a header': {
    list: page(
      `<table><tr><td>Transport</td><td>${anchor('bus')}</td></tr><tr><td>Transport</td><td>${anchor('tram')}</td></tr><tr><td>Health</td><td>${anchor('beds')}</td></tr></table>`,
    ),
    named: NAMED_THREE,
  },
  'paragraphs of a title, and a link to a group': {
    list: page(
      `<p>${anchor('bus')} in ${filter('Transport')}</p><p>${anchor('beds')} in ${filter('Health')}</p>`,
    ),
    named: each('bus beds'),
  },
  'links to each format': {
    list: page(
      `<ul>${['bus', 'beds'].map((code) => `<li>On ${code} ${anchor(code, 'html')} ${anchor(code, 'json', '?type=json')}</li>`).join('')}</ul>`,
    ),
    named: each('bus beds'),
  },
  'formats in brackets after a title': {
    list: page(
      `<ol>${['bus', 'beds'].map((code) => `<li>On ${code} (${anchor(code, 'json', '?type=json')} | ${anchor(code, 'xml', '?type=xml')})</li>`).join('')}</ol>`,
    ),
    named: each('bus beds'),
  },
  'a code that is a link before its title': {
    list: page(
      `<ul>${['bus', 'beds'].map((code) => `<li>${anchor(code, code)} – On ${code}</li>`).join('')}</ul>`,
    ),
    named: each('bus beds'),
  },
  'a number that is a link before its title': {
    list: page(
      `<ul>${['bus', 'beds'].map((code, at) => `<li>${anchor(code, String(at))}. On ${code}</li>`).join('')}</ul>`,
    ),
    named: each('bus beds'),
  },
  'items of a group and one dataset': {
    list: page(`<ul><li>Transport: ${anchor('bus')}</li><li>Health: ${anchor('beds')} (new)</li></ul>`),
    named: each('bus beds'),
  },
  'a title, and a link to a related dataset': {
    list: page(
      `<ul><li>${anchor('bus')}</li><li>${anchor('tram')} (see also ${anchor('bus')})</li><li>${anchor('beds')}</li></ul>`,
    ),
    named: each('bus tram beds'),
  },
  ...Object.fromEntries(
    Object.entries({
      'lists under headings': (title, links) => `<h2>${title}</h2>${listOf(links)}`,
      'lists under headings in boxes of their own': (title, links) =>
        `<section><div><h3>${title} (${links.length})</h3></div><div>${listOf(links)}</div></section>`,
      'lists under bold text': (title, links) => `<p><b>${title}</b></p>${listOf(links)}`,
      'lists in details': (title, links) => `<details><summary>${title}</summary>${listOf(links)}</details>`,
      'lists in fields': (title, links) => `<fieldset><legend>${title}</legend>${listOf(links)}</fieldset>`,
      'paragraphs with a colon': (title, links) => `<p><strong>${title}</strong>: ${links.join(', ')}</p>`,
      'links in blocks under headings': (title, links) =>
        `<h2>${title}</h2>${links.map((link) => `<div>${link}</div>`).join('')}`,
      'titles as headings under headings': (title, links) =>
        `<h2>${title}</h2>${links.map((link) => `<article><h3>${link}</h3><p>Of ${title}</p></article>`).join('')}`,
      'tables under headings': (title, links) => `<h2>${title}</h2>${tableOf(links)}`,
      'tables with captions': (title, links) =>
        tableOf(links).replace('<table>', `<table><caption>${title}</caption>`),
    } satisfies Record<string, (title: string, links: readonly string[]) => string>).map(([name, make]) => [
      name,
      {
        list: page(
          `<h1>Datasets</h1>${make('Transport', [anchor('bus'), anchor('tram')])}${make('Health', [anchor('beds')])}`,
        ),
        named: NAMED_THREE,
      },
    ]),
  ),
  'lists in lists': {
    list: page(
      `<ul><li>Transport ${listOf([anchor('bus'), anchor('tram')])}</li><li>Health ${listOf([anchor('beds')])}</li></ul>`,
    ),
    named: NAMED_THREE,
  },
  'a list of terms': {
    list: page(
      `<dl><dt>Transport</dt><dd>${anchor('bus')}</dd><dd>${anchor('tram')}</dd><dt>Health</dt><dd>${anchor('beds')}</dd></dl>`,
    ),
    named: NAMED_THREE,
  },
  'years above categories': {
    list: page(
      `<h2>2024</h2><h3>Transport</h3>${listOf([anchor('bus'), anchor('tram')])}<h2>2025</h2><h3>Health</h3>${listOf([anchor('beds')])}`,
    ),
    named: NAMED_THREE,
  },
  'rows of a table below the name of their group': {
    list: page(
      `<table><tr><th>Dataset</th><th>Updated</th></tr>${[
        ['Transport', 'bus', 'tram'],
        ['Health', 'beds'],
      ]
        .map(
          ([title, ...codes]) =>
            `<tr><th colspan="2">${title}</th></tr>${codes.map((code) => `<tr><td>${anchor(code)}</td><td>2026-01-01</td></tr>`).join('')}`,
        )
        .join('')}</table>`,
    ),
    named: NAMED_THREE,
    unnamed: 0,
  },
  'formats outside of lists': {
    list: page(
      ['bus', 'beds']
        .map(
          (code) =>
            `<p>On ${code}: ${anchor(code, 'json', '?type=json')}, ${anchor(code, 'xml', '?type=xml')}</p>`,
        )
        .join(''),
    ),
    named: each('bus beds'),
  },
  'cards of a heading, a text and links to formats': {
    list: page(
      ['bus', 'beds']
        .map(
          (code) =>
            `<div><h3>On ${code}</h3><p>What it is.</p>${anchor(code, 'Open')} ${anchor(code, 'json', '?type=json')}</div>`,
        )
        .join(''),
    ),
    named: each('bus beds'),
  },
  'cards of formats in groups': {
    list: page(
      [
        ['Transport', 'bus', 'tram'],
        ['Health', 'beds'],
      ]
        .map(
          ([title, ...codes]) =>
            `<h2>${title}</h2>${codes.map((code) => `<div><h3>On ${code}</h3>${anchor(code, 'json', '?type=json')}</div>`).join('')}`,
        )
        .join(''),
    ),
    named: NAMED_THREE,
  },
  'a cell that spans the rows of its group': {
    list: page(
      `<table><tr><th>Category</th><th>Dataset</th></tr><tr><td rowspan="2">Transport</td><td>${anchor('bus')}</td></tr><tr><td>${anchor('tram')}</td></tr><tr><td>Health</td><td>${anchor('beds')}</td></tr></table>`,
    ),
    named: NAMED_THREE,
  },
  'a cell that spans the rows of its group, without links': {
    list: page(
      '<table><tr><th>Category</th><th>Code</th><th>Title</th></tr><tr><td rowspan="2">Transport</td><td>bus</td><td>On bus</td></tr><tr><td>tram</td><td>On tram</td></tr><tr><td>Health</td><td>beds</td><td>On beds</td></tr></table>',
    ),
    named: NAMED_THREE,
  },
  'another link among those to datasets': {
    list: page(`<ul>${['bus', 'tram', 'beds'].map((code) => `<li>${anchor(code)}</li>`).join('')}
      <li><a href="/about">About</a></li></ul>`),
    named: each('bus tram beds'),
    unnamed: 0,
  },
})
