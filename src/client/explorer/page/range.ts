import type { Order } from '../core/kind.ts'
import { spanOf } from '../core/span.ts'
import type { ValueCounts } from '../core/value-counts.ts'
import type { Test } from '../core/view.ts'
import type { App } from './app.ts'
import { element } from './element.ts'
import { type Part, readNumber } from './part.ts'

/** Inputs for a range of numbers or dates, with the actual range as a hint. */
export function rangeOf({ words }: App, order: Order, tests: readonly Test[], tally: ValueCounts): Part {
  const before = tests.find((test) => test.is === 'range')
  const isDate = order === 'date'
  const inputOf = (value: string | undefined) =>
    isDate
      ? element('input', {
          type: 'date',
          value: value ?? '',
          min: dayOf(tally.min) ?? '',
          max: dayOf(tally.max) ?? '',
        })
      : element('input', {
          type: 'text',
          inputMode: 'decimal',
          value: value ?? '',
          dir: 'ltr',
        })
  const from = inputOf(isDate ? dayOf(before?.from) : before?.from)
  const to = inputOf(isDate ? dayOf(before?.to, 'last') : before?.to)
  const label = (text: string, input: HTMLInputElement, hint: string | undefined) =>
    element(
      'label',
      { className: 'line' },
      element('span', { textContent: text }),
      input,
      hint !== undefined && element('small', { textContent: hint, dir: 'auto' }),
    )
  const read = (input: HTMLInputElement) => {
    const text = input.value.trim()
    if (text === '') return ''
    return isDate ? text : readNumber(text)
  }
  return {
    controls: element(
      'div',
      { className: 'bounds' },
      label(words.from, from, tally.min),
      label(words.to, to, tally.max),
    ),
    tests() {
      const bounds = [from, to].map((input) => {
        const value = input.validity.badInput ? undefined : read(input)
        input.setCustomValidity(value === undefined ? words.notNumber : '')
        return value
      })
      if (bounds.includes(undefined)) {
        for (const input of [to, from]) input.reportValidity()
        return undefined
      }
      const [low, high] = bounds as [string, string]
      if (low === '' && high === '') return []
      return [{ is: 'range', ...(low !== '' && { from: low }), ...(high !== '' && { to: high }) }]
    },
  }
}

// The first or last day of a bound or a value, for a date input.
function dayOf(text: string | undefined, which: 'first' | 'last' = 'first'): string | undefined {
  const span = text === undefined ? undefined : spanOf(text, 'day')
  return span && new Date(span[which]).toISOString().slice(0, 10)
}
