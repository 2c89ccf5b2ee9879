import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sniff } from '../../src/lib/reading/index.ts'

const WINDOWS_1251 = Uint8Array.of(0xcf, 0xe0, 0xf0, 0xea, 0xe8) // Парки

function bytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

function encodingOf(body: Uint8Array, charset?: string): string {
  return sniff(body, undefined, charset).encoding
}

function formatOf(body: string, mediaType?: string): string | undefined {
  return sniff(bytes(body), mediaType, undefined).format
}

describe('the encoding of a document', () => {
  test('is utf-8 by default', () => assert.equal(encodingOf(bytes('[]')), 'utf-8'))
  test('is that of the byte order mark, whatever the header says', () => {
    assert.equal(encodingOf(bytes('\uFEFF[]'), 'windows-1251'), 'utf-8')
    assert.equal(encodingOf(Buffer.from('\uFEFF<a/>', 'utf16le'), 'utf-8'), 'utf-16le')
    assert.equal(encodingOf(Buffer.from('\uFEFF<a/>', 'utf16le').swap16()), 'utf-16be')
  })
  test('is UTF-16 without a mark when every other byte is NUL', () => {
    assert.equal(encodingOf(Buffer.from('[1]', 'utf16le')), 'utf-16le')
    assert.equal(encodingOf(Buffer.from('[1]', 'utf16le').swap16(), 'utf-8'), 'utf-16be')
  })
  test('is that of the xml declaration', () => {
    const prolog = '<?xml version="1.0" encoding="windows-1251"?><a>'
    assert.equal(encodingOf(bytes(prolog, WINDOWS_1251)), 'windows-1251')
  })
  test('is that of the header rather than that of the xml declaration, if both are valid', () => {
    assert.equal(
      encodingOf(bytes('<?xml version="1.0" encoding="koi8-r"?>', WINDOWS_1251), 'cp1251'),
      'windows-1251',
    )
  })
  test('is not the utf-8 of the header if the bytes are not and the declaration has another one', () => {
    const prolog = '<?xml version="1.0" encoding="windows-1251"?><a>'
    assert.equal(encodingOf(bytes(prolog, WINDOWS_1251), 'utf-8'), 'windows-1251')
  })
  test('is not the legacy charset of the header if declaration and bytes are utf-8', () => {
    assert.equal(encodingOf(bytes('<?xml version="1.0" encoding="UTF-8"?><a>Парки'), 'windows-1251'), 'utf-8')
  })
  test('is utf-8 for json that is valid utf-8, even if the header has a legacy charset', () => {
    assert.equal(encodingOf(bytes('["Парки"]'), 'iso-8859-1'), 'utf-8')
    assert.equal(encodingOf(bytes('["', WINDOWS_1251, '"]'), 'windows-1251'), 'windows-1251')
  })
  test('is utf-8 for json, whatever its texts declare', () => {
    assert.equal(encodingOf(bytes('["<?xml encoding=\'koi8-r\'?><meta charset=koi8-r>Парки"]')), 'utf-8')
  })
  test('is that of a meta element of html, in both its forms', () => {
    assert.equal(encodingOf(bytes('<html><meta charset=windows-1251>')), 'windows-1251')
    const long = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'
    assert.equal(encodingOf(bytes(`<html>${long}`)), 'koi8-r')
  })
  test('is utf-8 if the names are of no known encoding', () => {
    assert.equal(encodingOf(bytes('<?xml version="1.0" encoding="nonsense"?>'), 'also-nonsense'), 'utf-8')
  })
  test('is windows-1252 for the name latin1, as on the web', () =>
    assert.equal(encodingOf(bytes('["', Uint8Array.of(0xe9), '"]'), 'iso-8859-1'), 'windows-1252'))
})

describe('the format of a document', () => {
  test('is that of its first bytes, whatever the media type says', () => {
    assert.equal(formatOf(' {"a":1}', 'text/html'), 'json')
    assert.equal(formatOf('\uFEFF[1]'), 'json')
    assert.equal(formatOf('<!DOCTYPE html><html>', 'application/json'), 'html')
    assert.equal(formatOf('<?xml version="1.0"?><list/>', 'text/html'), 'xml')
    assert.equal(formatOf('<?xml version="1.0"?>\n<!-- x --><html xmlns="x">', 'application/xml'), 'html')
  })
  test('is html or xml by the media type if the first tag could be either', () => {
    assert.equal(formatOf('<table><tr>', 'text/xml'), 'xml')
    assert.equal(formatOf('<table><tr>', 'text/html; charset=utf-8'), 'html')
    assert.equal(formatOf('<dataset>'), 'xml')
    assert.equal(formatOf('<div>'), 'html')
  })
  test('is unknown for plain text, and the expected one for an empty document', () => {
    assert.equal(formatOf('Too many requests', 'application/json'), undefined)
    assert.equal(formatOf('123', 'application/json'), 'json')
    assert.equal(formatOf('', 'application/problem+json'), 'json')
    assert.equal(formatOf(''), undefined)
  })
})
