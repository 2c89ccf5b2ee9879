import type { Format } from '../../src/lib/interface/index.ts'

/** A document made to keep a reader busy for ever, or to fill its memory. */
interface Endless {
  readonly name: string
  readonly format: Format
  /** Of about `size` characters. */
  make(size: number): string
}

const times = (text: string, size: number) => text.repeat(Math.ceil(size / text.length))

export const ENDLESS: readonly Endless[] = [
  { name: 'a long text', format: 'json', make: (n) => `[{"a":"${times('x', n)}"}]` },
  {
    name: 'an almost link',
    format: 'json',
    make: (n) => `[{"a":"http://${times('x', n)} "},{"a":"http://${times('x', n)} y"}]`,
  },
  { name: 'an almost number', format: 'json', make: (n) => `[{"a":"${times('1', n)}x"}]` },
  {
    name: 'a number of digits',
    format: 'json',
    make: (n) => `[{"a":${times('1', n)}},{"a":${times('2', n)}}]`,
  },
  {
    name: 'numbers full of zeros',
    format: 'json',
    make: (n) => `[{"a":1${times('0', n)}1},{"a":1${times('0', n)}2}]`,
  },
  {
    name: 'an almost date',
    format: 'json',
    make: (n) => `[${times('{"a":"2024-01-01                    x"},', n)}{}]`,
  },
  { name: 'blanks', format: 'json', make: (n) => `${times(' ', n)}[1${times('\n', n)}]` },
  { name: 'escapes', format: 'json', make: (n) => `["${times('\\u0041\\n', n)}"]` },
  { name: 'backslashes', format: 'json', make: (n) => `["${times('\\\\', n)}"]` },
  { name: 'an open string', format: 'json', make: (n) => `["${times('a', n)}` },
  { name: 'lists without names', format: 'json', make: (n) => `[${times('[[]],', n)}[]]` },
  { name: 'one name many times', format: 'json', make: (n) => `{${times('"a":1,', n)}"a":2}` },
  {
    name: 'many names',
    format: 'json',
    make: (n) => `{${Array.from({ length: n / 12 }, (_, at) => `"k${at}":{}`).join(',')}}`,
  },
  {
    name: 'many names in records',
    format: 'json',
    make: (n) => `[${Array.from({ length: n / 16 }, (_, at) => `{"k${at}":[1]}`).join(',')}]`,
  },
  {
    name: 'lists in many members',
    format: 'json',
    make: (n) => `{${Array.from({ length: n / 30 }, (_, at) => `"k${at}":[{"a":1},{"b":2}]`).join(',')}}`,
  },
  { name: 'wide rows', format: 'json', make: (n) => `[[${times('"a",', n)}"b"],[${times('1,', n)}2]]` },
  {
    name: 'attributes',
    format: 'xml',
    make: (n) => `<a ${Array.from({ length: n / 10 }, (_, at) => `b${at}=""`).join(' ')}/>`,
  },
  { name: 'open tags', format: 'xml', make: (n) => times('<a>', n) },
  { name: 'a long comment', format: 'xml', make: (n) => `<a><!--${times('- ', n)}--></a>` },
  {
    name: 'comments without end in a DOCTYPE',
    format: 'xml',
    make: (n) => `<!DOCTYPE a [${times('<!--', n)}-->]><a/>`,
  },
  {
    name: 'entities without end',
    format: 'xml',
    make: (n) => `<!DOCTYPE a [${times('<!ENTITY a "', n)}">]><a/>`,
  },
  {
    name: 'blanks in a declaration',
    format: 'xml',
    make: (n) => `<?xml version="1.0" ${times('encoding ', n)}?><a/>`,
  },
  {
    name: 'many entities',
    format: 'xml',
    make: (n) => `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(9000)}">]><a>${times('&x;', n / 1000)}</a>`,
  },
  { name: 'closing brackets', format: 'xml', make: (n) => `<a><![CDATA[${times(']]', n)}]]></a>` },
  { name: 'instructions', format: 'xml', make: (n) => `<a>${times('<?p q?>', n)}</a>` },
  { name: 'question marks', format: 'xml', make: (n) => `<?${times('?', n)}` },
  { name: 'namespaces', format: 'xml', make: (n) => `<a>${times('<b:c xmlns:b="u"/>', n)}</a>` },
  {
    name: 'header cells without names',
    format: 'html',
    make: (n) => `<table><tr>${times('<th>', n)}<tr>${times('<td>1', n)}</table>`,
  },
  {
    name: 'columns upon columns',
    format: 'html',
    make: (n) => `<table><tr>${times('<th colspan=1000>a', n)}<tr>${times('<td colspan=1000>1', n)}</table>`,
  },
  { name: 'metas', format: 'html', make: (n) => `${times('<meta ', n)}<p>x` },
  { name: 'unclosed quotes', format: 'html', make: (n) => `<table><tr><td>${times('<a href="', n)}` },
  {
    name: 'end tags of nothing',
    format: 'html',
    make: (n) => `<table><tr><td>1${times('</p></b>', n)}</table>`,
  },
  {
    name: 'lists in lists',
    format: 'html',
    make: (n) => `${'<ul><li>'.repeat(900)}${times('x <b>y</b>', n / 100)}`,
  },
]
