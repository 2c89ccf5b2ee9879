import { isDecimal } from '../../../lib/reading/profile/decimal.ts'
import type { Test } from '../core/view.ts'

/** A part of the panel: its controls, and the tests they say. */
export interface Part {
  readonly controls: HTMLElement
  /** Undefined when what is entered is wrong; the control says so. */
  tests(): readonly Test[] | undefined
}

/** Whether a test asks for nothing but that there is a value. */
export function isFilled(test: Test): boolean {
  return test.is === 'values' && test.not && test.values.length === 1 && test.values[0] === null
}

/** A number as people write it, with blanks between thousands or a comma before the fraction; undefined when it is none. */
export function readNumber(written: string): string | undefined {
  const text = written
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  const plain = text.replace(/^([+-]?)0+(?=\d)/, '$1')
  return isDecimal(plain) ? plain : undefined
}
