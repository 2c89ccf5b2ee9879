import { body, type Exchange, type Fault } from '../fault.ts'

const LOGIN =
  '<!doctype html><html><head><title>Log in</title></head><body><form><input name="password"></form></body></html>'
const CAPTCHA = '<html><body><h1>Checking your browser</h1><div id="captcha"></div></body></html>'
const MAINTENANCE = '<html><head><title>Технические работы</title></head><body>Зайдите позже</body></html>'
const XHTML =
  '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Login</title></head><body><p>Log in</p></body></html>'
const PREFIXED =
  '<?xml version="1.0"?><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>Log in</h:p><h:p>or leave</h:p></h:div>'

const html = { 'content-type': 'text/html' }
const as = (text: string | Buffer, headers: Record<string, string> = {}) => body(() => text, headers)
const text = ({ good }: Exchange) => good.toString()
/** One way per format to damage the good body. */
const either = (json: (good: string) => string | Buffer, xml: (good: string) => string | Buffer) =>
  body((exchange) => (exchange.format === 'json' ? json : xml)(text(exchange)))

const foreign = (
  name: string,
  describe: string,
  page: string,
  headers: Record<string, string> = html,
): Fault => ({
  name,
  describe,
  apply: as(page, headers),
  says: /is (html|xml) instead of (json|xml)/,
  evidence: true,
})

export const BODIES: readonly Fault[] = [
  foreign('login page', 'answers 200 with a login page', LOGIN),
  foreign('captcha', 'answers 200 with a captcha', CAPTCHA),
  foreign('maintenance page', 'answers 200 with a page about maintenance', MAINTENANCE),
  foreign('login page as data', 'answers 200 with a login page, labelled as data', LOGIN, {}),
  foreign('xhtml', 'answers 200 with a well-formed page of XHTML', XHTML, {}),
  foreign('xhtml with a prefix', 'answers 200 with well-formed XHTML under a prefix', PREFIXED, {}),
  {
    name: 'plain text',
    describe: 'answers 200 with a sentence',
    apply: as('Too many connections', { 'content-type': 'text/plain' }),
    says: /not (json|xml)/,
    evidence: true,
  },
  { name: 'empty body', describe: 'answers 200 with nothing', apply: as(''), says: /is empty/ },
  {
    name: 'blank body',
    describe: 'answers 200 with white space',
    apply: as(' \r\n\t '),
    says: /is blank/,
    evidence: true,
  },
  {
    name: 'only a mark',
    describe: 'answers 200 with a byte order mark alone',
    apply: as('\ufeff'),
    says: /empty|blank/,
  },
  {
    name: 'the other format',
    describe: 'answers with the data in the other format',
    apply: body(({ own, format }) => own(format === 'json' ? 'xml' : 'json')),
    says: /is (xml|json) instead of (json|xml)/,
    evidence: true,
  },
  {
    name: 'cut document',
    describe: 'cuts the document, with a right length',
    apply: body(({ good }) => good.subarray(0, -1)),
    says: /ends early/,
    evidence: true,
  },
  {
    name: 'garbage after the document',
    describe: 'writes a warning behind the document',
    apply: body((exchange) => `${text(exchange)}\nWarning: mysql_close()`),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'garbage before the document',
    describe: 'writes a warning before the document',
    apply: body((exchange) => `Notice: undefined index\n${text(exchange)}`),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'two documents',
    describe: 'sends the document twice',
    apply: body((exchange) => text(exchange) + text(exchange)),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'NUL bytes',
    describe: 'puts NUL bytes into the document',
    apply: body((exchange) => text(exchange).replace('row', 'r\0w')),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'control characters',
    describe: 'puts escape sequences into the document',
    apply: body((exchange) => text(exchange).replace('first', '\x1b[31mfirst\x07')),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'loose syntax',
    describe: 'writes trailing commas and unquoted attributes',
    apply: either(
      (json) => json.replace(']', ',]'),
      (xml) => xml.replace('<data>', '<data x=1>'),
    ),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'single quotes',
    describe: 'writes single quotes, and ampersands as they are',
    apply: either(
      (json) => json.replaceAll('"', "'"),
      (xml) => xml.replace('first of', 'R&D'),
    ),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'NaN',
    describe: 'writes what only a program understands',
    apply: either(
      (json) => json.replace(/"first[^"]*"/, 'NaN'),
      (xml) => xml.replace('<item>', '<item><1/>'),
    ),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'JSONP',
    describe: 'wraps the document in a call',
    apply: body((exchange) => `callback(${text(exchange)})`),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'a guard against inclusion',
    describe: 'puts a guard before the document',
    apply: body((exchange) => `)]}',\n${text(exchange)}`),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'lines of documents',
    describe: 'sends a document on every line',
    apply: body(() => '{"code":"victim","row":"1"}\n{"code":"victim","row":"2"}\n'),
    says: /not (json|xml)/,
    evidence: true,
  },
  {
    name: 'open html in xml',
    describe: 'leaves a tag open',
    apply: either(
      (json) => json.replace('}', ''),
      (xml) => xml.replace('<row>', '<br><row>'),
    ),
    says: /not (json|xml)/,
    evidence: true,
  },
]
