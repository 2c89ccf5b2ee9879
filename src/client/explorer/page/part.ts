import { isDecimal } from '../../../lib/reading/profile/decimal.ts'
import type { Test } from '../core/view.ts'

/** A part of the panel: its controls, and their tests. */
export interface Part {
  readonly controls: HTMLElement
  /** Undefined if the input is invalid; the control then shows it. */
  tests(): readonly Test[] | undefined
}

/** Whether a test only requires a value. */
export function isFilled(test: Test): boolean {
  return test.is === 'values' && test.not && test.values.length === 1 && test.values[0] === null
}

/** Parses a number as people write it, with spaces between thousands or a decimal comma; undefined if it is none. */
export function readNumber(written: string): string | undefined {
  const text = written
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  const plain = text.replace(/^([+-]?)0+(?=\d)/, '$1')
  return isDecimal(plain) ? plain : undefined
}
