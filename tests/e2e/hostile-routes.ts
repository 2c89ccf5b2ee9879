import { answer, jsonOf } from '../support/crawling.ts'
import type { Route } from '../support/scripted-origin.ts'

/** Markup that would run if data were treated as markup: each opens a dialog, or requests another host. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '</title><script>alert(2)</script>',
  '<!-- --><img src=x onerror=alert(3)><!--',
  '" onmouseover="alert(4)" x="',
  "' onfocus='alert(5)' autofocus='",
  '</style></textarea></pre><svg onload=alert(6)>',
  ']]><iframe src="https://evil.example/">',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example/">',
  '{{constructor.constructor("alert(7)")()}} $\u007balert(8)}',
  'safe \u202Egnp.exe\u202C \u2066unclosed \u202E override',
]

/** Links that no page may have, in every spelling that a browser may accept. */
const LINKS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'javascript&#58;alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https:javascript:alert(1)',
  'https://example.org/" onmouseover="alert(1)',
  'https://example.org/\u0000',
  '//evil.example/',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
]

export const HOSTILE_CODES = [
  'plain',
  'javascript:alert(1)',
  '"><img src=x onerror=alert(1)>',
  '<!--',
  '\u202Egnp.exe',
  '&lt;script&gt;',
]

/** An xml document that would run scripts, fetch a stylesheet and transform itself if a browser let it. */
export const HOSTILE_XML = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/css" href="https://evil.example/style.css"?>
<?xml-stylesheet type="text/xsl" href="/api/v1/get_dataset/plain/index.xml"?>
<data><item><row>one</row></item><item><row>two</row>
<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert('ran')</h:script>
<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="https://evil.example/x.png" onerror="alert('ran')"/>
<svg xmlns="http://www.w3.org/2000/svg" onload="alert('ran')"><script>alert('ran')</script></svg></item></data>`

/** A service whose every text, link, code and document is an attack. Its xml is only that of the datasets. */
export function hostileRoutes(): Record<string, Route> {
  const href = (code: string) => `/api/v1/get_dataset/${encodeURIComponent(code)}/`
  const nasty = (at: number) => SCRIPTS[at % SCRIPTS.length] as string
  const json = (records: readonly object[]) => answer(jsonOf(records), 'application/json')
  const rows = LINKS.map((link, at) => ({
    link,
    [nasty(at)]: nasty(at + 1),
    nested: { [nasty(at)]: [nasty(at + 2), link] },
  }))
  return {
    'api/v1/list/?type=json': json(SCRIPTS.map((text, at) => ({ text, link: LINKS[at] }))),
    'api/v1/list_categories/?type=json': json(SCRIPTS.map((title, at) => ({ id: `c${at}${title}`, title }))),
    'api/v1/list_oivs/?type=json': json(
      SCRIPTS.map((title, at) => ({ id: `o${at}`, title, web: LINKS[at] })),
    ),
    'api/v1/list_datasets/?type=json': json(
      HOSTILE_CODES.map((code, at) => ({
        url: href(code),
        title: nasty(at),
        description: SCRIPTS.join('\n'),
        category: `c${at}${nasty(at)}`,
        oiv: `o${at}`,
        ...Object.fromEntries(LINKS.map((link, n) => [`link ${n} ${nasty(n)}`, link])),
      })),
    ),
    ...Object.fromEntries(
      HOSTILE_CODES.flatMap((code) => [
        [`api/v1/get_dataset/${encodeURIComponent(code)}/?type=json`, json(rows)],
        [`api/v1/get_dataset/${encodeURIComponent(code)}/?type=xml`, answer(HOSTILE_XML, 'application/xml')],
      ]),
    ),
    // Failures are shown on the pages, with the beginning of the response.
    [`api/v1/get_dataset/${encodeURIComponent('<!--')}/?type=json`]: answer(
      `<html>${SCRIPTS.join('')}`,
      'text/html',
    ),
  }
}
