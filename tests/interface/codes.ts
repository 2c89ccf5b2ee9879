import { findCodeProblem } from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'

/** Codes that a URL, a file system or a template is likely to bend. */
export const AWKWARD_CODES: readonly string[] = [
  'Данные о школах',
  '7710145589-реестр.2024',
  'a b',
  ' lead and trail ',
  'a+b&c=d',
  '100%',
  '%2F',
  '%2e%2e',
  '..%2f..%2fetc',
  'what?',
  '#1',
  'a:b',
  "it's",
  '"quoted"',
  '<script>',
  'back\\slash',
  '...',
  '.hidden',
  '..a',
  'index.json',
  'get_dataset',
  'list',
  '-rf',
  '~',
  'tab\tand\nline',
  '\u202egnp.exe',
  'e\u0301',
  '\u00e9',
  '😀',
  'constructor',
  '__proto__',
  'x'.repeat(250),
  'ж'.repeat(127),
]

/** Any valid code, often with characters that are special in addresses and paths. */
export const anyCode = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...' .%/?#+&=:\'"<>\\~;@a2Fж😀'), minLength: 1, maxLength: 12 }),
    fc.constantFrom(...AWKWARD_CODES),
  )
  .filter((code) => findCodeProblem(code) === undefined)
