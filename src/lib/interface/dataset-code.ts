declare const brand: unique symbol

/** The code of one dataset: any Unicode string that can be one path segment and one file name. */
export type DatasetCode = string & { readonly [brand]: 'DatasetCode' }

/** The maximum length of a file name on common file systems, in bytes of UTF-8. */
const MAX_CODE_BYTES = 255

/** Thrown for a string that cannot be a folder name, and therefore not a dataset code. */
export class InvalidCode extends Error {
  override name = 'InvalidCode'

  constructor(code: string, problem: string) {
    super(`The dataset code ${quoteCode(code)} cannot be a folder: ${problem}.`)
  }
}

/** Why a string cannot be a dataset code; undefined if it can. */
export function findCodeProblem(text: string): string | undefined {
  if (text === '') return 'it is empty'
  if (text === '.' || text === '..') return 'it names a folder of its own or the one above'
  if (text.includes('/')) return 'it contains a slash, so it is more than one path segment'
  if (text.includes('\0')) return 'it contains a NUL character'
  if (!text.isWellFormed()) return 'it is not well-formed Unicode (a lone surrogate)'
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_CODE_BYTES) return `it is ${bytes} bytes long, a file name can have ${MAX_CODE_BYTES}`
  return undefined
}

/** Parses a dataset code. Throws {@link InvalidCode} for a string that cannot be one path segment and one folder name. */
export function parseDatasetCode(text: string): DatasetCode {
  const problem = findCodeProblem(text)
  if (problem !== undefined) throw new InvalidCode(text, problem)
  return text as DatasetCode
}

/** A code as shown in messages: quoted, without control characters, cut at 80 characters. */
export function quoteCode(code: string): string {
  const shown = code.length > 80 ? `${code.slice(0, 77)}…` : code
  return JSON.stringify(shown.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
